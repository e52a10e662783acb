import { type Static, type TSchema, type TUnsafe, Type } from 'typebox'

/** A string schema of a closed list, typed as the list's union. */
export function oneOf<const T extends readonly string[]>(values: T) {
  return Type.Unsafe<T[number]>(Type.String({ enum: [...values] }))
}

/** The schema of a closed list with a name, so that clients get one type of that name for all uses. */
export type NamedList<T extends string> = TUnsafe<T> & { readonly $id: string; readonly enum: readonly T[] }

/** Names a closed list. Use `described` to add its meaning in one field. */
export function namedList<const T extends readonly string[]>(name: string, values: T): NamedList<T[number]> {
  return Object.assign(Type.Unsafe<T[number]>(Type.String({ title: name })), { $id: name, enum: values })
}

/** The schema with a description for one field. A named schema stays a reference to its name. */
export function described<T extends TSchema>(schema: T, description: string) {
  const form = '$id' in schema ? { allOf: [schema] } : schema
  return Type.Unsafe<Static<T>>({ ...form, description })
}

/** The schema or null: for fields that are always present and null while unknown. */
export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

export const ACTIVITY_STATUSES = ['SHIPPING', 'ACTIVE', 'QUIET', 'DORMANT', 'RESUMED', 'UNKNOWN'] as const
export const ActivityStatus = namedList('ActivityStatus', ACTIVITY_STATUSES)
export type ActivityStatus = (typeof ACTIVITY_STATUSES)[number]

export const PARTNER_STATUSES = ['active', 'stale', 'dormant', 'unknown'] as const
export const PartnerStatus = namedList('PartnerStatus', PARTNER_STATUSES)
export type PartnerStatus = (typeof PARTNER_STATUSES)[number]

export const COVERAGE_STATES = [
  'MEASURED',
  'NO_SOURCE',
  'NOT_ENOUGH_YET',
  'STALE',
  'SOURCE_UNAVAILABLE',
  'NOT_APPLICABLE',
  'NOT_RESEARCHED',
  'ERROR',
  'WITHHELD',
] as const
export const CoverageState = namedList('CoverageState', COVERAGE_STATES)
export type CoverageState = (typeof COVERAGE_STATES)[number]

export const COVERAGE_DIMENSIONS = [
  'building',
  'contracts',
  'verified_source',
  'market',
  'locks',
  'token_verification',
] as const
export type CoverageDimension = (typeof COVERAGE_DIMENSIONS)[number]

export const VALUATION_KINDS = ['marketCap', 'fdv'] as const
export const ValuationKind = namedList('ValuationKind', VALUATION_KINDS)
export type ValuationKind = (typeof VALUATION_KINDS)[number]

export const SHIP_BACKINGS = ['self-reported', 'source-linked', 'source-verified'] as const
export const ShipBacking = namedList('ShipBacking', SHIP_BACKINGS)
export type ShipBacking = (typeof SHIP_BACKINGS)[number]

export const SHIP_KINDS = [
  'release',
  'prerelease',
  'feature',
  'integration',
  'docs',
  'code_week',
  'deployment',
  'upgrade',
] as const
export const ShipKind = namedList('ShipKind', SHIP_KINDS)
export type ShipKind = (typeof SHIP_KINDS)[number]

export const CHANGE_PRECISIONS = ['EXACT', 'DATE', 'OBSERVED', 'WINDOW', 'SCHEDULED'] as const
export const ChangePrecision = namedList('ChangePrecision', CHANGE_PRECISIONS)
export type ChangePrecision = (typeof CHANGE_PRECISIONS)[number]

export const CHANGE_OPS = ['upsert', 'retract'] as const
export const ChangeOp = namedList('ChangeOp', CHANGE_OPS)
export type ChangeOp = (typeof CHANGE_OPS)[number]

export const CHANGE_ORIGINS = ['live', 'bootstrap', 'backfill'] as const
export const ChangeOrigin = namedList('ChangeOrigin', CHANGE_ORIGINS)
export type ChangeOrigin = (typeof CHANGE_ORIGINS)[number]

export const CHANGE_DOMAINS = [
  'build',
  'contract',
  'market',
  'token',
  'research',
  'lock',
  'market_integrity',
] as const
export const ChangeDomain = namedList('ChangeDomain', CHANGE_DOMAINS)
export type ChangeDomain = (typeof CHANGE_DOMAINS)[number]

export const TOKEN_VERIFICATIONS = ['VERIFIED', 'UNVERIFIED', 'MISMATCH'] as const
export const TokenVerification = namedList('TokenVerification', TOKEN_VERIFICATIONS)
export type TokenVerification = (typeof TOKEN_VERIFICATIONS)[number]

export const RESEARCH_LEVELS = ['INDEXED', 'RESEARCHED', 'VERIFIED_BUILDER'] as const
export const ResearchLevel = namedList('ResearchLevel', RESEARCH_LEVELS)
export type ResearchLevel = (typeof RESEARCH_LEVELS)[number]

export const MARKET_STATUSES = [
  'LIVE',
  'LOW_LIQUIDITY',
  'NO_TRADING',
  'LIQUIDITY_GONE',
  'INSUFFICIENT_DATA',
] as const
export const MarketStatus = namedList('MarketStatus', MARKET_STATUSES)
export type MarketStatus = (typeof MARKET_STATUSES)[number]

export const CHANGE_STATES = ['recorded', 'none_recorded', 'unavailable'] as const
export const ChangeState = namedList('ChangeState', CHANGE_STATES)
export type ChangeState = (typeof CHANGE_STATES)[number]

export const PROJECT_STATES = ['draft', 'published', 'hidden'] as const
export type ProjectState = (typeof PROJECT_STATES)[number]

export const PROJECT_KINDS = ['protocol', 'app', 'infrastructure', 'tooling', 'game', 'other'] as const
export const ProjectKind = namedList('ProjectKind', PROJECT_KINDS)
export type ProjectKind = (typeof PROJECT_KINDS)[number]

export const SOURCE_KINDS = [
  'github_repository',
  'website',
  'npm_package',
  'deployer',
  'contract',
  'token',
  'market',
  'explorer',
  'locker',
] as const
export const SourceKind = namedList('SourceKind', SOURCE_KINDS)
export type SourceKind = (typeof SOURCE_KINDS)[number]

export const ESTABLISHED_BY = [
  'mutual',
  'site_link',
  'repository_homepage',
  'deployer_signature',
  'operator_review',
  'self_reported',
  'token_identity',
] as const
export const EstablishedBy = namedList('EstablishedBy', ESTABLISHED_BY)
export type EstablishedBy = (typeof ESTABLISHED_BY)[number]

export const READING_OUTCOMES = [
  'fresh',
  'not_modified',
  'missing',
  'disallowed',
  'rate_limited',
  'unavailable',
  'error',
] as const
export type ReadingOutcome = (typeof READING_OUTCOMES)[number]

/** Subject of a statement about a project. */
export const CLAIM_KINDS = [
  'token_named',
  'token_signed',
  'token_deploy_record',
  'other_token_named',
  'builder',
  'launch',
  'utility',
  'narrative',
  'security',
] as const
export const ClaimKind = namedList('ClaimKind', CLAIM_KINDS)
export type ClaimKind = (typeof CLAIM_KINDS)[number]

/** Who states it. */
export const CLAIM_AUTHORS = ['site', 'repository', 'signature', 'operator'] as const
export const ClaimAuthor = namedList('ClaimAuthor', CLAIM_AUTHORS)
export type ClaimAuthor = (typeof CLAIM_AUTHORS)[number]
