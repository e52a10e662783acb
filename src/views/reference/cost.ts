import { LIMITS } from '#contract/limits.ts'
import type { Operation } from '#contract/operation.ts'
import { numberWords } from '../words/figures.ts'
import { listPart, type Part, type TextOrWords } from './parts.ts'

/** The limits that a call counts against, its own limits included. */
export function costParts(operation: Operation): readonly Part[] {
  const { minutely, hourly, lines, input, protocol, bodyBytes } = operation
  const items = [
    countWords(operation),
    minutely && `At most ${LIMITS.callsPerMinute[minutely]} such calls a minute for each caller.`,
    hourly &&
      `At most ${LIMITS.callsPerHour[hourly]} such calls an hour for each account, whether they succeed or not.`,
    lines && 'A caller has one export at a time.',
    (input.body ?? protocol) && `The body has at most ${numberWords(bodyBytes)} bytes.`,
    cacheWords(operation),
  ]
  return [listPart(items.filter((item) => item !== undefined))]
}

function countWords({ counted, cost }: Operation): TextOrWords {
  if (!counted) return 'Counts against no limit.'
  const { 1: first, 2: second, 3: third } = LIMITS.keyedPerMinute
  const { monthlyAllowance: month } = LIMITS
  const requests = cost === 1 ? 'one request' : `${cost} requests`
  return [
    `Counts as ${requests} of the caller’s minute: ${LIMITS.anonymousPerMinute} without a key, and ${first}, ${second} or ${numberWords(third)} with a key, by its tier. `,
    `With a key it also counts as ${requests} of the month: ${numberWords(month[1])}, ${numberWords(month[2])} or ${numberWords(month[3])}.`,
  ]
}

function cacheWords({ cacheable, caller }: Operation): string {
  if (cacheable === 'shared')
    return `Without a key, any cache may keep the answer for ${LIMITS.anonymousCacheSeconds} seconds. It has an \`etag\`: with \`if-none-match\` an unchanged answer is 304 without a body, and counts too.`
  return caller === 'account' ? 'The answer is private, and no cache keeps it.' : 'No cache keeps the answer.'
}
