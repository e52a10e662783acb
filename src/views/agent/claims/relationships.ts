import { known } from '#contract/known.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { BuiltOn } from '#contract/shapes/built-on.ts'
import type { Relationships } from '#contract/shapes/relationships.ts'
import { say } from '../say.ts'
import { quoteWords } from '../words.ts'
import { reasonOf } from './contracts.ts'

/**
 * The recorded relations of a project, one claim for each edge, and the kinds of relations that are not recorded. No
 * edge is a partnership.
 */
export function relationshipClaims({ edges, nodes, notHeld }: Relationships): AgentClaim[] {
  const names = new Map(nodes.map(({ id, kind, name }) => [id, say`${kind} ${quoteWords(name)}`]))
  const edgeClaims = edges.map((edge): AgentClaim => {
    const { kind, from, to, state, reason, rule, evidence, observedAt, tokenVerification } = edge
    const { notCountedReason: because } = edge
    return {
      kind: state,
      ...say`${names.get(from)} → ${kind} → ${names.get(to)}${tokenVerification && ` (${tokenVerification})`}.${because && say` Its source does not count: ${quoteWords(because)}.`}`,
      value: { kind, from, to, ...known({ notCountedReason: because }) },
      ...(reason !== undefined && reasonOf(reason)),
      ...known({ rule }),
      observedAt,
      evidence,
    }
  })
  return [
    ...edgeClaims,
    ...notHeld.map(({ kind, reason }) => ({
      kind: 'UNKNOWN' as const,
      ...say`Not recorded: ${kind}. ${reason}`,
    })),
  ]
}

/** The projects that a project builds on, and those that build on it. */
export function builtOnClaims({ project, buildsOn, builtOnBy }: BuiltOn): AgentClaim[] {
  return [
    ...linkClaims(`${project.slug} builds on`, buildsOn),
    ...linkClaims(`${project.slug} is built on by`, builtOnBy),
  ]
}

function linkClaims(words: string, { state, items }: BuiltOn['buildsOn']): AgentClaim[] {
  if (items === undefined)
    return [
      {
        kind: 'UNKNOWN',
        ...say`${words}: no statement was reviewed; that says nothing of the project.`,
        ...reasonOf(state),
      },
    ]
  return items.map(({ project, statement, observedAt, evidenceId }) => ({
    kind: 'FACT',
    ...say`${words} ${quoteWords(project.name)} (slug ${project.slug}): ${quoteWords(statement)}.`,
    value: { project },
    observedAt,
    evidence: [evidenceId],
  }))
}
