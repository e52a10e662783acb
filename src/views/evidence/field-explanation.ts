import type { ExplainFact } from '#contract/enums.ts'
import type { Slug } from '#contract/ids.ts'
import { explanationLink, type Site } from '../site/links.ts'

/** The fact that a field of a card or a snapshot concludes. */
export const CONCLUDED_FACTS = {
  status: 'activity.status',
  buildMomentum: 'build.momentum',
  underTheRadar: 'discovery_gap',
  tokenVerification: 'token.verification',
  researchLevel: 'research.level',
  marketStatus: 'market.status',
  marketCap: 'market.valuation',
} as const satisfies Readonly<Record<string, ExplainFact>>

/** The fact that explains a field of a card. */
const FACTS: Readonly<Record<string, ExplainFact>> = {
  ...CONCLUDED_FACTS,
  lastShip: 'activity.status',
  meaningfulShips30d: 'activity.status',
}

/** The explanation of a field of a card; undefined for a field that is a plain reading. */
export function fieldExplanation(
  { slug, field }: { readonly slug: Slug; readonly field: string },
  site: Site,
): string | undefined {
  const fact = FACTS[field]
  return fact === undefined ? undefined : explanationLink({ slug, fact }, site)
}
