import type { NoValueReason } from '#contract/shapes/history.ts'
import { addMs, DAY_MS, type Instant, msOf } from '#contract/time.ts'
import { isGood } from '#domain/collecting/reading-outcome.ts'
import { type ReadSource, type ReadStream, readGap, type Time } from './read-time.ts'

/**
 * How long a site counts as read: readings at most two cadences apart are one run, and the next reading is late a day
 * after its cadence has passed. A day is the longest pause after a failure or a limit.
 */
const SITE_RUN = { apartCadences: 2, lateMs: DAY_MS } as const

/**
 * Why the declarations of the official sites were not read throughout a time; null where every site's declarations were
 * read.
 */
export function sitesGap(sources: readonly ReadSource[], time: Time): NoValueReason | null {
  const sites = sources.filter(
    ({ kind, establishedBy }) => kind === 'website' && establishedBy !== 'self_reported',
  )
  return readGap(sites.map(withDeclarations), time, {
    readTimes: ({ streams }) => streams.flatMap(declaredTimes),
    shows: ({ outcome }) => isGood(outcome),
  })
}

function withDeclarations(site: ReadSource): ReadSource {
  return { ...site, streams: site.streams.filter(({ stream }) => stream === 'declarations') }
}

function declaredTimes({ attempts, cadenceMs, coversFrom, lastOkAt }: ReadStream): readonly Time[] {
  const lateAfter = (at: Instant) => addMs(at, cadenceMs + SITE_RUN.lateMs)
  const good = attempts.filter(({ outcome }) => isGood(outcome))
  const runs = good.map(({ at }, place) => {
    const next = good[place + 1]
    const isRun = next !== undefined && msOf(next.at) - msOf(at) <= SITE_RUN.apartCadences * cadenceMs
    return { from: at, to: isRun ? next.at : lateAfter(at) }
  })
  return coversFrom === null || lastOkAt === null
    ? runs
    : [...runs, { from: coversFrom, to: lateAfter(lastOkAt) }]
}
