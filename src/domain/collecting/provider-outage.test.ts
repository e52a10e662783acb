import { expect, test } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, type Instant, toInstant } from '#contract/time.ts'
import { isProviderFailing, type StreamFinding } from './provider-outage.ts'

const NOW = toInstant('2026-11-20T12:00:00Z')
const RUN = addMs(NOW, -60_000)
const ago = (ms: number): Instant => addMs(NOW, -ms)

const ANSWER: Partial<StreamFinding> = { outcome: 'fresh' }
const FAILURE: Partial<StreamFinding> = { outcome: 'unavailable', failingSince: NOW }
const LIMIT: Partial<StreamFinding> = { outcome: 'rate_limited' }
const GONE: Partial<StreamFinding> = { outcome: 'missing', failingSince: ago(HOUR_MS) }
const LONG_GONE: Partial<StreamFinding> = { outcome: 'missing', failingSince: ago(2 * DAY_MS) }
const before = (finding: Partial<StreamFinding>, ms = HOUR_MS): Partial<StreamFinding> => ({
  ...finding,
  at: ago(ms),
})
const times = (count: number, finding: Partial<StreamFinding>) => Array.from({ length: count }, () => finding)

let sources = 0
function aFinding(given: Partial<StreamFinding>): StreamFinding {
  sources += 1
  const sourceId = `source-${sources}`
  return {
    sourceId,
    stream: 'page',
    outcome: 'fresh',
    at: NOW,
    hasAnswered: true,
    failingSince: null,
    ...given,
  }
}
const judged = (given: readonly Partial<StreamFinding>[], ownHosts = false) =>
  isProviderFailing(given.map(aFinding), { since: RUN, ownHosts, now: NOW })

test.each<[string, readonly Partial<StreamFinding>[], boolean | undefined]>([
  ['nothing was ever read: unknown', [], undefined],
  ['nothing new was found: unknown', [...times(5, before(FAILURE)), ...times(5, before(ANSWER))], undefined],
  ['more than half fail', [...times(5, FAILURE), ...times(3, ANSWER)], true],
  ['more than half are limited', [...times(5, LIMIT), ...times(3, ANSWER)], true],
  ['half fail', [...times(4, FAILURE), ...times(4, ANSWER)], false],
  ['three of three fail: too few to tell', times(3, FAILURE), undefined],
  ['the only one fails, and nothing ever answered', [{ ...FAILURE, hasAnswered: false }], undefined],
  ['two of three fail: too few to tell', [...times(2, FAILURE), ANSWER], undefined],
  ['one of three fails', [FAILURE, ...times(2, ANSWER)], false],
  ['one of two fails', [FAILURE, ANSWER], false],
  ['the only one answers', [ANSWER], false],
  ['four of four fail', times(4, FAILURE), true],
  ['addresses that we refuse to ask', times(8, { outcome: 'disallowed', hasAnswered: false }), false],
  ['one fails, and seven failed just before', [FAILURE, ...times(7, before(FAILURE))], true],
  ['one fails, and seven answered just before', [FAILURE, ...times(7, before(ANSWER))], false],
  [
    'one answers, and many failed long before the seven that answered',
    [ANSWER, ...times(7, before(ANSWER)), ...times(50, before(FAILURE, DAY_MS))],
    false,
  ],
  [
    'half of the newest eight fail, and the ninth failed before',
    [
      FAILURE,
      ...times(3, before(FAILURE)),
      ...times(4, before(ANSWER, 2 * HOUR_MS)),
      before(FAILURE, 3 * HOUR_MS),
    ],
    false,
  ],
  ['a run of twelve is judged whole', [...times(5, FAILURE), ...times(7, ANSWER)], false],
  [
    'what never answered fails, and others answer',
    [...times(7, { ...FAILURE, hasAnswered: false }), ANSWER],
    false,
  ],
  [
    'what never answered fails, and nothing ever answered',
    times(4, { ...FAILURE, hasAnswered: false }),
    true,
  ],
  ['what never answered is missing', times(8, { ...GONE, hasAnswered: false }), false],
  ['half turn missing within a day', [...times(4, GONE), ...times(4, ANSWER)], true],
  ['fewer than half turn missing', [...times(3, GONE), ...times(5, ANSWER)], false],
  ['three turn missing, which are half', [...times(3, GONE), ...times(3, ANSWER)], false],
  [
    'a quarter turns missing, and a quarter fails',
    [...times(4, GONE), ...times(4, FAILURE), ...times(8, ANSWER)],
    true,
  ],
  [
    'half turned missing exactly a day ago',
    [...times(4, { ...GONE, failingSince: ago(DAY_MS) }), ...times(4, ANSWER)],
    true,
  ],
  [
    'half turned missing a second more than a day ago',
    [...times(4, { ...GONE, failingSince: ago(DAY_MS + 1000) }), ...times(4, ANSWER)],
    false,
  ],
  ['half have been missing for days', [...times(4, LONG_GONE), ...times(4, ANSWER)], false],
  ['four streams of one source turn missing', times(4, { ...GONE, sourceId: 'one' }), false],
])('[R28] a provider fails as a whole: %s', (_, findings, failing) => {
  expect(judged(findings)).toBe(failing)
})

const ofHosts = (count: number, finding: Partial<StreamFinding>) =>
  Array.from({ length: count }, (_, index) => [
    { ...finding, sourceId: `host-${index}` },
    { ...finding, sourceId: `host-${index}`, stream: 'links' },
  ]).flat()

test.each<[string, readonly Partial<StreamFinding>[], boolean | undefined]>([
  ['five of eight hosts fail', [...ofHosts(5, FAILURE), ...times(3, ANSWER)], true],
  ['four of eight hosts fail with both streams', [...ofHosts(4, FAILURE), ...times(4, ANSWER)], false],
  ['three hosts fail with both streams', ofHosts(3, FAILURE), true],
  [
    'one of two hosts fails with both streams',
    [...ofHosts(1, FAILURE), ...times(2, { ...ANSWER, sourceId: 'b' })],
    false,
  ],
  ['one host fails with both streams', ofHosts(1, FAILURE), undefined],
  [
    'a host that answers one stream is there',
    [...ofHosts(5, FAILURE), ...ofHosts(5, before(ANSWER, 1000))],
    true,
  ],
  [
    'hosts that answer one stream in the same run are there',
    [...ofHosts(5, FAILURE), ...ofHosts(5, ANSWER).filter(({ stream }) => stream === 'links')],
    false,
  ],
  ['every host limits us', ofHosts(8, LIMIT), undefined],
])('each source is a host: %s', (_, findings, failing) => {
  expect(judged(findings, true)).toBe(failing)
})
