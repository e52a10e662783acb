import { type Static, Type } from 'typebox'
import { CoverageState, described, MarketStatus, namedObject, nullable } from '../enums.ts'
import { EvidenceId } from '../ids.ts'
import { ClaimNote } from './claim-note.ts'
import { IgnoredParameters } from './fields.ts'
import { MarketDoubt, MarketFigure, TokenIdentity, Valuation, WithheldReason } from './project-card.ts'
import { ProjectReference } from './project-reference.ts'
import { CalendarDate, Instant } from './time.ts'

const Usd = Type.Number({ minimum: 0 })

const DayPrice = namedObject('DayPrice', {
  first: Usd,
  highest: Usd,
  lowest: Usd,
  last: Usd,
  provider: Type.String(),
  observedAt: described(Instant, 'When the last price was read'),
})

/** One provider's figures over one day. A figure that the provider did not give is absent. */
export const MarketDay = namedObject('MarketDay', {
  day: CalendarDate,
  complete: Type.Boolean({ description: 'False for the running day, which can still change' }),
  provider: Type.String(),
  readings: Type.Integer({ minimum: 1, description: 'Stored readings of the day' }),
  status: Type.Optional(described(MarketStatus, "The token's market status at the end of the day")),
  price: Type.Optional(DayPrice),
  liquidity: Type.Optional(described(MarketFigure, 'The last of the day')),
  volume24h: Type.Optional(described(MarketFigure, 'The last of the day')),
  valuation: Type.Optional(described(Valuation, 'The last of the day')),
  valuationWithheld: Type.Optional(described(WithheldReason, 'Why a known valuation is withheld')),
  doubt: Type.Optional(described(MarketDoubt, 'Why the readings are not believed')),
  evidenceId: Type.Optional(EvidenceId),
})
export type MarketDay = Static<typeof MarketDay>

/** The market of a project's token day by day. @source contract, Project reads */
export const Market = namedObject('Market', {
  project: ProjectReference,
  token: Type.Optional(TokenIdentity),
  state: described(CoverageState, 'Whether it is measured now'),
  status: described(MarketStatus, 'The market status'),
  observedAt: Type.Optional(Instant),
  claims: Type.Optional(Type.Record(Type.String(), ClaimNote)),
  valuationWithheld: Type.Optional(
    described(
      WithheldReason,
      'Why valuations are withheld now: the market is dead. A past day keeps its own',
    ),
  ),
  from: CalendarDate,
  to: CalendarDate,
  collectedFrom: nullable(described(CalendarDate, 'The first recorded day; null before it')),
  items: Type.Array(MarketDay, {
    description: 'One item a day and provider, oldest first; a day without a reading is absent',
  }),
  ignoredParameters: IgnoredParameters,
  disclaimer: Type.String(),
})
export type Market = Static<typeof Market>
