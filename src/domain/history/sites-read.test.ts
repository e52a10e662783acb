import { expect, test } from 'vitest'
import type { ReadingOutcome } from '#contract/enums.ts'
import { DAY_MS, toInstant } from '#contract/time.ts'
import type { ReadSource, ReadStream } from './read-time.ts'
import { sitesGap } from './sites-read.ts'

const on = (day: number, time = '00:00') => toInstant(`2026-11-${String(day).padStart(2, '0')}T${time}:00Z`)
const TIME = { from: on(10), to: on(20) }
const tried =
  (outcome: ReadingOutcome) =>
  (...days: readonly number[]) =>
    days.map((day) => ({ at: on(day), outcome }))
const good = tried('fresh')
const failed = tried('unavailable')
type Given = Partial<ReadStream & Pick<ReadSource, 'attachedAt' | 'detachedAt' | 'kind' | 'establishedBy'>>

/**
 * A site with two streams: its declarations, read every three days from the first to the nineteenth, and a stream that
 * was never read.
 */
function site(given: Given = {}): ReadSource {
  const { attachedAt = on(1), detachedAt = null, kind = 'website', establishedBy = 'mutual', ...read } = given
  const stream = { cadenceMs: 3 * DAY_MS, firstOkAt: on(1), coversFrom: on(1), lastOkAt: on(19) }
  const attempts = read.attempts ?? good(1, 4, 7, 10, 13, 16, 19)
  const keptFrom = attempts[0]?.at ?? null
  const declarations = { stream: 'declarations', ...stream, keptFrom, ...read, attempts }
  const other = { ...declarations, ...NEVER, stream: 'token_naming', attempts: failed(9, 12) }
  const streams = [declarations, other]
  return { kind, establishedBy, attachedAt, detachedAt, counted: true, outages: [], streams }
}
const NEVER = { firstOkAt: null, coversFrom: null, lastOkAt: null } as const
/** A stream read again on the nineteenth, after more than two cadences without a reading. */
const BACK = { coversFrom: on(19), lastOkAt: on(19) } as const

test.each<{ of: string; sites: readonly ReadSource[]; reason: string | null }>([
  { of: 'a site that was read throughout', sites: [site()], reason: null },
  { of: 'no site', sites: [], reason: 'NO_SOURCE' },
  { of: 'a repository alone', sites: [site({ kind: 'github_repository' })], reason: 'NO_SOURCE' },
  {
    of: 'a site of which nobody else speaks',
    sites: [site({ establishedBy: 'self_reported' })],
    reason: 'NO_SOURCE',
  },
  { of: 'a site without a stream', sites: [{ ...site(), streams: [] }], reason: 'NOT_ENOUGH_YET' },
  { of: 'a site that was attached within it', sites: [site({ attachedAt: on(11) })], reason: 'NO_SOURCE' },
  { of: 'a site that left within it', sites: [site({ detachedAt: on(18) })], reason: 'NO_SOURCE' },
  {
    of: 'a site that another one replaced',
    sites: [site({ detachedAt: on(15) }), site({ attachedAt: on(15) })],
    reason: null,
  },
  { of: 'a site that was never tried', sites: [site({ ...NEVER, attempts: [] })], reason: 'NOT_ENOUGH_YET' },
  {
    of: 'a site that never answered',
    sites: [site({ ...NEVER, attempts: failed(9, 12) })],
    reason: 'SOURCE_UNAVAILABLE',
  },
  {
    of: 'a site whose next reading is not late',
    sites: [site({ lastOkAt: on(16), attempts: good(10, 13, 16) })],
    reason: null,
  },
  {
    of: 'a site whose next reading is late',
    sites: [site({ lastOkAt: on(15, '23:59'), attempts: good(10, 13) })],
    reason: 'STALE',
  },
  {
    of: 'a site that fails since',
    sites: [site({ lastOkAt: on(13), attempts: [...good(10, 13), ...failed(17, 18)] })],
    reason: 'SOURCE_UNAVAILABLE',
  },
  {
    of: 'a site that was read again within two cadences',
    sites: [site({ attempts: [...good(10, 13), ...failed(16), ...good(19)] })],
    reason: null,
  },
  {
    of: 'a site that was read again later',
    sites: [site({ ...BACK, attempts: [...good(7, 10), ...failed(14, 17), ...good(19)] })],
    reason: 'SOURCE_UNAVAILABLE',
  },
  {
    of: 'a site that nobody read for a while',
    sites: [site({ ...BACK, attempts: good(7, 10, 19) })],
    reason: 'STALE',
  },
  {
    of: 'a site whose attempts are not kept, read in one run',
    sites: [site({ attempts: good(19) })],
    reason: null,
  },
  {
    of: 'a site whose attempts are not kept, of which a later run is known',
    sites: [site({ ...BACK, attempts: good(19) })],
    reason: 'NOT_RECORDED',
  },
  {
    of: 'a second site that fails',
    sites: [site(), site({ lastOkAt: on(13), attempts: [...good(10, 13), ...failed(18)] })],
    reason: 'SOURCE_UNAVAILABLE',
  },
  {
    of: 'a site that was no longer read when another one replaced it',
    sites: [
      site({ detachedAt: on(15), lastOkAt: on(10), attempts: good(7, 10) }),
      site({ attachedAt: on(14), firstOkAt: on(14), coversFrom: on(14), attempts: good(14, 17, 19) }),
    ],
    reason: 'STALE',
  },
  {
    of: 'a site that was read until another one replaced it',
    sites: [
      site({ detachedAt: on(15), lastOkAt: on(13), attempts: good(7, 10, 13) }),
      site({ attachedAt: on(15), firstOkAt: on(15), coversFrom: on(15), attempts: good(15, 19) }),
    ],
    reason: null,
  },
  {
    of: 'two sites: one failed first, and the other one was not read later',
    sites: [
      site({ ...BACK, attempts: good(7, 13, 19) }),
      site({ ...BACK, attempts: [...good(4, 7), ...failed(12), ...good(19)] }),
    ],
    reason: 'SOURCE_UNAVAILABLE',
  },
  {
    of: 'a site with two runs exactly two cadences apart',
    sites: [site({ coversFrom: on(16), attempts: good(4, 7, 10, 16, 19) })],
    reason: null,
  },
  {
    of: 'a site that was first read within it',
    sites: [site({ firstOkAt: on(15), coversFrom: on(15), attempts: good(15, 18) })],
    reason: 'NOT_ENOUGH_YET',
  },
  {
    of: 'a site without kept attempts, of which a later run is known',
    sites: [site({ ...BACK, attempts: [] })],
    reason: 'NOT_RECORDED',
  },
  {
    of: 'a site that failed before and after it was not read',
    sites: [site({ ...BACK, attempts: [...failed(4), ...good(7, 10), ...good(19), ...failed(20)] })],
    reason: 'STALE',
  },
  {
    of: 'a site that failed when its reading was late',
    sites: [site({ ...BACK, attempts: [...good(7, 10), ...failed(14), ...good(19)] })],
    reason: 'SOURCE_UNAVAILABLE',
  },
  {
    of: 'a site that was not read after it',
    sites: [site({ coversFrom: on(27), lastOkAt: on(28), attempts: good(10, 13, 16, 18, 27, 28) })],
    reason: null,
  },
])('a time with $of: $reason', ({ sites, reason }) => {
  expect(sitesGap(sites, TIME)).toBe(reason)
})
