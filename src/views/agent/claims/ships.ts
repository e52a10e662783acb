import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { LastShip } from '#contract/shapes/project-card.ts'
import type { Ship } from '#contract/shapes/ship.ts'
import { occurred, say } from '../say.ts'
import { quote } from '../words.ts'

/** A ship as one fact: what was shipped, what it counts as, and how well its source supports it. */
export function shipClaim(ship: Ship): AgentClaim {
  const { project, kind, displayTitle, source, backing } = ship
  const { evidenceId, title, url, countsAs, notCountedReason } = ship
  const counts = countsAs === null ? `does not count: ${notCountedReason}` : `counts as ${countsAs}`
  return {
    kind: 'FACT',
    ...say`Project ${project.slug}: ${kind} ${quote(displayTitle)}; ${counts}; ${backing} by ${source.kind}.`,
    value: { project: project.slug, kind, title, ...(url !== undefined && { url }), countsAs, backing },
    ...occurred(ship.occurredAt, ship.precision),
    observedAt: ship.detectedAt,
    evidence: [evidenceId],
  }
}

/** The newest counted ship of a project. */
export function lastShipClaim(slug: string, ship: LastShip): AgentClaim {
  return {
    kind: 'FACT',
    ...say`Newest counted ship of ${slug}: ${ship.kind} ${quote(ship.title)}.`,
    value: { title: ship.title, kind: ship.kind },
    ...occurred(ship.occurredAt),
    evidence: [ship.evidenceId],
  }
}
