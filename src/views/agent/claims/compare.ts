import { known } from '#contract/known.ts'
import type { Output } from '#contract/operations/index.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { Site } from '../../site/links.ts'
import { say } from '../say.ts'
import { quoteWords } from '../words.ts'
import { type FieldWithNote, notedClaim, shippedFields } from './noted.ts'
import { whoseActivity } from './verification.ts'

type Compared = Output<'compare'>['items'][number]

/** The same figures of each project of a comparison, project by project, in its order. No claim names a winner. */
export function comparisonClaims(items: Output<'compare'>['items'], site: Site): readonly AgentClaim[] {
  return items.flatMap((item) => comparedClaims(item, site))
}

function comparedClaims(item: Compared, site: Site): readonly AgentClaim[] {
  const { slug, asOf, claims = {}, coverage, score } = item
  const name = quoteWords(item.name)
  const fields: readonly FieldWithNote[] = [
    {
      name: say`${name}, activity status`,
      note: claims['status'],
      fact: 'activity.status',
      asOf,
      says: `${item.status}${whoseActivity(item.activityAppliesToToken)}.`,
      value: item.status,
    },
    ...shippedFields(
      { ...item, ...known({ buildMomentum: score.buildMomentum }), claims, asOf },
      (field) => say`${name}, ${field}`,
    ),
    {
      name: say`${name}, research level`,
      note: claims['researchLevel'],
      fact: 'research.level',
      says: `${item.researchLevel}.`,
      value: item.researchLevel,
      asOf,
    },
  ]
  const freshness = coverage.building.state
  return fields.map((field) => notedClaim({ ...field, freshness }, { slug, site }))
}
