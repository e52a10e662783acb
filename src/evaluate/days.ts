import { addDays, addMs, type CalendarDate, dateOf, endOfDate, type Instant } from '#contract/time.ts'
import type { RecordedUse } from '#domain/contracts/contract-use.ts'
import { usePoints } from '#domain/history/contract-days.ts'
import { dayDoubts, figurePoints } from '#domain/history/day-figures.ts'
import { DAYS_RULE } from '#domain/history/point.ts'
import { withheldBecause } from '#domain/market/valuation.ts'
import { recordsOf } from '#records/by-project.ts'
import { getContractUse } from '#records/contracts/contract-use.ts'
import { type Database, inTransaction, type Writer } from '#records/database.ts'
import { getDayReadings, getMarketsAt, saveMarketDays } from '#records/history/market-days.ts'
import {
  type DayBatch,
  getLastPoints,
  saveConcludedPoints,
  saveContractChanges,
  savePoints,
  saveRankAndLocks,
} from '#records/history/points.ts'
import { beginDay, moveDay } from '#records/history/recorded-days.ts'
import { getProjectIds } from '#records/project/projects.ts'

const BATCH = 500
/** A day is written this long after its end, so that nothing known by its end is still being stored. */
const AFTER_END_MS = 5 * 60_000
/** The approximate number of project days that a run writes. The next run continues. */
const PROJECT_DAYS_A_RUN = 200_000

export type DayCounts = { readonly projects: number; readonly points: number; readonly marketDays: number }

/**
 * Writes the days that have ended, of every published project, each once: what was concluded at the end of the day, the
 * providers' figures and market days, and what the chain dates. Continues where the last run stopped. Returns counts.
 */
export async function recordDays(
  input: {
    readonly signal: AbortSignal
    readonly progress?: (counts: DayCounts) => void
    /** The run ends with the batch that reaches this number of project days. Tests set a smaller number. */
    readonly enough?: number
  },
  deps: { readonly database: Database; readonly clock: () => Instant },
): Promise<DayCounts> {
  const { signal, progress, enough = PROJECT_DAYS_A_RUN } = input
  let counts: DayCounts = { projects: 0, points: 0, marketDays: 0 }
  while (!signal.aborted && counts.projects < enough) {
    const written = await inTransaction(deps.database, (writer) => writeBatch(deps.clock(), writer))
    if (written === undefined) break
    counts = {
      projects: counts.projects + written.projects,
      points: counts.points + written.points,
      marketDays: counts.marketDays + written.marketDays,
    }
    progress?.(counts)
  }
  return counts
}

async function writeBatch(now: Instant, writer: Writer): Promise<DayCounts | undefined> {
  const newest = addDays(dateOf(addMs(now, -AFTER_END_MS)), -1)
  const checkpoint = await beginDay({ newest, oldest: addDays(newest, 1 - DAYS_RULE.backDays) }, writer)
  if (checkpoint === undefined) return undefined
  const { day, afterProject } = checkpoint
  const projectIds = await getProjectIds({ after: afterProject, limit: BATCH, state: 'published' }, writer)
  const batch = { projectIds, day, now }
  const concluded = await saveConcludedPoints(batch, writer)
  const stood = day === newest ? await saveNewest(batch, writer) : 0
  const market = await saveMarket(batch, writer)
  await moveDay({ day, projectIds, finishedAt: projectIds.length < BATCH ? now : null }, writer)
  return { projects: projectIds.length, points: concluded + stood + market.points, marketDays: market.days }
}

/**
 * Writes the points that only the newest day gets: those of records that keep no past, and days that the chain dated
 * since.
 */
async function saveNewest(batch: DayBatch, writer: Writer): Promise<number> {
  const stood = await saveRankAndLocks(batch, writer)
  const changed = await saveContractChanges(batch, writer)
  return stood + changed + (await saveUse(batch, writer))
}

async function saveMarket(
  batch: DayBatch,
  writer: Writer,
): Promise<{ readonly points: number; readonly days: number }> {
  const end = endOfDate(batch.day)
  const [readings, markets] = await Promise.all([getDayReadings(batch, writer), getMarketsAt(batch, writer)])
  const points = [...readings].flatMap(([projectId, read]) => {
    const market = markets.get(projectId)?.lastKnown ?? null
    return figurePoints({ readings: read, market }, end).map((point) => ({ ...point, projectId }))
  })
  const verdicts = [...readings].flatMap(([projectId, read]) => {
    const market = markets.get(projectId)
    return [...dayDoubts(read, end)].map(([provider, doubt]) => ({
      projectId,
      provider,
      marketStatus: market?.status ?? null,
      withheld: withheldBecause(market?.lastKnown ?? null),
      doubt,
    }))
  })
  const saved = await savePoints({ points, now: batch.now }, writer)
  return { points: saved, days: await saveMarketDays({ ...batch, verdicts }, writer) }
}

/**
 * Writes the days of use that were read to their end since the last run. A project's first run goes back to the
 * beginning of its use.
 */
async function saveUse({ projectIds, day, now }: DayBatch, writer: Writer): Promise<number> {
  const last = await getLastPoints({ projectIds, series: 'contract_use' }, writer)
  const [begun, fresh] = [projectIds.filter((id) => last.has(id)), projectIds.filter((id) => !last.has(id))]
  const uses = new Map<string, readonly RecordedUse[]>([
    ...(await getContractUse({ projectIds: begun, days: DAYS_RULE.lateDays, sources: 'ever' }, writer)),
    ...(await getContractUse({ projectIds: fresh, days: DAYS_RULE.backDays, sources: 'ever' }, writer)),
  ])
  const points = projectIds.flatMap((projectId) => {
    const after: CalendarDate | null = last.get(projectId) ?? null
    return usePoints(recordsOf(projectId, uses), { after, to: day }).map((point) => ({ ...point, projectId }))
  })
  return savePoints({ points, now }, writer)
}
