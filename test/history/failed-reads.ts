import { type Finding, nameOf } from './finding.ts'
import { type Exchange, entriesOf, type History } from './history.ts'

const ANSWERS = [200, 304, 308, 404]

/** A read with another answer than the contract has for it. A refusal that says when to come again is allowed. */
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
