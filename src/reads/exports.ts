import type { Input } from '#contract/operations/index.ts'
import type { ProjectCard } from '#contract/shapes/project-card.ts'
import type { Ship } from '#contract/shapes/ship.ts'
import { onOpenSnapshot } from '#records/database.ts'
import { everyProject } from '#records/project/project-export.ts'
import { everyShip } from '#records/ships/ship-export.ts'
import { projectItems } from '#views/project-card.ts'
import { shipItems } from '#views/ship.ts'
import type { OpenDeps } from './deps.ts'

export async function* readProjectExport(
  { claims }: Input<'exportProjects'>,
  deps: OpenDeps,
): AsyncGenerator<readonly ProjectCard[], void> {
  for await (const projects of onOpenSnapshot(deps.reader, everyProject))
    yield projectItems({ projects, claims }, deps)
}

export async function* readShipExport(
  _input: Input<'exportShips'>,
  deps: OpenDeps,
): AsyncGenerator<readonly Ship[], void> {
  for await (const ships of onOpenSnapshot(deps.reader, (reader) => everyShip(deps, reader)))
    yield shipItems(ships, deps)
}
