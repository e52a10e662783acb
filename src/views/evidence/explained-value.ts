import type { Explanation } from '#contract/shapes/explanation.ts'
import type { Ranked } from '#domain/attention/gap.ts'
import type { Fdv, MarketCap } from '#domain/market/valuation.ts'
import type { StoredConclusion } from '#domain/project/explained-record.ts'
import type { Momentum } from '#domain/ships/momentum.ts'
import { valuationField } from '../cards/project-card.ts'
import { sourceFacts } from '../words/sources.ts'
import type { DerivedFact } from './stated-fact.ts'

/** The value of a measured conclusion as cards, lists and the dossier show it, and what was concluded with it. */
export function explainedValue(
  fact: DerivedFact,
  { value, inputs }: StoredConclusion,
): Pick<Explanation, 'value' | 'detail'> {
  switch (fact) {
    case 'market.valuation':
      return { value: valuationField(shownFigure(inputs['figures'])) }
    case 'market.status':
    case 'activity.status':
    case 'token.verification':
    case 'market_integrity.state': {
      const { status, ...detail } = value as { readonly status: string }
      return { value: status, detail: sourceFacts(detail) }
    }
    case 'build.momentum': {
      const { score, ...detail } = value as Momentum
      return { value: score, detail }
    }
    case 'discovery_gap': {
      const { gap, ...detail } = value as Ranked
      return { value: gap, detail }
    }
    case 'still_building':
    case 'research.level':
      return { value: value as boolean | string }
  }
}

/** The first figure of a valuation, which the card shows. */
function shownFigure(figures: unknown): MarketCap | Fdv {
  const [shown] = figures as readonly (MarketCap | Fdv)[]
  if (shown === undefined) throw new Error('A measured valuation has no figure')
  return shown
}
