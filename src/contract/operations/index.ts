import type { InputOf, Operation, OutputOf } from '../operation.ts'
import { a2a } from './a2a.ts'
import { accelerating } from './accelerating.ts'
import { agent, agentCapability, agentStats } from './agent.ts'
import { agentCard } from './agent-card.ts'
import { aiCatalog, serverCard } from './agent-discovery.ts'
import { badge } from './badge.ts'
import { builder } from './builder.ts'
import { builders } from './builders.ts'
import { chainDay } from './chain-day.ts'
import { changelog, changelogFeed } from './changelog.ts'
import { changes } from './changes.ts'
import { compare } from './compare.ts'
import { contract, projectContracts } from './contracts.ts'
import { coverage } from './coverage.ts'
import { diff } from './diff.ts'
import { apiCatalog, guide, securityText } from './discovery.ts'
import { evidence } from './evidence.ts'
import { explain } from './explain.ts'
import {
  exportBuilders,
  exportHistory,
  exportOutages,
  exportProjects,
  exportProviders,
  exportShips,
} from './exports.ts'
import { history } from './history.ts'
import { market } from './market.ts'
import { mcp } from './mcp.ts'
import { page } from './page.ts'
import { project } from './project.ts'
import { projects } from './projects.ts'
import { builtOn, relationships } from './relationships.ts'
import { monthlyReport, monthlyReports } from './reports.ts'
import { receiptSchema, validateReceipt } from './research-receipt.ts'
import { scan } from './scan.ts'
import { health, index, openapi, openapi30, readiness, status } from './service.ts'
import { shipFeed } from './ship-feed.ts'
import { ships } from './ships.ts'
import { snapshot } from './snapshot.ts'
import { suggest } from './suggest.ts'
import { timeline } from './timeline.ts'
import { token } from './token.ts'
import { tokenProfile } from './token-profile.ts'
import {
  pingWebhook,
  removeWebhook,
  rotateWebhook,
  updateWebhook,
  webhook,
  webhookDeliveries,
} from './webhook.ts'
import { createWebhook, webhooks } from './webhooks.ts'

/** Every operation by name. Routes, handlers, the OpenAPI document and the clients follow from this table. */
export const OPERATIONS = {
  projects,
  suggest,
  project,
  explain,
  coverage,
  snapshot,
  timeline,
  projectContracts,
  builtOn,
  relationships,
  history,
  diff,
  market,
  ships,
  builders,
  accelerating,
  compare,
  exportProjects,
  exportShips,
  exportBuilders,
  exportHistory,
  exportProviders,
  exportOutages,
  token,
  tokenProfile,
  contract,
  builder,
  scan,
  changes,
  evidence,
  monthlyReports,
  monthlyReport,
  validateReceipt,
  receiptSchema,
  webhooks,
  createWebhook,
  webhook,
  updateWebhook,
  removeWebhook,
  rotateWebhook,
  pingWebhook,
  webhookDeliveries,
  status,
  index,
  agent,
  agentCapability,
  agentStats,
  a2a,
  agentCard,
  mcp,
  openapi,
  openapi30,
  changelog,
  changelogFeed,
  guide,
  securityText,
  apiCatalog,
  aiCatalog,
  serverCard,
  page,
  shipFeed,
  chainDay,
  badge,
  health,
  readiness,
} as const

/** The reads that anyone may make. */
export const READS = Object.values<Operation>(OPERATIONS).filter(
  ({ method, caller }) => method === 'GET' && caller === 'anyone',
)

export type OperationName = keyof typeof OPERATIONS
export type Input<N extends OperationName> = InputOf<(typeof OPERATIONS)[N]>
export type Output<N extends OperationName> = OutputOf<(typeof OPERATIONS)[N]>
