import { known } from '#contract/known.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { ClaimNote } from '#contract/shapes/claim-note.ts'
import type { MarketFigure, Valuation } from '#contract/shapes/project-card.ts'
import { restingOn, say, usd } from '../say.ts'

/** The words for each kind of valuation. A market cap and an FDV are never one figure. */
const KIND_WORDS = { marketCap: 'market cap', fdv: 'fully diluted value' } as const

/** A valuation by its kind, with its provider and the time of its reading. */
export function valuationClaim(slug: string, valuation: Valuation, note: ClaimNote | undefined): AgentClaim {
  const { value, kind, provider, observedAt } = valuation
  const { rule, evidence } = restingOn(note)
  return {
    kind: rule === undefined ? 'FACT' : 'DERIVED',
    ...say`${slug} ${KIND_WORDS[kind]} (kind ${kind}): ${usd(value)}, by ${provider}.`,
    value: { value, kind, provider },
    ...known({ rule }),
    observedAt,
    ...known({ evidence }),
  }
}

/** A figure of one provider at one time. */
export function figureClaim(
  of: { readonly slug: string; readonly name: string },
  { value, provider, observedAt }: MarketFigure,
  note: ClaimNote | undefined,
): AgentClaim {
  const { evidence } = restingOn(note)
  return {
    kind: 'FACT',
    ...say`${of.slug} ${of.name}: ${usd(value)}, by ${provider}.`,
    value: { value, provider },
    observedAt,
    ...known({ evidence }),
  }
}

/** A figure that is not shown, with the reason. */
export function withheldClaim(slug: string, name: string, reason: string): AgentClaim {
  return {
    kind: 'UNKNOWN',
    ...say`${slug} ${name}: withheld (${reason}).`,
    reason: 'WITHHELD',
  }
}
