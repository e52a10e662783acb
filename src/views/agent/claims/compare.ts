import { known } from '#contract/known.ts'
import type { Output } from '#contract/operations/index.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import { endWords } from '../../count-words.ts'
import type { Site } from '../../links.ts'
import { say } from '../say.ts'
import { quoteWords } from '../words.ts'
import { type FieldWithNote, notedClaim } from './noted.ts'
import { whoseActivity } from './verification.ts'

type Compared = Output<'compare'>['items'][number]

/** The same figures of each project of a comparison, project by project, in its order. No figure wins. */
export function comparisonClaims(items: Output<'compare'>['items'], site: Site): readonly AgentClaim[] {
  return items.flatMap((item) => comparedClaims(item, site))
}

function comparedClaims(item: Compared, site: Site): readonly AgentClaim[] {
  const { slug, asOf, lastShip, claims = {}, coverage, score } = item
  const name = quoteWords(item.name)
  const title = lastShip === undefined ? undefined : quoteWords(lastShip.title)
  const fields: readonly FieldWithNote[] = [
    {
      name: say`${name}, activity status`,
      note: claims['status'],
      fact: 'activity.status',
      asOf,
      says: `${item.status}${whoseActivity(item.activityAppliesToToken)}.`,
      value: item.status,
    },
    {
      name: say`${name}, last counted ship`,
      note: claims['lastShip'],
      asOf,
      value: title?.text,
      says: say`${lastShip?.kind} ${title}, ${lastShip?.occurredAt ?? 'of no dated time'}.`,
      ...known({ occurredAt: lastShip?.occurredAt }),
    },
    {
      name: say`${name}, meaningful ships in 30 days`,
      note: claims['meaningfulShips30d'],
      says: `${item.meaningfulShips30d}${endWords(item.meaningfulShips30dAsOf, asOf)}.`,
      value: item.meaningfulShips30d,
      asOf: item.meaningfulShips30dAsOf ?? asOf,
    },
    {
      name: say`${name}, build momentum`,
      note: claims['buildMomentum'],
      fact: 'build.momentum',
      says: `${score.buildMomentum} of 100.`,
      value: score.buildMomentum,
      asOf,
    },
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
