import { known } from '#contract/known.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { RadarItem, RadarList } from '#contract/shapes/radar.ts'
import { knownList } from '../known-list.ts'
import { restingOn, type Said, say } from '../say.ts'
import { quoteWords } from '../words.ts'
import { lastShipClaim } from './ships.ts'

/** A project of the Radar: its rank with the parts of its score, and its newest counted ship. */
export function builderClaims(item: RadarItem, list: Pick<RadarList, 'asOf' | 'rule'>): AgentClaim[] {
  const { project, rank, score, status, statusLabel, claims, lastShip } = item
  const { slug, name } = project
  const resting = restingOn(claims?.['radar'])
  return knownList<AgentClaim>([
    {
      kind: 'DERIVED',
      ...say`Rank ${rank}: ${quoteWords(name)} (slug ${slug}), score ${score}; ${status}, ${statusLabel}${partsWords(item)}.`,
      value: { rank, score, status },
      ...known({ rule: list.rule, asOf: list.asOf }),
      ...known({ evidence: resting.evidence }),
    },
    lastShip && lastShipClaim(slug, lastShip, claims?.['lastShip']),
  ])
}

/** The unknown parts with the state that says why, and the rank without them. */
function partsWords({ parts, withoutUnknown }: RadarItem): Said | undefined {
  const unknown = Object.entries(parts).flatMap(([part, { state }]) =>
    state === 'MEASURED' ? [] : [`${part} ${state}`],
  )
  if (unknown.length === 0) return undefined
  const words = say`; unknown: ${unknown.join(', ')}`
  return withoutUnknown === undefined
    ? words
    : say`${words} (without it, score ${withoutUnknown.score} and rank ${withoutUnknown.rank})`
}
