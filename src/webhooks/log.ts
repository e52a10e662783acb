import { fail } from '#contract/errors.ts'
import { ignoredField } from '#contract/ignored.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { deliveryCursor, deliveryCursorOf } from '#contract/parameters/subscription-parameters.ts'
import { addMs, DAY_MS } from '#contract/time.ts'
import { onSnapshot, type Reader } from '#records/database.ts'
import { getDeliveryLog, hasDelivery } from '#records/webhooks/delivery-log.ts'
import { webhookDelivery } from '#views/account/webhook.ts'
import type { ManagementDeps } from './deps.ts'
import { findOwn } from './own.ts'

/** A list of a subscription's deliveries, newest first. */
export function logWebhook(
  input: Input<'webhookDeliveries'>,
  deps: ManagementDeps,
): Promise<Output<'webhookDeliveries'>> {
  return onSnapshot(deps.database, (reader) => listOf(input, deps, reader), deps.sawPosition)
}

async function listOf(
  input: Input<'webhookDeliveries'>,
  deps: ManagementDeps,
  reader: Reader,
): Promise<Output<'webhookDeliveries'>> {
  const { id: subscriptionId } = await findOwn(input, deps, reader)
  const { status, limit, cursor: after } = input
  if (after !== undefined && !(await hasDelivery({ subscriptionId, id: after }, reader)))
    fail('invalid_cursor', { detail: { parameter: 'cursor', expected: deliveryCursor().expected } })
  const settledSince = addMs(deps.now, -LIMITS.delivery.keptDays * DAY_MS)
  const found = await getDeliveryLog(
    { subscriptionId, status, after, settledSince, limit: limit + 1 },
    reader,
  )
  const list = found.slice(0, limit)
  const last = list.at(-1)
  return {
    items: list.map(webhookDelivery),
    nextCursor: last === undefined || found.length <= limit ? null : deliveryCursorOf(last.id),
    ...ignoredField(input),
  }
}
