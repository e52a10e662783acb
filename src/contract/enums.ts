import { type Static, type TProperties, type TSchema, type TUnsafe, Type } from 'typebox'

/** The schema of a closed list with a name, so that clients get one type of that name for all uses. */
export type NamedList<T extends string> = TUnsafe<T> & { readonly $id: string; readonly enum: readonly T[] }

/** Names a closed list. Use `described` to add its meaning in one field. */
export function namedList<const T extends readonly string[]>(
  name: string,
  values: T,
  words: { readonly description?: string } = {},
): NamedList<T[number]> {
  const text = Type.String({ title: name, ...words })
  return Object.assign(Type.Unsafe<T[number]>(text), { $id: name, enum: values })
}

/** The schema of an object with a name, so that clients get one type of that name for all uses. */
export function namedObject<T extends TProperties>(
  name: string,
  properties: T,
  words: { readonly description?: string } = {},
) {
  return Type.Object(properties, { $id: name, title: name, ...words })
}

/** The schema with a description for one field. A named schema stays a reference to its name. */
export function described<T extends TSchema>(schema: T, description: string) {
  const form = '$id' in schema ? { allOf: [schema] } : schema
  return Type.Unsafe<Static<T>>({ ...form, description })
}

/**
 * A field that is always null. Described as text or null, because openapi-fetch drops a field of type null from its
 * types.
 */
export function alwaysNull(description: string) {
  return Type.Unsafe<null>({ ...nullable(Type.String()), description })
}

/** The schema or null: for fields that are always present and null while unknown. */
export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

export const ActivityStatus = namedList(
  'ActivityStatus',
  ['SHIPPING', 'ACTIVE', 'QUIET', 'DORMANT', 'RESUMED', 'UNKNOWN'],
  { description: 'By shipping, never by price' },
)
export type ActivityStatus = Static<typeof ActivityStatus>

export const PartnerStatus = namedList('PartnerStatus', ['active', 'stale', 'dormant', 'unknown'], {
  description: 'The status in four words',
})
export type PartnerStatus = Static<typeof PartnerStatus>

export const CoverageState = namedList(
  'CoverageState',
  [
    'MEASURED',
    'NO_SOURCE',
    'NOT_ENOUGH_YET',
    'STALE',
    'SOURCE_UNAVAILABLE',
    'NOT_APPLICABLE',
    'NOT_RESEARCHED',
    'ERROR',
    'WITHHELD',
  ],
  { description: 'Never a score; a zero under NO_SOURCE is not a finding' },
)
export type CoverageState = Static<typeof CoverageState>

export const COVERAGE_DIMENSIONS = [
  'building',
  'contracts',
  'verified_source',
  'market',
  'locks',
  'token_verification',
] as const
export const CoverageDimension = namedList('CoverageDimension', COVERAGE_DIMENSIONS)
export type CoverageDimension = Static<typeof CoverageDimension>

/** The facts that can be explained. @source contract, Enumerations */
export const ExplainFact = namedList('ExplainFact', [
  'market.valuation',
  'market.status',
  'activity.status',
  'build.momentum',
  'discovery_gap',
  'still_building',
  'research.level',
  'token.verification',
  'source.counted',
  'market_integrity.state',
])
export type ExplainFact = Static<typeof ExplainFact>

export const ValuationKind = namedList('ValuationKind', ['marketCap', 'fdv'], {
  description: 'Never compare the two',
})
export type ValuationKind = Static<typeof ValuationKind>

export const ShipBacking = namedList('ShipBacking', ['self-reported', 'source-linked', 'source-verified'], {
  description: 'How far a source backs it',
})
export type ShipBacking = Static<typeof ShipBacking>

export const ShipKind = namedList(
  'ShipKind',
  ['release', 'prerelease', 'feature', 'integration', 'docs', 'code_week', 'deployment', 'upgrade'],
  { description: 'What was shipped' },
)
export type ShipKind = Static<typeof ShipKind>

/** The stage of a token's launch on a curve, as the logs of its factory and its pool show it. */
export const LaunchStage = namedList('LaunchStage', ['CREATED', 'BONDING', 'COMPLETED', 'MIGRATED'])
export type LaunchStage = Static<typeof LaunchStage>

/** Whether a utility of the service's token can be used. @source contract, Enumerations */
export const UtilityStatus = namedList('UtilityStatus', ['LIVE', 'PLANNED', 'RETIRED', 'UNKNOWN'])
export type UtilityStatus = Static<typeof UtilityStatus>

export const ChangePrecision = namedList(
  'ChangePrecision',
  ['EXACT', 'DATE', 'OBSERVED', 'WINDOW', 'SCHEDULED'],
  { description: 'How exact occurredAt is' },
)
export type ChangePrecision = Static<typeof ChangePrecision>

export const ChangeOp = namedList('ChangeOp', ['upsert', 'retract'])
export type ChangeOp = Static<typeof ChangeOp>

export const ChangeOrigin = namedList('ChangeOrigin', ['live', 'bootstrap', 'backfill'])
export type ChangeOrigin = Static<typeof ChangeOrigin>

export const ChangeDomain = namedList(
  'ChangeDomain',
  ['build', 'contract', 'market', 'token', 'research', 'lock', 'market_integrity'],
  { description: 'The type before its dot' },
)
export type ChangeDomain = Static<typeof ChangeDomain>

export const TokenVerification = namedList('TokenVerification', ['VERIFIED', 'UNVERIFIED', 'MISMATCH'], {
  description: 'Whether the project itself names this contract',
})
export type TokenVerification = Static<typeof TokenVerification>

export const ResearchLevel = namedList('ResearchLevel', ['INDEXED', 'RESEARCHED', 'VERIFIED_BUILDER'], {
  description: 'How far it is researched',
})
export type ResearchLevel = Static<typeof ResearchLevel>

export const MarketStatus = namedList(
  'MarketStatus',
  ['LIVE', 'LOW_LIQUIDITY', 'NO_TRADING', 'LIQUIDITY_GONE', 'INSUFFICIENT_DATA'],
  { description: 'INSUFFICIENT_DATA: the readings do not say' },
)
export type MarketStatus = Static<typeof MarketStatus>

export const ChangeState = namedList('ChangeState', ['recorded', 'none_recorded', 'unavailable'])

export const ProjectState = namedList('ProjectState', ['draft', 'published', 'hidden'])
export type ProjectState = Static<typeof ProjectState>

export const ProjectKind = namedList(
  'ProjectKind',
  ['protocol', 'app', 'infrastructure', 'tooling', 'game', 'data', 'documentation', 'art', 'other'],
  { description: 'As the catalogue says' },
)
export type ProjectKind = Static<typeof ProjectKind>

export const SourceKind = namedList(
  'SourceKind',
  [
    'github_repository',
    'website',
    'npm_package',
    'deployer',
    'contract',
    'token',
    'market',
    'explorer',
    'locker',
  ],
  { description: 'What is read there' },
)
export type SourceKind = Static<typeof SourceKind>

export const EstablishedBy = namedList(
  'EstablishedBy',
  [
    'mutual',
    'site_link',
    'repository_homepage',
    'deployer_signature',
    'operator_review',
    'self_reported',
    'token_identity',
  ],
  { description: 'How it is known to be of the project' },
)
export type EstablishedBy = Static<typeof EstablishedBy>

/** How one attempt to read a stream ended. */
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
export const ClaimKind = namedList('ClaimKind', [
  'token_named',
  'token_signed',
  'token_deploy_record',
  'other_token_named',
  'builder',
  'launch',
  'utility',
  'narrative',
  'security',
])
export type ClaimKind = Static<typeof ClaimKind>

/** The author of a statement about a project. */
export const ClaimAuthor = namedList('ClaimAuthor', ['site', 'repository', 'signature', 'operator'])
export type ClaimAuthor = Static<typeof ClaimAuthor>

export const SubscriptionStatus = namedList('SubscriptionStatus', ['active', 'disabled'], {
  description: 'disabled: nothing is sent',
})
export type SubscriptionStatus = Static<typeof SubscriptionStatus>

/** Why a subscription is disabled: its account asked, or ten deliveries in a row were given up. */
export const DisabledBecause = namedList('DisabledBecause', ['requested', 'ten_dead_deliveries'])
export type DisabledBecause = Static<typeof DisabledBecause>

export const DeliveryKind = namedList('DeliveryKind', ['event', 'ping'])
export type DeliveryKind = Static<typeof DeliveryKind>

export const DeliveryStatus = namedList(
  'DeliveryStatus',
  ['QUEUED', 'RETRYING', 'SUCCEEDED', 'DEAD', 'CANCELLED', 'FAILED'],
  { description: 'DEAD: given up' },
)
export type DeliveryStatus = Static<typeof DeliveryStatus>

/** How one request to a callback URL ended. `status`: the answer was not 2xx. */
export const AttemptOutcome = namedList('AttemptOutcome', [
  'succeeded',
  'status',
  'timeout',
  'dns',
  'connect',
  'tls',
  'reset',
  'blocked_destination',
  'failed',
])
export type AttemptOutcome = Static<typeof AttemptOutcome>
