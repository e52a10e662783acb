import { orNull } from '#contract/claim.ts'
import { DISCLAIMERS } from '#contract/disclaimers.ts'
import type {
  Dossier,
  DossierMarket,
  DossierScore,
  DossierSource,
  DossierStatement,
} from '#contract/shapes/dossier.ts'
import type { MarketDoubt } from '#contract/shapes/project-card.ts'
import { known } from '#domain/ledger/wording.ts'
import { readingDoubt } from '#domain/market/verdict.ts'
import type {
  DossierRecord,
  ProjectScore,
  ProviderReading,
  RegisteredSource,
  StandingStatement,
} from '#domain/project/dossier-record.ts'
import { ACTIVITY_WORDS } from '#domain/ships/activity-words.ts'
import { activityStatus, marketStatus } from './card-fields.ts'
import { claimNote } from './claim-note.ts'
import { badge, projectChanges, type ViewDeps } from './links.ts'
import { listItems } from './list-items.ts'
import { marketFields, projectCard, projectClaims, tokenIdentity } from './project-card.ts'
import { sourceReference } from './receipt.ts'
import { shipOf } from './ship.ts'
import { sourceUrl } from './source-url.ts'
import { sourceWords, wordsOrNull } from './source-words.ts'

/** The dossier of a published project; unknown fields are absent. */
export function dossier(record: DossierRecord, deps: ViewDeps): Dossier {
  const { evidence, formerSlugs, ships, statements } = record
  const { token: _card, ...card } = projectCard(record, deps)
  const verified = orNull(evidence.tokenVerification)
  return {
    ...card,
    ...(formerSlugs.length === 0 ? {} : { formerSlugs: [...formerSlugs] }),
    ...tokenOf(record),
    ...(record.token === null || verified === null ? {} : { tokenVerificationReason: verified.reason }),
    statusHelp: ACTIVITY_WORDS[activityStatus(evidence.activity)].help,
    sources: record.sources.map(sourceOf),
    ...(statements.length === 0
      ? {}
      : { statements: listItems(statements, { name: ({ id }) => id, build: statementOf }) }),
    ...(record.token === null ? {} : { market: marketOf(record) }),
    coverage: coverageOf(evidence.coverage),
    ...(ships.length === 0
      ? {}
      : { newestShips: listItems(ships, { name: ({ id }) => id, build: (ship) => shipOf(ship, deps) }) }),
    score: scoreOf(record.score),
    claims: {
      ...projectClaims(record),
      buildMomentum: claimNote(record.score.momentum),
      underTheRadar: claimNote(record.score.gap),
    },
    changesUrl: projectChanges(record.slug, deps.site),
    badgeUrl: badge(record.slug, deps.site),
    disclaimer: DISCLAIMERS.dossier,
  }
}

function tokenOf({ token }: DossierRecord): Pick<Dossier, 'token'> {
  if (token === null) return {}
  const { decimals, totalSupply, readAt } = token
  return { token: { ...tokenIdentity(token), ...known({ decimals, totalSupply, readAt }) } }
}

function sourceOf(source: RegisteredSource): DossierSource {
  const { establishedOn, establishedStatement, notCountedReason, lastReadAt } = source
  return {
    ...sourceReference(source),
    ...known({ establishedOn, establishedStatement: wordsOrNull(establishedStatement) }),
    counted: source.counted,
    ...known({ notCountedReason: wordsOrNull(notCountedReason) }),
    attachedAt: source.attachedAt,
    ...known({ lastReadAt }),
  }
}

function scoreOf({ momentum, gap, notMeasured, rankedAt }: ProjectScore): DossierScore {
  const built = orNull(momentum)
  const ranked = orNull(gap)
  return {
    ...(built === null ? {} : { buildMomentum: built.score }),
    ...(ranked === null
      ? {}
      : {
          momentumPercentile: ranked.momentumPercentile,
          attentionPercentile: ranked.attentionPercentile,
          discoveryGap: ranked.gap,
        }),
    underTheRadar: {
      value: ranked === null ? 'NOT_MEASURED' : ranked.underTheRadar,
      ...known({ reason: notMeasured }),
    },
    ...known({ rankedAt }),
  }
}

function statementOf({ url, statedOn, names, ...stated }: StandingStatement): DossierStatement {
  return {
    ...stated,
    statement: sourceWords(stated.statement),
    ...known({ url: sourceUrl(url), statedOn, names }),
  }
}

function marketOf({ evidence, figures, readings }: DossierRecord): DossierMarket {
  const { status, observed_at: observedAt } = marketStatus(evidence.market)
  const { marketCap, valuationWithheld, marketDoubt } = marketFields(figures)
  const withheld = valuationWithheld !== undefined
  const shown = { withheld, doubt: marketDoubt === undefined ? null : marketDoubt }
  return {
    status,
    ...known({ observedAt }),
    ...(marketCap === undefined ? {} : { valuation: marketCap }),
    ...(withheld ? { valuationWithheld } : {}),
    ...(readings.length === 0 ? {} : { readings: readings.map((reading) => readingOf(reading, shown)) }),
  }
}

function readingOf(
  reading: ProviderReading,
  { withheld, doubt }: { readonly withheld: boolean; readonly doubt: MarketDoubt | null },
): NonNullable<DossierMarket['readings']>[number] {
  const { priceUsd, liquidityUsd, volume24hUsd, trades24h, valuation } = reading
  return {
    provider: reading.provider,
    observedAt: reading.observedAt,
    ...known({ priceUsd, liquidityUsd, volume24hUsd, trades24h }),
    ...(valuation === null || withheld ? {} : { valuation: { value: valuation.usd, kind: valuation.kind } }),
    source: reading.sourceId,
    ...known({ doubt: readingDoubt(reading, doubt) }),
  }
}

function coverageOf(coverage: DossierRecord['evidence']['coverage']): Dossier['coverage'] {
  return Object.fromEntries(
    Object.entries(coverage).map(([dimension, { state, observedAt }]) => [
      dimension,
      { state, ...known({ observedAt }) },
    ]),
  ) as Dossier['coverage']
}
