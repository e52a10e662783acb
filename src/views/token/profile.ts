import { DISCLAIMERS } from '#contract/disclaimers.ts'
import type { CoverageState } from '#contract/enums.ts'
import { CHAIN_ID } from '#contract/ids.ts'
import {
  PROFILE_PARTS,
  type ProfilePart,
  type TokenProfile,
  type UnknownPart,
} from '#contract/shapes/token-profile.ts'
import type { ContractLaunch, Lock } from '#domain/contracts/records.ts'
import type { DossierRecord } from '#domain/project/dossier-record.ts'
import type { NewestChanges } from '#domain/project/snapshot-record.ts'
import type { ServiceToken } from '#domain/service-token.ts'
import { projectCard } from '../cards/project-card.ts'
import { toChangeEvent } from '../changes/change.ts'
import { dossier } from '../project/dossier.ts'
import { sourceUrl } from '../project/source-url.ts'
import type { ViewDeps } from '../site/links.ts'
import { sourceWords, wordsOrNull } from '../words/sources.ts'

/** The records of the project that the service's own token belongs to. `launch` is undefined while it is not read. */
export type OwnProject = {
  readonly record: DossierRecord
  readonly changes: NewestChanges
  readonly locks: readonly Lock[]
  readonly launch: ContractLaunch | undefined
}

type Given = { readonly token: ServiceToken | null; readonly own: OwnProject | undefined }
type Part<P extends ProfilePart> = NonNullable<TokenProfile[P]> | UnknownPart
/** Each part with its value, or why it is unknown. */
type Parts = { readonly [P in Exclude<ProfilePart, 'holderTiers'>]: Part<P> } & {
  readonly holderTiers: UnknownPart
}

const NOT_CONFIGURED = { state: 'NOT_RESEARCHED', reason: 'not_configured' } as const
const NOT_LAUNCHED = { state: 'NOT_APPLICABLE', reason: 'not_launched' } as const
const NOT_PUBLISHED = { state: 'NOT_RESEARCHED', reason: 'not_published' } as const

/** The profile of the service's own token. Records of another token do not count. */
export function tokenProfile(given: Given, deps: ViewDeps): TokenProfile {
  const parts: Parts = {
    ...documented(given.token),
    ...ofToken(given, deps),
    ...ofProject(given, deps),
    holderTiers: { state: 'NO_SOURCE', reason: 'never_read' },
  }
  const unknown = PROFILE_PARTS.flatMap((name): (readonly [string, UnknownPart])[] => {
    const part = parts[name]
    return isUnknown(part) ? [[name, part]] : []
  })
  return {
    schema: 'svc.token-profile/v1',
    identity: valueOrNull(parts.identity),
    contract: valueOrNull(parts.contract),
    chainId: CHAIN_ID,
    supply: valueOrNull(parts.supply),
    launch: valueOrNull(parts.launch),
    market: valueOrNull(parts.market),
    locks: valueOrNull(parts.locks),
    project: valueOrNull(parts.project),
    recentChanges: valueOrNull(parts.recentChanges),
    holderTiers: null,
    utilities: valueOrNull(parts.utilities),
    unknown: Object.fromEntries(unknown),
    asOf: given.own === undefined ? null : given.own.record.scoredAt,
    disclaimer: DISCLAIMERS.tokenProfile,
  }
}

function valueOrNull<T>(part: T | UnknownPart): T | null {
  return isUnknown(part) ? null : part
}

function isUnknown(part: unknown): part is UnknownPart {
  return typeof part === 'object' && part !== null && 'state' in part && 'reason' in part
}

function documented(token: ServiceToken | null): Pick<Parts, 'identity' | 'contract' | 'utilities'> {
  if (token === null) {
    return { identity: NOT_CONFIGURED, contract: NOT_CONFIGURED, utilities: NOT_CONFIGURED }
  }
  const { name, symbol, contract, reviewedOn, utilities } = token
  return {
    identity: { name: sourceWords(name), symbol: wordsOrNull(symbol), reviewedOn },
    contract: contract === null ? NOT_LAUNCHED : contract,
    utilities:
      utilities === null
        ? { state: 'NOT_RESEARCHED', reason: 'not_documented' }
        : utilities.map(({ status, ...of }) => ({
            name: sourceWords(of.name),
            status,
            description: wordsOrNull(of.description),
            url: sourceUrl(of.url),
          })),
  }
}

type TokenParts = Pick<Parts, 'supply' | 'launch' | 'market' | 'locks'>

function ofToken({ token, own }: Given, deps: ViewDeps): TokenParts {
  const missing = whyMissing({ token, own })
  if (missing !== undefined || own === undefined) return allUnknown(missing ?? NOT_PUBLISHED)
  const { record, launch, locks } = own
  const { coverage } = record.evidence
  return {
    supply: supplyOf(record) ?? notMeasured('NOT_ENOUGH_YET'),
    launch: launch === undefined ? notMeasured(coverage.contracts.state) : launchOf(launch),
    market: marketOf(record, deps) ?? notMeasured(coverage.market.state),
    locks: coverage.locks.state === 'MEASURED' ? locks.map(lockOf) : notMeasured(coverage.locks.state),
  }
}

function whyMissing({ token, own }: Given): UnknownPart | undefined {
  if (token === null) return NOT_CONFIGURED
  if (token.contract === null) return NOT_LAUNCHED
  return own?.record.token?.address === token.contract ? undefined : NOT_PUBLISHED
}

function allUnknown(why: UnknownPart): TokenParts {
  return { supply: why, launch: why, market: why, locks: why }
}

function notMeasured(state: CoverageState): UnknownPart {
  return { state: state === 'MEASURED' ? 'NOT_ENOUGH_YET' : state, reason: 'not_measured' }
}

function supplyOf({ token }: DossierRecord): TokenProfile['supply'] {
  if (token === null || token.totalSupply === null || token.readAt === null) return null
  return { total: token.totalSupply, decimals: token.decimals, observedAt: token.readAt }
}

function launchOf(launch: ContractLaunch): Part<'launch'> {
  const { createdAt: launchedAt, block, transaction, deployer, evidence } = launch
  return { launchedAt, transaction, block, deployer, evidence }
}

function marketOf(record: DossierRecord, deps: ViewDeps): TokenProfile['market'] {
  const { market } = dossier(record, deps)
  return market === undefined || market.readings === undefined ? null : market
}

function lockOf({
  amount,
  unlockAt,
  withdrawn,
  observedAt,
  id,
}: Lock): NonNullable<TokenProfile['locks']>[number] {
  return { amount, unlockAt, withdrawn, observedAt, evidence: id }
}

function ofProject({ token, own }: Given, deps: ViewDeps): Pick<Parts, 'project' | 'recentChanges'> {
  if (own === undefined) {
    const why = token === null ? NOT_CONFIGURED : NOT_PUBLISHED
    return { project: why, recentChanges: why }
  }
  const { record, changes } = own
  const about = { now: deps.now, ...deps.site }
  return {
    project: projectCard(record, deps),
    recentChanges:
      changes === null ? notMeasured('NOT_ENOUGH_YET') : changes.map((entry) => toChangeEvent(entry, about)),
  }
}
