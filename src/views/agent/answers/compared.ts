import { known } from '#contract/known.ts'
import type { Output } from '#contract/operations/index.ts'
import type { AgentAnswer } from '#contract/shapes/agent-answer.ts'
import type { Instant } from '#contract/time.ts'
import type { Site } from '../../site/links.ts'
import { agentAnswer } from '../answer.ts'
import { comparisonClaims } from '../claims/compare.ts'
import { lastReadWords, unknownDimensions } from '../claims/coverage.ts'
import { whoseActivity } from '../claims/verification.ts'
import { citedName, snapshotReference } from '../subject.ts'
import { quoteWords } from '../words.ts'

/** Projects side by side, in the order of the question. The answer names no winner. */
export function comparedAnswer(
  { query, comparison }: { readonly query: AgentAnswer['query']; readonly comparison: Output<'compare'> },
  site: Site,
): AgentAnswer {
  const { items } = comparison
  const slugs = items.map(({ slug }) => slug).join()
  const asOf = items.flatMap((item): Instant[] => (item.asOf === undefined ? [] : [item.asOf])).toSorted()[0]
  const statuses = items.map(
    ({ name, status, activityAppliesToToken: applies, coverage }) =>
      `${quoteWords(name).text} is ${status}${lastReadWords('building', coverage.building)}${whoseActivity(applies)}`,
  )
  return agentAnswer(
    {
      capability: 'compare_builders',
      query,
      answer: `${statuses.join(', ')}. The order is that of the question, and no project wins.`,
      claims: [...comparisonClaims(items, site)],
      unknowns: items.flatMap(({ slug, coverage }) =>
        unknownDimensions(coverage)
          .filter(({ category }) => category === 'building')
          .map((unknown) => ({ ...unknown, project: slug })),
      ),
      links: [{ name: 'Comparison', url: `${site.baseUrl}/api/compare?slugs=${slugs}` }],
      about: items.map((item) => citedName(item, site)).join(' and '),
      references: items.flatMap((item) => snapshotReference(item.slug, item.asOf, item.score.scoringVersion)),
      ...known({ asOf }),
      more: `GET ${site.baseUrl}/api/compare?slugs=${slugs} has every figure.`,
    },
    site,
  )
}
