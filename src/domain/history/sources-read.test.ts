import { expect, test } from 'vitest'
import type { ReadingOutcome } from '#contract/enums.ts'
import { addMs, DAY_MS, HOUR_MS, type Instant, toInstant } from '#contract/time.ts'
import type { ReadSource, ReadStream } from './read-time.ts'
import { sourcesGap } from './sources-read.ts'

const START = toInstant('2026-11-10T00:00:00Z')
/** Hours after the begin of the counted time, which lasts ten days. */
const at = (hours: number) => addMs(START, hours * HOUR_MS)
const TIME = { from: START, to: at(240) }
const MS = 1 / HOUR_MS

const tried = (outcome: ReadingOutcome, ...hours: readonly number[]) =>
  hours.map((hour) => ({ at: at(hour), outcome }))
const good = (...hours: readonly number[]) => tried('fresh', ...hours)
const missing = (...hours: readonly number[]) => tried('missing', ...hours)

/** A stream read every six hours, from before the counted time to its end. */
function read(given: Partial<ReadStream> = {}): ReadStream {
  const stream = { stream: 'repository', cadenceMs: 6 * HOUR_MS, firstOkAt: at(-48), coversFrom: at(-48) }
  return { ...stream, lastOkAt: at(240), keptFrom: at(-48), attempts: [], ...given }
}
const NEVER = { firstOkAt: null, coversFrom: null, lastOkAt: null, keptFrom: null } as const

function source(stream: Partial<ReadStream> = {}, given: Partial<ReadSource> = {}): ReadSource {
  const attached = {
    kind: 'github_repository',
    counted: true,
    attachedAt: at(-48),
    detachedAt: null,
  } as const
  return { ...attached, establishedBy: 'mutual', outages: [], streams: [read(stream)], ...given }
}
/** A stream whose readings ended after an hour and began again after `hours`. */
const back = (hours: number, attempts: ReadStream['attempts'] = []): Partial<ReadStream> => ({
  coversFrom: at(hours),
  attempts: [...good(-5, 1), ...attempts],
})
const announced = (from: number, to: number | null): Pick<ReadSource, 'outages'> => ({
  outages: [{ from: at(from), to: to === null ? null : at(to) }],
})
/** A site that is read daily for its token, and every three days for its declarations. */
const site = (naming: Partial<ReadStream>): ReadSource =>
  source(
    {},
    {
      kind: 'website',
      streams: [
        read({ stream: 'declarations', cadenceMs: 3 * DAY_MS }),
        read({ stream: 'token_naming', cadenceMs: DAY_MS, ...naming }),
      ],
    },
  )

test.each<{ of: string; sources: readonly ReadSource[]; reason: string | null }>([
  { of: 'a repository that was read throughout', sources: [source()], reason: null },
  { of: 'no source', sources: [], reason: 'NO_SOURCE' },
  { of: 'a source that does not count', sources: [source({}, { counted: false })], reason: 'NO_SOURCE' },
  { of: 'a contract alone', sources: [source({}, { kind: 'contract' })], reason: 'NO_SOURCE' },
  { of: 'a package alone', sources: [source({}, { kind: 'npm_package', streams: [] })], reason: 'NO_SOURCE' },
  {
    of: 'a package beside a repository that was read',
    sources: [source({}, { kind: 'npm_package', streams: [] }), source()],
    reason: null,
  },
  { of: 'a repository without a stream', sources: [source({}, { streams: [] })], reason: 'NOT_ENOUGH_YET' },
  { of: 'a repository that was never tried', sources: [source(NEVER)], reason: 'NOT_ENOUGH_YET' },
  {
    of: 'a repository that nobody read for a cadence and a day',
    sources: [source(back(31))],
    reason: null,
  },
  {
    of: 'a repository that nobody read for a moment longer',
    sources: [source(back(31 + MS))],
    reason: 'STALE',
  },
  {
    of: 'a repository that nobody read at the end',
    sources: [source({ lastOkAt: at(210 - MS) })],
    reason: 'STALE',
  },
  {
    of: 'a repository whose next reading is not late',
    sources: [source({ lastOkAt: at(210) })],
    reason: null,
  },
  {
    of: 'a source that is read every ten minutes, a day ago',
    sources: [source({ cadenceMs: HOUR_MS / 6, lastOkAt: at(216) })],
    reason: null,
  },
  {
    of: 'a repository whose provider failed',
    sources: [source(back(36, tried('unavailable', 2, 8, 14, 20, 32)))],
    reason: 'SOURCE_UNAVAILABLE',
  },
  {
    of: 'a repository that was limited',
    sources: [source(back(36, tried('rate_limited', 7, 13, 20, 32)))],
    reason: 'SOURCE_UNAVAILABLE',
  },
  {
    of: 'a repository in an announced outage, tried daily',
    sources: [source(back(80, missing(7, 8, 32, 56)), announced(7, 80))],
    reason: null,
  },
  {
    of: 'a repository in an announced outage that goes on',
    sources: [source({ lastOkAt: at(190), attempts: missing(196, 197, 221) }, announced(196, null))],
    reason: null,
  },
  {
    of: 'a repository in an announced outage that nobody tried any more',
    sources: [source({ lastOkAt: at(100), attempts: missing(106, 107) }, announced(106, null))],
    reason: 'STALE',
  },
  {
    of: 'a repository in an announced outage whose provider limits',
    sources: [
      source(
        { lastOkAt: at(100), attempts: [...missing(106), ...tried('rate_limited', 160)] },
        announced(106, null),
      ),
    ],
    reason: 'SOURCE_UNAVAILABLE',
  },
  {
    of: 'a repository that failed after its announced outage',
    sources: [source(back(80, missing(7, 8, 12, 16, 40, 64)), announced(7, 10))],
    reason: 'SOURCE_UNAVAILABLE',
  },
  {
    of: 'a repository that failed before its announced outage',
    sources: [source(back(80, missing(7, 8, 32, 56)), announced(60, 80))],
    reason: 'SOURCE_UNAVAILABLE',
  },
  {
    of: 'a site that forbids the reading',
    sources: [
      site({ coversFrom: at(-48), lastOkAt: at(-24), attempts: tried('disallowed', 24, 70, 115, 160, 205) }),
    ],
    reason: null,
  },
  {
    of: 'a site, by the stream that is read most often',
    sources: [site({ lastOkAt: at(160) })],
    reason: 'STALE',
  },
  { of: 'a site that was read two days before', sources: [site({ lastOkAt: at(192) })], reason: null },
  {
    of: 'a repository that was added and read within the hour',
    sources: [source(), source({ firstOkAt: at(51), coversFrom: at(51) }, { attachedAt: at(50) })],
    reason: null,
  },
  {
    of: 'a repository that was added and read a moment later',
    sources: [source(), source({ firstOkAt: at(51 + MS), coversFrom: at(51 + MS) }, { attachedAt: at(50) })],
    reason: 'NOT_ENOUGH_YET',
  },
  {
    of: 'a repository that left, read until then',
    sources: [source(), source({ lastOkAt: at(28) }, { detachedAt: at(58) })],
    reason: null,
  },
  {
    of: 'a time of which no attempt is kept',
    sources: [source({ coversFrom: at(200), keptFrom: at(190), attempts: good(190) })],
    reason: 'NOT_RECORDED',
  },
  { of: 'a second source that was not read', sources: [source(), source(back(40))], reason: 'STALE' },
])('whether sources answer, with $of: $reason', ({ sources, reason }) => {
  expect(sourcesGap(sources, TIME)).toBe(reason)
})

test('an attempt tells of the time after it alone', () => {
  const first: Instant = at(5)
  expect(sourcesGap([source({ coversFrom: first, firstOkAt: first, keptFrom: first })], TIME)).toBe(
    'NOT_ENOUGH_YET',
  )
})
