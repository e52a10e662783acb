import { type TSchema, Type } from 'typebox'

/** A string schema of a closed list, typed as the list's union. */
export function oneOf<const T extends readonly string[]>(values: T, description?: string) {
  return Type.Unsafe<T[number]>(
    Type.String({ enum: [...values], ...(description === undefined ? {} : { description }) }),
  )
}

/** The schema or null: for fields that are always present and null while unknown. */
export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

export const ACTIVITY_STATUSES = ['SHIPPING', 'ACTIVE', 'QUIET', 'DORMANT', 'RESUMED', 'UNKNOWN'] as const
export type ActivityStatus = (typeof ACTIVITY_STATUSES)[number]

export const PARTNER_STATUSES = ['active', 'stale', 'dormant', 'unknown'] as const
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
export type ValuationKind = (typeof VALUATION_KINDS)[number]

export const SHIP_BACKINGS = ['self-reported', 'source-linked', 'source-verified'] as const
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
export type ShipKind = (typeof SHIP_KINDS)[number]

export const CHANGE_PRECISIONS = ['EXACT', 'DATE', 'OBSERVED', 'WINDOW', 'SCHEDULED'] as const
export type ChangePrecision = (typeof CHANGE_PRECISIONS)[number]

export const CHANGE_OPS = ['upsert', 'retract'] as const
export type ChangeOp = (typeof CHANGE_OPS)[number]

export const CHANGE_ORIGINS = ['live', 'bootstrap', 'backfill'] as const
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
export type ChangeDomain = (typeof CHANGE_DOMAINS)[number]

export const TOKEN_VERIFICATIONS = ['VERIFIED', 'UNVERIFIED', 'MISMATCH'] as const
export type TokenVerification = (typeof TOKEN_VERIFICATIONS)[number]

export const RESEARCH_LEVELS = ['INDEXED', 'RESEARCHED', 'VERIFIED_BUILDER'] as const
export type ResearchLevel = (typeof RESEARCH_LEVELS)[number]

export const MARKET_STATUSES = [
  'LIVE',
  'LOW_LIQUIDITY',
  'NO_TRADING',
  'LIQUIDITY_GONE',
  'INSUFFICIENT_DATA',
] as const
export type MarketStatus = (typeof MARKET_STATUSES)[number]

export const CHANGE_STATES = ['recorded', 'none_recorded', 'unavailable'] as const
export type ChangeState = (typeof CHANGE_STATES)[number]

export const PROJECT_STATES = ['draft', 'published', 'hidden'] as const
export type ProjectState = (typeof PROJECT_STATES)[number]

export const PROJECT_KINDS = ['protocol', 'app', 'infrastructure', 'tooling', 'game', 'other'] as const
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

/** What a statement about a project is about. */
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
export type ClaimKind = (typeof CLAIM_KINDS)[number]

/** Who states it. */
export const CLAIM_AUTHORS = ['site', 'repository', 'signature', 'operator'] as const
export type ClaimAuthor = (typeof CLAIM_AUTHORS)[number]
