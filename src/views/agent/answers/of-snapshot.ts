import { known } from '#contract/known.ts'
import type { Output } from '#contract/operations/index.ts'
import type { AgentAnswer } from '#contract/shapes/agent-answer.ts'
import type { Site } from '../../site/links.ts'
import type { AnswerContent } from '../answer.ts'
import { unknownDimensions, unknownFacts } from '../claims/coverage.ts'
import { citedName, type Named, snapshotReference, subjectOf } from '../subject.ts'

/** A question about one project, with the snapshot that answers it. */
export type SnapshotInput = {
  readonly named: Named
  readonly query: AgentAnswer['query']
  readonly snapshot: Output<'snapshot'>
}

/** The fields of every answer that is made of one project's snapshot. */
export function ofSnapshot(
  { named, query, snapshot }: SnapshotInput,
  site: Site,
): Pick<
  AnswerContent,
  'query' | 'unknowns' | 'about' | 'references' | 'freshness' | 'data' | 'asOf' | 'subject'
> {
  const { identity, freshness, scoringVersion, coverage } = snapshot
  const { asOf, providers = [] } = freshness
  return {
    query,
    subject: subjectOf(named, identity.token?.contract, site),
    unknowns: [...unknownDimensions(coverage), ...unknownFacts(snapshot)],
    about: citedName(identity, site),
    references: snapshotReference(identity.slug, asOf, scoringVersion),
    freshness: [...providers],
    ...known({ asOf }),
    data: { scoringVersion },
  }
}
