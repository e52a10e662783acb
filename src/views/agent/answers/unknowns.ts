import { known } from '#contract/known.ts'
import type { Output } from '#contract/operations/index.ts'
import type { AgentAnswer, AgentUnknown } from '#contract/shapes/agent-answer.ts'
import { scoringVersion } from '#domain/scoring-version.ts'
import { newestReadings } from '../../project/newest-readings.ts'
import type { Site } from '../../site/links.ts'
import { agentAnswer } from '../answer.ts'
import { coverageClaims, coverageUnknowns } from '../claims/coverage.ts'
import { citedName, type Named, projectLinks, snapshotReference, subjectOf } from '../subject.ts'
import { quoteWords } from '../words.ts'

/** What is not known of a project, why, and what must not be concluded from that. */
export function unknownsAnswer(
  input: {
    readonly named: Named
    readonly query: AgentAnswer['query']
    readonly coverage: Output<'coverage'>
  },
  site: Site,
): AgentAnswer {
  const { named, query, coverage } = input
  const { project, items, asOf } = coverage
  const unknowns = coverageUnknowns(coverage)
  const version = scoringVersion()
  return agentAnswer(
    {
      capability: 'unknowns',
      query,
      subject: subjectOf(named, undefined, site),
      answer: `Of ${quoteWords(project.name).text}, ${countOf(unknowns.length, items.length + coverage.facts.length)}${firstOf(unknowns)}`,
      claims: [...coverageClaims(coverage)],
      unknowns: [...unknowns],
      freshness: newestReadings(coverage.freshness),
      links: projectLinks(project.slug, ['Coverage', 'Explanations'], site),
      about: citedName(project, site),
      references: snapshotReference(project.slug, asOf, version),
      ...known({ asOf }),
      data: { scoringVersion: version },
      more: `GET ${site.baseUrl}/api/projects/${project.slug}/coverage has every state.`,
    },
    site,
  )
}

/** How many dimensions and facts are unknown. */
function countOf(unknown: number, all: number): string {
  if (unknown === 0) return `every one of ${all} dimensions and facts is known and told.`
  return unknown === 1
    ? `1 of ${all} dimensions and facts is not known, not read lately or not told. It is no finding.`
    : `${unknown} of ${all} dimensions and facts are not known, not read lately or not told. None of them is a finding.`
}

/** The first unknown in words, with its reason. */
function firstOf([first]: readonly AgentUnknown[]): string {
  return first === undefined ? '' : ` First: ${first.statement} The reason is ${first.reason}.`
}
