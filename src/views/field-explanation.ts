import type { ExplainFact } from '#contract/enums.ts'
import type { Slug } from '#contract/ids.ts'
import { explanationLink, type Site } from './links.ts'

/** The fact that explains a field of a card. */
const FACTS: Readonly<Record<string, ExplainFact>> = {
  status: 'activity.status',
  lastShip: 'activity.status',
  meaningfulShips30d: 'activity.status',
  buildMomentum: 'build.momentum',
  underTheRadar: 'discovery_gap',
  researchLevel: 'research.level',
  tokenVerification: 'token.verification',
  marketStatus: 'market.status',
  marketCap: 'market.valuation',
}

/** The explanation of a field of a card; undefined for a field that is a plain reading. */
export function fieldExplanation(
  { slug, field }: { readonly slug: Slug; readonly field: string },
  site: Site,
): string | undefined {
  const fact = FACTS[field]
  return fact === undefined ? undefined : explanationLink({ slug, fact }, site)
}
