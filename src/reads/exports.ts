import type { Listed } from '#contract/broken-item.ts'
import type { Input } from '#contract/operations/index.ts'
import type { HistoryLine } from '#contract/shapes/history.ts'
import type { ProjectCard } from '#contract/shapes/project-card.ts'
import type { RadarLine } from '#contract/shapes/radar.ts'
import type { Ship } from '#contract/shapes/ship.ts'
import type { OutageDayLine, ProviderLine } from '#contract/shapes/status.ts'
import { everyRanked } from '#records/attention/radar-export.ts'
import { onOpenSnapshot, type Reader } from '#records/database.ts'
import { everyProject } from '#records/project/project-export.ts'
import { everyShip } from '#records/ships/ship-export.ts'
import { projectItems } from '#views/cards/project-card.ts'
import { historyLines } from '#views/history/history.ts'
import { radarLines } from '#views/lists/radar.ts'
import { shipItems } from '#views/ships/ship.ts'
import { outageDayLines } from '#views/status/outage-calendar.ts'
import type { OpenDeps, ReadDeps } from './deps.ts'
import { readHistory } from './history.ts'
import { readPresentStatus, readStatus } from './status.ts'

export async function* readProjectExport(
  { claims }: Input<'exportProjects'>,
  deps: OpenDeps,
): AsyncGenerator<Listed<ProjectCard>, void> {
  for await (const projects of onOpenSnapshot(deps.reader, everyProject, deps.sawPosition))
    yield projectItems({ projects, claims }, deps)
}

export async function* readShipExport(
  { project }: Input<'exportShips'>,
  deps: OpenDeps,
): AsyncGenerator<Listed<Ship>, void> {
  const { now, sawPosition } = deps
  const read = (reader: Reader) => everyShip({ project, now }, reader)
  for await (const ships of onOpenSnapshot(deps.reader, read, sawPosition)) yield shipItems(ships, deps)
}

export async function* readBuilderExport(
  { filter, claims }: Input<'exportBuilders'>,
  deps: OpenDeps,
): AsyncGenerator<Listed<RadarLine>, void> {
  const { sawPosition } = deps
  const read = (reader: Reader) => everyRanked({ filter }, reader)
  for await (const batch of onOpenSnapshot(deps.reader, read, sawPosition))
    yield radarLines({ ...batch, claims }, deps)
}

/** A history has at most 400 days of each series. */
export async function readHistoryExport(
  { format: _, ...query }: Input<'exportHistory'>,
  deps: ReadDeps,
): Promise<readonly HistoryLine[]> {
  return historyLines(await readHistory(query, deps))
}

export async function readProviderExport(
  _input: Input<'exportProviders'>,
  deps: Parameters<typeof readPresentStatus>[0],
): Promise<readonly ProviderLine[]> {
  const { now, providers } = await readPresentStatus(deps)
  return providers.map((provider) => ({ ...provider, now }))
}

/** A calendar has 90 days of each provider. */
export async function readOutageExport(
  _input: Input<'exportOutages'>,
  deps: Parameters<typeof readStatus>[1],
): Promise<readonly OutageDayLine[]> {
  const { outageCalendar } = await readStatus({}, deps)
  return outageDayLines(outageCalendar)
}
