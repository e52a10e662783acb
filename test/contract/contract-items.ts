import * as enums from '#contract/enums.ts'
import { ERRORS, ErrorEnvelope } from '#contract/errors.ts'
import { CHANGE_TYPES, EVENT_TYPES, IMPLIED_TYPES } from '#contract/events.ts'
import { HistoryBasis } from '#contract/history-series.ts'
import { EVIDENCE_PREFIXES } from '#contract/ids.ts'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS, READS } from '#contract/operations/index.ts'
import { ChangeEvent } from '#contract/shapes/change.ts'
import { DossierScore } from '#contract/shapes/dossier.ts'
import { PartnerCard } from '#contract/shapes/partner-card.ts'
import { ProjectTab } from '#contract/shapes/project-card.ts'
import { PingPayload, webhookPayload } from '#contract/shapes/webhook-payload.ts'

const operations = Object.values<Operation>(OPERATIONS)
const lineOf = ({ method, path }: Operation) => `${method} ${path}`
const isPushed = (type: (typeof CHANGE_TYPES)[number]) =>
  EVENT_TYPES[type].delivery === 'webhooks' || EVENT_TYPES[type].delivery === 'integrity'

/** Every method with its path. */
const ENDPOINTS = operations.map(lineOf)

/** Every parameter of a path and a query, and every field of a body. */
const PARAMETERS = operations.flatMap((operation) => {
  const { path, query, body } = operation.input
  const names = [path, query, body?.properties ?? {}].flatMap(Object.keys)
  return names.map((name) => `${lineOf(operation)} ${name}`)
})

/** The closed lists that the contract names. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  'activity status': enums.ActivityStatus.enum,
  'partner status': enums.PartnerStatus.enum,
  'coverage state': enums.CoverageState.enum,
  'valuation kind': enums.ValuationKind.enum,
  'history basis': HistoryBasis.enum,
  'ship backing': enums.ShipBacking.enum,
  'change precision': enums.ChangePrecision.enum,
  'change op': enums.ChangeOp.enum,
  'change origin': enums.ChangeOrigin.enum,
  'token utility status': enums.UtilityStatus.enum,
  'explain fact': enums.ExplainFact.enum,
  'token verification': enums.TokenVerification.enum,
  'research level': enums.ResearchLevel.enum,
  'change state': enums.ChangeState.enum,
  'market status': enums.MarketStatus.enum,
  'subscription status': enums.SubscriptionStatus.enum,
  'delivery status': enums.DeliveryStatus.enum,
  'under the radar': DossierScore.properties.underTheRadar.properties.value.enum,
  tab: ProjectTab.enum,
  'delivered type': [...CHANGE_TYPES.filter(isPushed), ...Object.keys(IMPLIED_TYPES)],
  'never delivered type': CHANGE_TYPES.filter((type) => !isPushed(type)),
  'evidence prefix': EVIDENCE_PREFIXES,
  'error code': Object.keys(ERRORS),
}
const VALUES = Object.entries(LISTS).flatMap(([list, values]) => values.map((value) => `${list} ${value}`))

/** Shapes of which the contract lists every field. */
const SHAPES = {
  'Partner Card': PartnerCard,
  'change event': ChangeEvent,
  'error envelope': ErrorEnvelope,
  payload: {
    properties: { ...webhookPayload({ marketIntegrity: false }).properties, ...PingPayload.properties },
  },
}
/** Single fields that the contract names, of shapes that it does not list whole. */
const NAMED_FIELDS: Readonly<Record<string, string>> = {
  'project list': 'total nextOffset disclaimer ignoredParameters',
  'project card': 'marketCap marketCap.kind status',
  dossier: 'description token sources sources.establishedBy market market.observedAt score.underTheRadar',
  snapshot:
    'identity build build.buildMomentum build.underTheRadar market market.valuationWithheld onChainUse verification locks latestChanges.available freshness coverage',
  explanation: 'value rule inputs lineage evidence unknownInputs',
  timeline: 'totals truncated nextCursor displayTitle codeWeek.complete',
  history: 'collectedFrom basis',
  'market day': 'provider observedAt',
  relationship: 'state evidence observedAt notHeld',
  'contract sections': 'creation deployer implementations verifiedSource interface sevenDayActivity state',
  ship: 'displayTitle codeWeek.complete source backing',
  'accelerating list': 'judged notMeasured reason',
  'service status': 'lastRun fresh',
  'change list': 'nextCursor ignoredParameters',
  receipt: 'withdrawn',
  'receipt validation': 'svcEvidenceStands asOf scoringVersion',
  'token profile':
    'schema identity contract chain supply launch market locks project recentChanges holderTiers utilities',
  'scan card':
    'found reason activity.commits_30d activity_measured status_label activity.last_ship_title project_link',
  'token lookup': 'status activityLabel project.lastShip.title',
  subscription: 'id url eventTypes projects status secret',
  delivery: 'deliveryId status',
  'webhook refusal': 'detail.refused detail.unknown detail.reason',
  'delivery header': 'svc-signature svc-event-id svc-delivery-id svc-payload-version user-agent content-type',
  'agent contract': 'query.ignoredParameters what_changed.data.resume error.candidatesTotal',
}
const FIELDS = [
  ...Object.entries(SHAPES).flatMap(([shape, { properties }]) =>
    Object.keys(properties).map((field) => `${shape} ${field}`),
  ),
  ...Object.entries(NAMED_FIELDS).flatMap(([shape, fields]) =>
    fields.split(' ').map((field) => `${shape} ${field}`),
  ),
]

/** The rows of the contract's table of limits. @source contract, Limits */
const LIMITS = {
  'anonymous-minute': 'Anonymous requests: 120 a minute',
  'keyed-minute': 'Keyed requests a minute by tier: 120, 600, 1200',
  'rate-headers': 'Rate headers; ratelimit-remaining on keyed answers alone',
  'retry-after': 'Retry header on 429: retry-after',
  'cache-minute': 'Anonymous cache time: 60 seconds',
  projects: '/api/projects limit: 1 to 48, default 24; q: 2 to 120 characters',
  suggest: '/api/search/suggest q: 2 to 64 characters; at most 8 rows',
  ships: '/api/ships limit: 1 to 48, default 24',
  builders: '/api/builders limit: 1 to 200, default 50; q: 2 to 80 characters',
  changes: '/api/changes limit: 1 to 100, default 50',
  'market-days': '/api/projects/{slug}/market days: 1 to 400, default 30',
  'diff-days': '/api/projects/{slug}/diff: at most 400 days apart',
  compare: '/api/compare: 2 to 4 slugs',
  'scan-tokens': '/api/v1/scan tokens: at most 30, with a key',
  slug: 'slug: 1 to 80 characters of a-z, 0-9, hyphen',
  'evidence-id': 'evidence id: at most 240 characters',
  integration: 'integration: at most 65 characters',
  subscriptions: 'Subscriptions an account: 5',
  'webhook-body': 'Webhook request body: 16 KB',
  'receiver-answer': 'Receiver answer: 5 seconds; 4 KB read, 256 characters kept',
  retries: 'Retry schedule; the seventh failure is DEAD, kept 30 days',
  'auto-disable': 'Auto-disable: ten DEAD deliveries in a row',
  'send-rate': 'Send rate an endpoint: 20 a minute, 2 at a time',
  'signature-tolerance': 'Signature tolerance: 5 minutes',
  'secret-overlap': 'Secret overlap after a rotation: 24 hours',
  hourly: 'Hourly limits an account: 10 creates, 10 rotations, 30 pings, 60 changes',
  'live-push': 'Live push: first read within seven days of its publication',
  'unlock-warning': 'Unlock warning: within the last seven days',
} as const
const LIMIT_NAMES = Object.keys(LIMITS).map((name) => `limit ${name}`)

/** The text of a limit; undefined for another item. */
export function limitOf(item: string): string | undefined {
  return Object.entries(LIMITS).find(([name]) => item === `limit ${name}`)?.[1]
}

/** Everything that the contract names, by kind. */
export const CONTRACT_ITEMS: Readonly<Record<string, readonly string[]>> = {
  Endpoints: ENDPOINTS,
  Parameters: PARAMETERS,
  Fields: FIELDS,
  Values: VALUES,
  Limits: LIMIT_NAMES,
}

/** Parameters that a test takes from the registry. Such a test also covers parameters that are added later. */
export const WALKED_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  'query parameter of a read': READS.flatMap((read) =>
    Object.keys(read.input.query).map((name) => `${lineOf(read)} ${name}`),
  ),
  'path parameter of a read': READS.flatMap((read) =>
    Object.keys(read.input.path).map((name) => `${lineOf(read)} ${name}`),
  ),
  'receipt field': PARAMETERS.filter((item) => item.startsWith('POST /api/receipts/validate ')),
  'subscription id': PARAMETERS.filter((item) => /\/webhooks\/\{id\}\S* id$/.test(item)),
}
