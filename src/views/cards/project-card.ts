import type { Listed } from '#contract/broken-item.ts'
import { type Claim, orAbsent, orNull } from '#contract/claim.ts'
import { DISCLAIMERS } from '#contract/disclaimers.ts'
import { CHAIN_ID } from '#contract/ids.ts'
import { type Ignoring, ignoredField } from '#contract/ignored.ts'
import { known } from '#contract/known.ts'
import type {
  LastShip,
  MarketFigure,
  ProjectCard,
  ProjectList,
  TokenIdentity,
  Valuation,
} from '#contract/shapes/project-card.ts'
import type { Instant } from '#contract/time.ts'
import type { ProviderFigure } from '#domain/market/figures.ts'
import type { Fdv, MarketCap } from '#domain/market/valuation.ts'
import type { CardShip } from '#domain/project/card-evidence.ts'
import type { ListedFigures, ListedProject, ListedToken } from '#domain/project/project-list.ts'
import { ACTIVITY_WORDS } from '#domain/ships/activity-words.ts'
import { listItems } from '../lists/list-items.ts'
import { nextOffset, unavailableList } from '../lists/list-places.ts'
import { projectReference } from '../project/reference.ts'
import { sourceUrl } from '../project/source-url.ts'
import type { Site, ViewDeps } from '../site/links.ts'
import { claimNote } from '../words/claim-note.ts'
import { wordsOrNull } from '../words/sources.ts'
import { activityStatusField, countedTo, marketClaim, meaningfulShips, shipTitle } from './card-fields.ts'

/** A list of projects, without claim notes when `claims` is none. The next list starts where this one ends. */
export function projectCards(
  list: Ignoring & {
    readonly projects: readonly ListedProject[]
    readonly total: number
    readonly offset: number
    readonly claims: 'none' | undefined
  },
  deps: ViewDeps,
): ProjectList {
  return {
    ...projectItems(list, deps),
    available: true,
    total: list.total,
    nextOffset: nextOffset({ ...list, shown: list.projects.length }),
    ...ignoredField(list),
    disclaimer: DISCLAIMERS.projects,
  }
}

/** The cards of projects, without claim notes when `claims` is none. */
export function projectItems(
  { projects, claims }: { readonly projects: readonly ListedProject[]; readonly claims: 'none' | undefined },
  deps: ViewDeps,
): Listed<ProjectCard> {
  return listItems(projects, {
    name: ({ slug }) => slug,
    build: (project) => ({
      ...projectCard(project, deps),
      ...(claims === 'none' ? {} : { claims: projectClaimNotes(project) }),
    }),
  })
}

/** A list that cannot be produced; its total is unknown. */
export function unavailableProjects(
  reason: NonNullable<ProjectList['reason']>,
  ignoring: Ignoring,
): ProjectList {
  return { ...unavailableList(reason, ignoring), disclaimer: DISCLAIMERS.projects }
}

/** The card of a published project, without claim notes. Unknown fields are absent. */
export function projectCard(project: ListedProject, deps: ViewDeps): Omit<ProjectCard, 'claims'> {
  const { evidence, token } = project
  const market = orNull(evidence.market)
  return {
    ...identity(project, deps.site),
    ...(token === null ? {} : { token: tokenIdentity(token), ...verificationFields(evidence) }),
    ...levelFields(evidence),
    ...buildFields(project, deps.now),
    ...(market === null ? {} : { marketStatus: market.status }),
    ...marketFields(project.figures),
    publishedAt: project.publishedAt,
    ...known({ asOf: project.scoredAt }),
  }
}

/**
 * The fields about building: status, newest activity, newest counted ship and the count of ships. Unknown fields are
 * absent, except that the status is UNKNOWN.
 */
export function buildFields(
  { evidence, scoredAt }: Pick<ListedProject, 'evidence' | 'scoredAt'>,
  now: Instant,
) {
  const status = activityStatusField(evidence.activity)
  const counted = meaningfulShips(evidence)
  return {
    status,
    statusLabel: ACTIVITY_WORDS[status].label,
    activityMeasured: evidence.activityMeasured,
    ...orAbsent('lastActivityAt', evidence.lastActivityAt),
    ...lastShipField(evidence.latestMeaningfulShip, now),
    ...orAbsent('meaningfulShips30d', counted),
    ...known({ meaningfulShips30dAsOf: countedTo(counted, scoredAt) }),
  }
}

/** The research level; absent while unknown. */
export function levelFields({
  researchLevel,
}: ListedProject['evidence']): Pick<ProjectCard, 'researchLevel' | 'verifiedBuilder'> {
  const level = orNull(researchLevel)
  return level === null ? {} : { researchLevel: level, verifiedBuilder: level === 'VERIFIED_BUILDER' }
}

/** The identity of a project, without measurements. */
export function identity(
  project: Pick<ListedProject, 'slug' | 'name' | 'description' | 'kind' | 'launchpad' | 'narratives'>,
  site: Site,
) {
  const { kind, description, launchpad, narratives } = project
  return {
    ...projectReference(project, site),
    ...known({ description: wordsOrNull(description), kind, launchpad: wordsOrNull(launchpad) }),
    ...(narratives.length === 0 ? {} : { narratives: [...narratives] }),
  }
}

/** A token in lists and lookups. */
export function tokenIdentity(token: ListedToken): TokenIdentity {
  const { address, symbol, symbolDeclared, name } = token
  return {
    chainId: CHAIN_ID,
    contract: address,
    ...known({
      symbol: wordsOrNull(symbol),
      symbolDeclared: wordsOrNull(symbolDeclared),
      name: wordsOrNull(name),
    }),
  }
}

/** Whether the project names its token; absent while unknown. */
export function verificationFields({
  tokenVerification,
}: ListedProject['evidence']): Pick<ProjectCard, 'tokenVerification' | 'activityAppliesToToken'> {
  const verified = orNull(tokenVerification)
  return verified === null
    ? {}
    : { tokenVerification: verified.status, activityAppliesToToken: verified.status !== 'MISMATCH' }
}

/** The newest counted ship; absent while none is known. */
export function lastShipField(claim: Claim<CardShip>, now: Instant): { lastShip?: LastShip } {
  const ship = orNull(claim)
  if (ship === null) return {}
  return {
    lastShip: {
      title: shipTitle(ship, now),
      kind: ship.kind,
      ...known({ occurredAt: ship.occurredAt, url: sourceUrl(ship.url) }),
      evidenceId: ship.id,
    },
  }
}

/** The known market figures, each with provider and time. A withheld figure has its reason instead. */
export function marketFields(
  figures: ListedFigures,
): Pick<ProjectCard, 'marketCap' | 'valuationWithheld' | 'liquidity' | 'volume24h' | 'marketDoubt'> {
  const valuation = orNull(figures.valuation)
  return {
    ...(valuation === null ? {} : { marketCap: valuationField(valuation) }),
    ...known({ valuationWithheld: figures.withheld, marketDoubt: figures.doubt }),
    ...figureField('liquidity', figures.liquidity),
    ...figureField('volume24h', figures.volume24h),
  }
}

/** A valuation as every answer shows it. */
export function valuationField({ usd, kind, provider, observedAt }: MarketCap | Fdv): Valuation {
  return { value: usd, kind, provider, observedAt }
}

function figureField<K extends string>(key: K, claim: Claim<ProviderFigure>): { [P in K]?: MarketFigure } {
  if (claim.kind !== 'FACT') return {}
  const figure = { value: claim.value.usd, provider: claim.value.provider, observedAt: claim.observedAt }
  return { [key]: figure } as { [P in K]?: MarketFigure }
}

/** The claim note of each field of a project's card. */
export function projectClaimNotes({
  evidence,
  figures,
  token,
}: ListedProject): NonNullable<ProjectCard['claims']> {
  return {
    status: claimNote(evidence.activity),
    researchLevel: claimNote(evidence.researchLevel),
    lastShip: claimNote(evidence.latestMeaningfulShip),
    meaningfulShips30d: claimNote(meaningfulShips(evidence)),
    marketStatus: claimNote(marketClaim(evidence)),
    marketCap: claimNote(figures.valuation),
    liquidity: claimNote(figures.liquidity),
    volume24h: claimNote(figures.volume24h),
    ...(token === null ? {} : { tokenVerification: claimNote(evidence.tokenVerification) }),
  }
}
