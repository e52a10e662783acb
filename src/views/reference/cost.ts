import { LIMITS } from '#contract/limits.ts'
import type { Operation } from '#contract/operation.ts'
import { numberWords } from '../figure-words.ts'
import { code, type Part, type Words } from './parts.ts'

/** What a call counts against, and the limits that it has of its own. */
export function costParts(operation: Operation): readonly Part[] {
  return [
    {
      kind: 'list',
      items: [countWords(operation), ...ownLimits(operation), ...bodyWords(operation), cacheWords(operation)],
    },
  ]
}

function countWords({ counted, cost }: Operation): Words {
  if (!counted) return ['Counts against no limit.']
  const { 1: first, 2: second, 3: third } = LIMITS.keyedPerMinute
  const { monthlyAllowance: month } = LIMITS
  const requests = cost === 1 ? 'one request' : `${cost} requests`
  return [
    `Counts as ${requests} of the caller’s minute: ${LIMITS.anonymousPerMinute} without a key, and ${first}, ${second} or ${numberWords(third)} with a key, by its tier. `,
    `With a key it also counts as ${requests} of the month: ${numberWords(month[1])}, ${numberWords(month[2])} or ${numberWords(month[3])}.`,
  ]
}

function ownLimits({ minutely, hourly, lines }: Operation): readonly Words[] {
  return [
    ...(minutely === undefined
      ? []
      : [[`At most ${LIMITS.callsPerMinute[minutely]} such calls a minute for each caller.`]]),
    ...(hourly === undefined
      ? []
      : [
          [
            `At most ${LIMITS.callsPerHour[hourly]} such calls an hour for each account, whether they succeed or not.`,
          ],
        ]),
    ...(lines === undefined ? [] : [['A caller has one export at a time.']]),
  ]
}

function bodyWords({ input, protocol, bodyBytes }: Operation): readonly Words[] {
  if (input.body === undefined && protocol === undefined) return []
  return [[`The body has at most ${numberWords(bodyBytes)} bytes.`]]
}

function cacheWords({ cacheable, caller }: Operation): Words {
  if (cacheable === 'shared')
    return [
      `Without a key, any cache may keep the answer for ${LIMITS.anonymousCacheSeconds} seconds. It has an `,
      code('etag'),
      ': with ',
      code('if-none-match'),
      ' an unchanged answer is 304 without a body, and counts too.',
    ]
  return [
    caller === 'account' ? 'The answer is private, and no cache keeps it.' : 'No cache keeps the answer.',
  ]
}
