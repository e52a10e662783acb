import type { Listed } from '#contract/broken-item.ts'
import type { ExportItem, Operation } from '#contract/operation.ts'
import { type Input, OPERATIONS, type OperationName, type Output } from '#contract/operations/index.ts'
import { readAccelerating } from '#reads/accelerating.ts'
import { readAgentCapability } from '#reads/agent/answer-capability.ts'
import { readAgent } from '#reads/agent/contract.ts'
import type { Checked } from '#reads/agent/deps.ts'
import { readAgentStats } from '#reads/agent/stats.ts'
import { readAgentCard } from '#reads/agent-card.ts'
import { readAiCatalog } from '#reads/ai-catalog.ts'
import { readApiCatalog } from '#reads/api-catalog.ts'
import { readBadge } from '#reads/badge.ts'
import { readBuilder, readBuilderText } from '#reads/builder.ts'
import { readBuilders } from '#reads/builders.ts'
import { readBuiltOn } from '#reads/built-on.ts'
import { readChainDay } from '#reads/chain-day.ts'
import { readChangelogFeed } from '#reads/changelog.ts'
import { readChanges } from '#reads/changes.ts'
import { readCompare } from '#reads/compare.ts'
import { readContract } from '#reads/contract.ts'
import { readCoverage } from '#reads/coverage.ts'
import { type OpenDeps, onOneSnapshot, type ServiceFacts } from '#reads/deps.ts'
import { readDiff } from '#reads/diff.ts'
import { readEvidence } from '#reads/evidence.ts'
import { readExplain } from '#reads/explain.ts'
import {
  readBuilderExport,
  readHistoryExport,
  readOutageExport,
  readProjectExport,
  readProviderExport,
  readShipExport,
} from '#reads/exports.ts'
import { readGuide } from '#reads/guide.ts'
import { type Outage, readHealth, readReadiness } from '#reads/health.ts'
import { readHistory } from '#reads/history.ts'
import { readIndex } from '#reads/index-of-reads.ts'
import { readMarket } from '#reads/market.ts'
import { readMonthlyReport, readMonthlyReports } from '#reads/monthly-reports.ts'
import { type Descriptions, readOpenApi, readOpenApi30 } from '#reads/openapi.ts'
import { readProject } from '#reads/project.ts'
import { readProjectContracts } from '#reads/project-contracts.ts'
import { readProjects } from '#reads/projects.ts'
import { readReceiptSchema } from '#reads/receipt-schema.ts'
import { readRelationships } from '#reads/relationships.ts'
import { readScan } from '#reads/scan.ts'
import { readSecurityText } from '#reads/security-text.ts'
import { readServerCard } from '#reads/server-card.ts'
import { readShipFeed } from '#reads/ship-feed.ts'
import { readShips } from '#reads/ships.ts'
import { readSnapshot } from '#reads/snapshot.ts'
import { readStatus } from '#reads/status.ts'
import { readSuggest } from '#reads/suggest.ts'
import { readTimeline } from '#reads/timeline.ts'
import { readToken } from '#reads/token.ts'
import { readTokenProfile } from '#reads/token-profile.ts'
import { readReceiptValidation } from '#reads/validate-receipt.ts'
import { createWebhook } from '#webhooks/create.ts'
import type { ManagementDeps } from '#webhooks/deps.ts'
import { getWebhook } from '#webhooks/get.ts'
import { listWebhooks } from '#webhooks/list.ts'
import { logWebhook } from '#webhooks/log.ts'
import { pingWebhook } from '#webhooks/ping.ts'
import { removeWebhook } from '#webhooks/remove.ts'
import { rotateWebhook } from '#webhooks/rotate.ts'
import { updateWebhook } from '#webhooks/update.ts'
import { answerA2a } from './a2a/answer-a2a.ts'
import { ACCOUNT_OPERATIONS } from './account/actions.ts'
import { answerMcp } from './mcp/message.ts'
import { PAGE_HANDLERS, PAGE_OPERATIONS, PAGES, pageHandler } from './pages/pages.ts'
import type { AnswerProtocol } from './protocol.ts'

export type HandlerDeps = OpenDeps & {
  readonly service: ServiceFacts
  readonly descriptions: Descriptions
  readonly checked: Checked
  /** Why the database cannot be used now; undefined while it can. */
  readonly outage: () => Outage | undefined
}

/** Dependencies of an account's call: the account, a database to write in, and the settings of webhooks. */
export type AccountDeps = HandlerDeps & ManagementDeps

type DepsOf<N extends OperationName> = (typeof OPERATIONS)[N]['caller'] extends 'account'
  ? AccountDeps
  : HandlerDeps
/** What a handler returns: the output, or the items of an export: one list if their number is bounded, else batches. */
type AnswerTo<N extends OperationName> = [ExportItem<(typeof OPERATIONS)[N]>] extends [never]
  ? Promise<Output<N>>
  : (typeof OPERATIONS)[N]['cacheable'] extends 'shared'
    ? Promise<readonly ExportItem<(typeof OPERATIONS)[N]>[]>
    : AsyncIterable<Listed<ExportItem<(typeof OPERATIONS)[N]>>>
type Handlers = {
  readonly [N in Exclude<OperationName, ProtocolName>]: (input: Input<N>, deps: DepsOf<N>) => AnswerTo<N>
}

/**
 * The handler of every operation. An operation without one does not compile. Reads run on one snapshot, so that an
 * answer is of one moment and states its position. Reads of cards get the position with the row.
 */
export const HANDLERS: Handlers = {
  projects: onOneSnapshot(readProjects),
  suggest: onOneSnapshot(readSuggest),
  project: onOneSnapshot(readProject),
  explain: onOneSnapshot(readExplain),
  coverage: onOneSnapshot(readCoverage),
  snapshot: onOneSnapshot(readSnapshot),
  timeline: onOneSnapshot(readTimeline),
  projectContracts: onOneSnapshot(readProjectContracts),
  builtOn: onOneSnapshot(readBuiltOn),
  relationships: onOneSnapshot(readRelationships),
  history: onOneSnapshot(readHistory),
  diff: onOneSnapshot(readDiff),
  market: onOneSnapshot(readMarket),
  ships: onOneSnapshot(readShips),
  builders: onOneSnapshot(readBuilders),
  accelerating: onOneSnapshot(readAccelerating),
  compare: onOneSnapshot(readCompare),
  token: onOneSnapshot(readToken),
  tokenProfile: onOneSnapshot(readTokenProfile),
  contract: onOneSnapshot(readContract),
  builder: readBuilder,
  scan: readScan,
  exportProjects: readProjectExport,
  exportShips: readShipExport,
  exportBuilders: readBuilderExport,
  exportHistory: onOneSnapshot(readHistoryExport),
  exportProviders: onOneSnapshot(readProviderExport),
  exportOutages: onOneSnapshot(readOutageExport),
  changes: onOneSnapshot(readChanges),
  evidence: onOneSnapshot(readEvidence),
  monthlyReports: onOneSnapshot(readMonthlyReports),
  monthlyReport: onOneSnapshot(readMonthlyReport),
  validateReceipt: onOneSnapshot(readReceiptValidation),
  receiptSchema: readReceiptSchema,
  webhooks: listWebhooks,
  createWebhook,
  webhook: getWebhook,
  updateWebhook,
  removeWebhook,
  rotateWebhook,
  pingWebhook,
  webhookDeliveries: logWebhook,
  status: onOneSnapshot(readStatus),
  index: readIndex,
  agent: readAgent,
  agentCapability: onOneSnapshot(readAgentCapability),
  agentStats: onOneSnapshot(readAgentStats),
  agentCard: readAgentCard,
  openapi: readOpenApi,
  openapi30: readOpenApi30,
  changelog: pageHandler(PAGES.changelog),
  changelogFeed: readChangelogFeed,
  guide: readGuide,
  securityText: readSecurityText,
  apiCatalog: readApiCatalog,
  aiCatalog: readAiCatalog,
  serverCard: readServerCard,
  page: pageHandler(PAGES.page),
  shipFeed: onOneSnapshot(readShipFeed),
  chainDay: onOneSnapshot(readChainDay),
  badge: onOneSnapshot(readBadge),
  health: readHealth,
  readiness: readReadiness,
}

type TextForm = Parameters<typeof readBuilderText>[0]['form']
type TextHandlers = {
  readonly [N in OperationName]?: (input: Input<N> & { form: TextForm }, deps: HandlerDeps) => Promise<string>
}

/** The reads that answer text instead of JSON. */
const TEXT_HANDLERS: TextHandlers = { builder: readBuilderText }

/** The operations that carry the messages of another protocol. */
type ProtocolName = {
  readonly [N in OperationName]: (typeof OPERATIONS)[N] extends { readonly protocol: object } ? N : never
}[OperationName]

/** The handler of each protocol's messages. */
const PROTOCOLS: { readonly [N in ProtocolName]: AnswerProtocol } = {
  a2a: answerA2a,
  mcp: answerMcp,
}

/** Operations with the handlers that answer them, by name. */
export type Registry = {
  readonly operations: readonly Operation[]
  readonly handlers: Readonly<Record<string, AnyHandler>>
  readonly textHandlers: Readonly<Record<string, AnyHandler>>
  readonly protocols: Readonly<Record<string, AnswerProtocol>>
}
type AnyHandler = (input: never, deps: never) => Promise<unknown> | AsyncIterable<Listed<unknown>>

/** The operations of the service. Pages that the API description leaves out come from their own table. */
export const REGISTRY: Registry = {
  operations: [...Object.values(OPERATIONS), ...PAGE_OPERATIONS, ...ACCOUNT_OPERATIONS],
  handlers: { ...HANDLERS, ...PAGE_HANDLERS },
  textHandlers: TEXT_HANDLERS,
  protocols: PROTOCOLS,
}

/** The operations of a process without the API: whether the process is alive, and whether it can work. */
export const MONITORING_REGISTRY: Registry = {
  operations: [OPERATIONS.health, OPERATIONS.readiness],
  handlers: HANDLERS,
  textHandlers: {},
  protocols: {},
}
