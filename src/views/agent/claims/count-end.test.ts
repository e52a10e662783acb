import { expect, test } from 'vitest'
import { OPERATIONS, type Output } from '#contract/operations/index.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import { toInstant } from '#contract/time.ts'
import { comparisonClaims } from './compare.ts'
import { projectClaims } from './projects.ts'
import { buildClaims } from './snapshot.ts'
import { partnerClaims } from './token.ts'

const site = { baseUrl: 'https://svc.example' }
const TO = toInstant('2026-11-17T12:00:00Z')
const answerOf = <N extends 'snapshot' | 'projects' | 'compare' | 'builder'>(name: N): Output<N> => {
  const [example] = OPERATIONS[name].examples
  return structuredClone(example?.answer) as Output<N>
}

/** The claims of each answer when its counts end at `to`. */
const SURFACES = {
  snapshot(to) {
    const snapshot = answerOf('snapshot')
    const build = { ...snapshot.build, meaningfulShips30dAsOf: to ?? snapshot.freshness.asOf }
    return buildClaims({ ...snapshot, build } as Output<'snapshot'>, site)
  },
  projects(to) {
    const [card] = answerOf('projects').items
    if (card === undefined) throw new Error('the example has no card')
    return projectClaims({ ...card, meaningfulShips30dAsOf: to ?? card.asOf } as typeof card)
  },
  compare(to) {
    const items = answerOf('compare').items.map((item) => ({
      ...item,
      claims: { meaningfulShips30d: answerOf('builder').claims?.['meaningful_ships_30d'] },
      meaningfulShips30dAsOf: to ?? item.asOf,
    }))
    return comparisonClaims(items as Output<'compare'>['items'], site)
  },
  builder(to) {
    const card = answerOf('builder')
    const code = card.last_code_activity && {
      ...card.last_code_activity,
      commits_30d_as_of: to ?? card.as_of,
    }
    return partnerClaims({
      ...card,
      meaningful_ships_30d_as_of: to ?? card.as_of,
      last_code_activity: code,
    })
  },
} satisfies Record<string, (to: typeof TO | undefined) => readonly AgentClaim[]>

const countsOf = (claims: readonly AgentClaim[]) =>
  claims.flatMap(({ statement }) => (/in 30 days(?!: unknown)/.test(statement) ? [statement] : []))

test.each(Object.entries(SURFACES))(
  '[R124] the counts of %s say where their days end, unless that is the evaluation',
  (_, claimsAt) => {
    const [ended, current] = [countsOf(claimsAt(TO)), countsOf(claimsAt(undefined))]
    expect(ended.length).toBeGreaterThan(0)
    for (const statement of ended) expect(statement).toContain(`, to ${TO}`)
    for (const statement of current) expect(statement).not.toContain(', to ')
  },
)
