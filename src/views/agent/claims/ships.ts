import { known } from '#contract/known.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { ClaimNote } from '#contract/shapes/claim-note.ts'
import type { LastShip } from '#contract/shapes/project-card.ts'
import type { Ship } from '#contract/shapes/ship.ts'
import { counted } from '#domain/rules/rule.ts'
import { SHIPS_RULE } from '#domain/ships/ships.ts'
import { occurred, restingOn, say } from '../say.ts'
import { quoteWords } from '../words.ts'

/**
 * A ship, with what it counts as and how well its source supports it. The rule derives what it counts as. Before the
 * first evaluation the claim is a fact without it.
 */
export function shipClaim(ship: Ship): AgentClaim {
  const { project, kind, displayTitle, source, backing } = ship
  const { evidenceId, title, url, countsAs, notCountedReason, codeWeek } = ship
  const commits =
    codeWeek && `, ${codeWeek.partial ? 'at least ' : ''}${counted(codeWeek.commits, 'commit')} by people`
  const said = say`${quoteWords(project.name)} (slug ${project.slug}): ${kind} ${quoteWords(displayTitle)}${commits}`
  const value = { project, kind, title, ...known({ url }), backing }
  const of = {
    ...occurred(ship.occurredAt, ship.precision),
    observedAt: ship.detectedAt,
    evidence: [evidenceId],
  }
  if (notCountedReason === 'not_evaluated')
    return { kind: 'FACT', ...say`${said}; not evaluated yet; ${backing} by ${source.kind}.`, value, ...of }
  const counts = countsAs === null ? `does not count: ${notCountedReason}` : `counts as ${countsAs}`
  return {
    kind: 'DERIVED',
    ...say`${said}; ${counts}; ${backing} by ${source.kind}.`,
    value: { ...value, countsAs },
    rule: SHIPS_RULE.id,
    ...of,
  }
}

/** The newest counted ship of a project. The claim is derived, by the rule of its claim note. */
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
