import type { InputOf, Operation, OutputOf } from '../operation.ts'
import { agent } from './agent.ts'
import { badge } from './badge.ts'
import { builder } from './builder.ts'
import { changes } from './changes.ts'
import { apiCatalog, guide, securityText } from './discovery.ts'
import { evidence } from './evidence.ts'
import { page } from './page.ts'
import { project } from './project.ts'
import { projects } from './projects.ts'
import { receiptSchema, validateReceipt } from './research-receipt.ts'
import { scan } from './scan.ts'
import { health, index, openapi, status } from './service.ts'
import { ships } from './ships.ts'
import { suggest } from './suggest.ts'
import { token } from './token.ts'
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
  ships,
  token,
  builder,
  scan,
  changes,
  evidence,
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
  openapi,
  guide,
  securityText,
  apiCatalog,
  page,
  badge,
  health,
} as const

/** The reads that anyone may make. */
export const READS = Object.values<Operation>(OPERATIONS).filter(
  ({ method, caller }) => method === 'GET' && caller === 'anyone',
)

export type OperationName = keyof typeof OPERATIONS
export type Input<N extends OperationName> = InputOf<(typeof OPERATIONS)[N]>
export type Output<N extends OperationName> = OutputOf<(typeof OPERATIONS)[N]>
