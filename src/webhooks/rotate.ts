import { fail } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { addMs, HOUR_MS } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { saveRotation } from '#records/webhooks/subscriptions.ts'
import type { ManagementDeps } from './deps.ts'
import { answerOwn, lockOwn } from './own.ts'

/** Gives a subscription a new secret. The previous secret signs as well for a day; older ones stop signing now. */
export async function rotateWebhook(
  { id }: Input<'rotateWebhook'>,
  deps: ManagementDeps,
): Promise<Output<'rotateWebhook'>> {
  const { signer } = deps.webhooks
  if (signer === undefined) fail('webhooks_unavailable')
  const previousUntil = addMs(deps.now, LIMITS.secretOverlapHours * HOUR_MS)
  return inTransaction(deps.database, async (writer) => {
    const { secretVersion, standardFrom } = await lockOwn({ id }, deps, writer)
    await saveRotation({ id, previousUntil, now: deps.now }, writer)
    const answer = await answerOwn({ id }, deps, writer)
    const version = secretVersion + 1
    return { ...answer, secret: signer.secretOf({ subscriptionId: id, version, standardFrom }) }
  })
}
