import { known } from '#contract/known.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { ClaimNote } from '#contract/shapes/claim-note.ts'
import type { LastShip } from '#contract/shapes/project-card.ts'
import type { Ship } from '#contract/shapes/ship.ts'
import { occurred, restingOn, say } from '../say.ts'
import { quoteWords } from '../words.ts'

/** A ship as one fact: what was shipped, what it counts as, and how well its source supports it. */
export function shipClaim(ship: Ship): AgentClaim {
  const { project, kind, displayTitle, source, backing } = ship
  const { evidenceId, title, url, countsAs, notCountedReason, codeWeek } = ship
  const counts = countsAs === null ? `does not count: ${notCountedReason}` : `counts as ${countsAs}`
  const commits = codeWeek && `, ${codeWeek.partial ? 'at least ' : ''}${codeWeek.commits} commits by people`
  return {
    kind: 'FACT',
    ...say`${quoteWords(project.name)} (slug ${project.slug}): ${kind} ${quoteWords(displayTitle)}${commits}; ${counts}; ${backing} by ${source.kind}.`,
    value: { project: project.slug, kind, title, ...known({ url }), countsAs, backing },
    ...occurred(ship.occurredAt, ship.precision),
    observedAt: ship.detectedAt,
    evidence: [evidenceId],
  }
}

/** The newest counted ship of a project. That it counts is derived, by the rule of its claim note. */
export function lastShipClaim(slug: string, ship: LastShip, note: ClaimNote | undefined): AgentClaim {
  const { rule } = restingOn(note)
  return {
    kind: 'DERIVED',
    ...say`Newest counted ship of ${slug}: ${ship.kind} ${quoteWords(ship.title)}.`,
    value: { title: ship.title, kind: ship.kind },
    ...occurred(ship.occurredAt),
    ...known({ rule }),
    evidence: [ship.evidenceId],
  }
}
