import type { Operation } from '#contract/operation.ts'
import { type Input, OPERATIONS, type OperationName, type Output } from '#contract/operations/index.ts'
import { readAgentContract } from '#reads/agent-contract.ts'
import { readApiCatalog } from '#reads/api-catalog.ts'
import { readBadge } from '#reads/badge.ts'
import { readBuilder, readBuilderText } from '#reads/builder.ts'
import { readChanges } from '#reads/changes.ts'
import { type OpenDeps, onOneSnapshot, type ServiceFacts } from '#reads/deps.ts'
import { readEvidence } from '#reads/evidence.ts'
import { readGuide } from '#reads/guide.ts'
import { type Outage, readHealth } from '#reads/health.ts'
import { readIndex } from '#reads/index-of-reads.ts'
import { readOpenApi } from '#reads/openapi.ts'
import { readPage } from '#reads/page.ts'
import { readProject } from '#reads/project.ts'
import { readProjects } from '#reads/projects.ts'
import { readReceiptSchema } from '#reads/receipt-schema.ts'
import { readScan } from '#reads/scan.ts'
import { readSecurityText } from '#reads/security-text.ts'
import { readShips } from '#reads/ships.ts'
import { readStatus } from '#reads/status.ts'
import { readSuggest } from '#reads/suggest.ts'
import { readToken } from '#reads/token.ts'
import { validateReceipt } from '#reads/validate-receipt.ts'
import { createWebhook } from '#webhooks/create.ts'
import type { ManagementDeps } from '#webhooks/deps.ts'
import { getWebhook } from '#webhooks/get.ts'
import { listWebhooks } from '#webhooks/list.ts'
import { logWebhook } from '#webhooks/log.ts'
import { pingWebhook } from '#webhooks/ping.ts'
import { removeWebhook } from '#webhooks/remove.ts'
import { rotateWebhook } from '#webhooks/rotate.ts'
import { updateWebhook } from '#webhooks/update.ts'

export type HandlerDeps = OpenDeps & {
  readonly service: ServiceFacts
  /** Why the database cannot be used now; undefined while it can. */
  readonly outage: () => Outage | undefined
}

/** What a call of an account gets: whose it is, the database, in which it may write, and how webhooks are set up. */
export type AccountDeps = HandlerDeps & ManagementDeps

type DepsOf<N extends OperationName> = (typeof OPERATIONS)[N]['caller'] extends 'account'
  ? AccountDeps
  : HandlerDeps
type Handlers = {
  readonly [N in OperationName]: (input: Input<N>, deps: DepsOf<N>) => Promise<Output<N>>
}

/**
 * The handler of every operation. An operation without one does not compile. Reads with several statements run on one
 * snapshot.
 */
export const HANDLERS: Handlers = {
  projects: onOneSnapshot(readProjects),
  suggest: onOneSnapshot(readSuggest),
  project: readProject,
  ships: readShips,
  token: readToken,
  builder: readBuilder,
  scan: readScan,
  changes: onOneSnapshot(readChanges),
  evidence: readEvidence,
  validateReceipt: onOneSnapshot(validateReceipt),
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
  agent: readAgentContract,
  openapi: readOpenApi,
  guide: readGuide,
  securityText: readSecurityText,
  apiCatalog: readApiCatalog,
  page: readPage,
  badge: readBadge,
  health: readHealth,
}

export type TextForm = Parameters<typeof readBuilderText>[0]['form']
type TextHandlers = {
  readonly [N in OperationName]?: (input: Input<N> & { form: TextForm }, deps: HandlerDeps) => Promise<string>
}

/** The reads that answer text instead of JSON. */
export const TEXT_HANDLERS: TextHandlers = { builder: readBuilderText }

/** Operations with the handlers that answer them, by name. */
export type Registry = {
  readonly operations: readonly Operation[]
  readonly handlers: Readonly<Record<string, AnyHandler>>
  readonly textHandlers: Readonly<Record<string, AnyHandler>>
}
type AnyHandler = (input: never, deps: never) => Promise<unknown>

/** The operations of the service. */
export const REGISTRY: Registry = {
  operations: Object.values(OPERATIONS),
  handlers: HANDLERS,
  textHandlers: TEXT_HANDLERS,
}
