import { orAbsent, orNull } from '#contract/claim.ts'
import { DISCLAIMERS } from '#contract/disclaimers.ts'
import { COVERAGE_DIMENSIONS } from '#contract/enums.ts'
import { recordOf } from '#contract/keyed.ts'
import { known } from '#contract/known.ts'
import type {
  Dossier,
  DossierMarket,
  DossierScore,
  DossierSource,
  DossierStatement,
} from '#contract/shapes/dossier.ts'
import type { MarketDoubt } from '#contract/shapes/project-card.ts'
import { valuationDoubt } from '#domain/market/valuation.ts'
import { readingDoubt } from '#domain/market/verdict.ts'
import type {
  DescribedProject,
  DossierRecord,
  ProjectScore,
  ProviderReading,
  RegisteredSource,
  StandingStatement,
} from '#domain/project/dossier-record.ts'
import { scoringVersion } from '#domain/scoring-version.ts'
import { ACTIVITY_WORDS } from '#domain/ships/activity-words.ts'
import { activityStatusField, marketStatusField } from '../cards/card-fields.ts'
import { marketFields, projectCard, projectClaimNotes, tokenIdentity } from '../cards/project-card.ts'
import { sourceReference } from '../evidence/receipt.ts'
import { listItems } from '../lists/list-items.ts'
import { shipItems } from '../ships/ship.ts'
import { badgeAddress, projectChanges, type ViewDeps } from '../site/links.ts'
import { type BuildingRead, unmeasuredBuilding } from '../words/building.ts'
import { claimNote } from '../words/claim-note.ts'
import { sourceWords, wordsOrNull } from '../words/sources.ts'
import { sourceUrl } from './source-url.ts'

/** The dossier of a published project; unknown fields are absent. */
export function dossier(record: DossierRecord, deps: ViewDeps): Dossier {
  const { evidence, ships, statements } = record
  const { token: _card, ...card } = projectCard(record, deps)
  const stated = listItems(statements, { name: ({ id }) => id, build: statementOf })
  const newest = shipItems(ships, deps)
  const broken = [stated, newest].flatMap((list) => (list.broken === undefined ? [] : list.broken))
  return {
    ...card,
    ...formerSlugsOf(record),
    ...tokenOf(record),
    ...verificationReason(record),
    statusHelp: statusHelp(record),
    sources: record.sources.map(sourceOf),
    ...(statements.length === 0 ? {} : { statements: stated.items }),
    ...(record.token === null ? {} : { market: dossierMarket(record) }),
    coverage: dossierCoverage(evidence.coverage),
    ...(ships.length === 0 ? {} : { newestShips: newest.items }),
    ...(broken.length === 0 ? {} : { broken }),
    score: scoreOf(record.score),
    claims: describedClaims(record),
    changesUrl: projectChanges(record.slug, deps.site),
    badgeUrl: badgeAddress(record.slug, deps.site),
    disclaimer: DISCLAIMERS.dossier,
  }
}

/** The slugs that the project had before; absent without one. */
export function formerSlugsOf({ formerSlugs }: DescribedProject): Pick<Dossier, 'formerSlugs'> {
  return formerSlugs.length === 0 ? {} : { formerSlugs: [...formerSlugs] }
}

/** Why the token is verified or not; absent without a token and while unknown. */
export function verificationReason({
  token,
  evidence,
}: DescribedProject): Pick<Dossier, 'tokenVerificationReason'> {
  const verified = orNull(evidence.tokenVerification)
  return token === null || verified === null ? {} : { tokenVerificationReason: verified.reason }
}

/** One sentence that explains the status. */
export function statusHelp({ evidence }: DescribedProject): string {
  return ACTIVITY_WORDS[activityStatusField(evidence.activity)].help
}

/**
 * Why the project has no status, or why its building was not measured, in a sentence. Undefined where both are known.
 */
export function unmeasuredDossier({
  status,
  activityMeasured,
  claims,
  coverage: { building },
  kind,
  asOf,
}: Pick<Dossier, 'status' | 'activityMeasured' | 'claims' | 'coverage' | 'kind' | 'asOf'>):
  | string
  | undefined {
  return unmeasuredBuilding({
    status,
    activityMeasured,
    statusReason: claims['status']?.reason,
    countReason: claims['meaningfulShips30d']?.reason,
    building: building ?? UNREAD,
    kind,
    asOf,
  })
}

const UNREAD: BuildingRead = { state: 'NOT_ENOUGH_YET' }

/** The claim note of each field of the card, of the score and of the launch. */
export function describedClaims(project: DescribedProject): Dossier['claims'] {
  return {
    ...projectClaimNotes(project),
    ...(project.token === null ? {} : { launchStage: claimNote(project.launchStage) }),
    ...scoreClaims(project.score),
  }
}

/** The token with its contract's answers; absent without a token. */
export function tokenOf({
  token,
  launchStage,
}: Pick<DescribedProject, 'token' | 'launchStage'>): Pick<Dossier, 'token'> {
  if (token === null) return {}
  const { decimals, totalSupply, readAt } = token
  return {
    token: {
      ...tokenIdentity(token),
      ...known({ decimals, totalSupply, readAt }),
      ...orAbsent('launchStage', launchStage),
    },
  }
}

function sourceOf(source: RegisteredSource): DossierSource {
  const { establishedOn, establishedStatement, counted, notCountedReason, lastReadAt, linkReadAt } = source
  return {
    ...sourceReference(source),
    ...known({ establishedOn, establishedStatement: wordsOrNull(establishedStatement) }),
    counted,
    ...known({ notCountedReason: wordsOrNull(notCountedReason) }),
    attachedAt: source.attachedAt,
    ...known({ lastReadAt, linkReadAt, fork: source.fork, upstream: wordsOrNull(source.upstream) }),
  }
}

/** The claim note of each field of a score. */
export function scoreClaims({ momentum, gap }: ProjectScore) {
  return { buildMomentum: claimNote(momentum), underTheRadar: claimNote(gap) }
}

/** A project's score; figures that are not measured are absent. */
export function scoreOf({ momentum, gap, notMeasured, rankedAt }: ProjectScore): DossierScore {
  const built = orNull(momentum)
  const ranked = orNull(gap)
  return {
    ...(built === null ? {} : { buildMomentum: built.score }),
    ...(momentum.kind === 'DERIVED' ? known({ buildMomentumAsOf: momentum.asOf ?? null }) : {}),
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
    scoringVersion: scoringVersion(),
  }
}

function statementOf(stated: StandingStatement): DossierStatement {
  const { id, kind, by, url, statedOn, names, observedAt, signature, record } = stated
  return {
    id,
    kind,
    by,
    statement: sourceWords(stated.statement),
    ...known({ url: sourceUrl(url), statedOn, names, outcome: signature?.outcome ?? record?.outcome }),
    observedAt,
  }
}

/** The market by provider. The valuations of a dead market are withheld. */
export function dossierMarket({ evidence, figures, readings }: DescribedProject): DossierMarket {
  const { status, observed_at: observedAt } = marketStatusField(evidence.market)
  const { marketCap, valuationWithheld, marketDoubt } = marketFields(figures)
  const withheld = valuationWithheld !== undefined
  const shown = { withheld, doubt: marketDoubt === undefined ? null : marketDoubt }
  return {
    status,
    ...known({ observedAt }),
    ...known({ valuation: marketCap }),
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
    ...known({ doubt: doubtOf(reading, doubt) }),
  }
}

/** Why a reading, or only its valuation, is not believed; null when both are believed. */
function doubtOf(reading: ProviderReading, market: MarketDoubt | null): MarketDoubt | null {
  const doubt = readingDoubt(reading, market === 'implausible_valuation' ? null : market)
  return doubt ?? valuationDoubt(reading)
}

/** The state of each dimension. */
export function dossierCoverage(coverage: DossierRecord['evidence']['coverage']): Dossier['coverage'] {
  return recordOf(COVERAGE_DIMENSIONS, (dimension) => {
    const { state, observedAt } = coverage[dimension]
    return { state, ...known({ observedAt }) }
  })
}
