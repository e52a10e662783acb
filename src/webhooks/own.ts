import { fail } from '#contract/errors.ts'
import type { WebhookSubscription } from '#contract/shapes/webhook.ts'
import type { Subscription } from '#domain/webhooks/subscription.ts'
import type { Reader, Writer } from '#records/database.ts'
import { findSubscription, lockSubscription } from '#records/webhooks/subscriptions.ts'
import { webhookSubscription } from '#views/account/webhook.ts'
import type { ManagementDeps } from './deps.ts'

const MISSING = { message: 'This account has no such subscription.' }

type OwnRequest = { readonly id: string }
type Deps = Pick<ManagementDeps, 'account' | 'now'>

/** The account's own subscription. @throws Failure not_found when it is missing or belongs to another account */
export async function findOwn({ id }: OwnRequest, { account }: Deps, reader: Reader): Promise<Subscription> {
  const found = await findSubscription({ id, accountId: account.id }, reader)
  return found === undefined ? fail('not_found', MISSING) : found
}

/** The account's own subscription, locked until the transaction ends. @throws Failure not_found as `findOwn` */
export async function lockOwn({ id }: OwnRequest, { account }: Deps, writer: Writer): Promise<Subscription> {
  const locked = await lockSubscription({ id, accountId: account.id }, writer)
  return locked === undefined ? fail('not_found', MISSING) : locked
}

/** The account's own subscription in the form of the API. @throws Failure not_found as `findOwn` */
export async function answerOwn(
  request: OwnRequest,
  deps: Deps,
  reader: Reader,
): Promise<WebhookSubscription> {
  return webhookSubscription(await findOwn(request, deps, reader), { now: deps.now })
}
