import { type Finding, nameOf } from './finding.ts'
import { type Exchange, entriesOf, type History } from './history.ts'

const ANSWERS = [200, 304, 308, 404]

/** Reads whose answer the contract does not have. A 503 with `retry-after` is allowed. */
export function failedReads(history: History): readonly Finding[] {
  return entriesOf(history, 'exchange')
    .filter(
      (exchange) => exchange.method === 'GET' && !ANSWERS.includes(exchange.status) && !isRefusal(exchange),
    )
    .map((exchange) => ({ property: 'read failed', detail: nameOf(exchange) }))
}

/** Whether an answer is a refusal that the contract allows: 503 with `retry-after`. */
export function isRefusal({ status, saysWhen }: Exchange): boolean {
  return status === 503 && saysWhen
}
