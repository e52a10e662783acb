import { randomUUID } from 'node:crypto'
import { fail } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { inTransaction, type Writer } from '#records/database.ts'
import { queuePing } from '#records/webhooks/commands.ts'
import { takeSigningKey } from '#records/webhooks/signing-key.ts'
import {
  type Chosen,
  countSubscriptions,
  insertSubscription,
  lockAccount,
  lockStart,
} from '#records/webhooks/subscriptions.ts'
import { chosenProjects, chosenTypes, chosenUrl } from './chosen.ts'
import type { ManagementDeps } from './deps.ts'
import { answerOwn } from './own.ts'

/**
 * Subscribes a URL to the ledger's later events, and pings it. The name servers are asked before anything is locked.
 */
export async function createWebhook(
  { body }: Input<'createWebhook'>,
  deps: ManagementDeps,
): Promise<Output<'createWebhook'>> {
  const { signer } = deps.webhooks
  if (signer === undefined) fail('webhooks_unavailable')
  const { eventTypes = null, projects = null, description = null } = body
  const types = await chosenTypes(eventTypes, deps.database)
  const url = await chosenUrl(body.url, deps)
  const id = randomUUID()
  return inTransaction(deps.database, async (writer) => {
    const chosen = { url, description, eventTypes: types, projects: await chosenProjects(projects, writer) }
    if (!(await takeSigningKey(signer, writer))) fail('webhooks_unavailable')
    await insert({ id, chosen }, deps, writer)
    const answer = await answerOwn({ id }, deps, writer)
    return { ...answer, secret: signer.secretOf({ subscriptionId: id, version: 1, standardFrom: 1 }) }
  })
}

async function insert(
  { id, chosen }: { readonly id: string; readonly chosen: Chosen },
  { account, now }: ManagementDeps,
  writer: Writer,
): Promise<void> {
  const accountId = account.id
  const { isHeld } = await lockAccount({ accountId }, writer)
  if (isHeld) fail('account_held')
  if ((await countSubscriptions({ accountId }, writer)) >= LIMITS.subscriptions) fail('subscription_limit')
  const startsAfter = await lockStart(writer)
  await insertSubscription({ ...chosen, id, accountId, startsAfter, now }, writer)
  await queuePing({ subscriptionId: id, deliveryId: randomUUID(), now }, writer)
}
