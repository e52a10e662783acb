import { randomUUID } from 'node:crypto'
import { known } from '#contract/known.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { effectsOf, type Subscription } from '#domain/webhooks/subscription.ts'
import { inTransaction, type Writer } from '#records/database.ts'
import { cancelWaiting, disableSubscriptions, queuePing } from '#records/webhooks/commands.ts'
import { type Chosen, lockStart, saveChosen, saveEnabled } from '#records/webhooks/subscriptions.ts'
import { chosenProjects, chosenTypes, chosenUrl } from './chosen.ts'
import type { ManagementDeps } from './deps.ts'
import { answerOwn, findOwn, lockOwn } from './own.ts'

type Update = Input<'updateWebhook'>['body']

/** Updates, disables or enables a subscription. The name servers are asked before anything is locked. */
export async function updateWebhook(
  { id, body }: Input<'updateWebhook'>,
  deps: ManagementDeps,
): Promise<Output<'updateWebhook'>> {
  await findOwn({ id }, deps, deps.database)
  const given = await checkedOf(body, deps)
  return inTransaction(deps.database, async (writer) => {
    const projects =
      body.projects === undefined ? {} : { projects: await chosenProjects(body.projects, writer) }
    const startsAfter = body.status === 'active' ? await lockStart(writer) : undefined
    const current = await lockOwn({ id }, deps, writer)
    await saveChosen({ id, ...given, ...projects, now: deps.now }, writer)
    const after = { ...given, ...known({ status: body.status }) }
    await apply({ current, after, startsAfter }, deps, writer)
    return answerOwn({ id }, deps, writer)
  })
}

/** The given values, after the checks that need no lock. */
async function checkedOf(body: Update, deps: ManagementDeps): Promise<Partial<Chosen>> {
  const { url, eventTypes, description } = body
  const types = eventTypes === undefined ? {} : { eventTypes: await chosenTypes(eventTypes, deps.database) }
  return {
    ...(description === undefined ? {} : { description }),
    ...types,
    ...(url === undefined ? {} : { url: await chosenUrl(url, deps) }),
  }
}

/** Enables or disables the subscription and queues a ping, where the update asks for it. */
async function apply(
  update: {
    readonly current: Subscription
    readonly after: Partial<Pick<Subscription, 'url' | 'status'>>
    readonly startsAfter: number | undefined
  },
  { now }: ManagementDeps,
  writer: Writer,
): Promise<void> {
  const { current, after, startsAfter } = update
  const { id } = current
  const { turnsTo, pings } = effectsOf(current, after)
  if (turnsTo === 'disabled') await disableSubscriptions({ ids: [id], because: 'requested', now }, writer)
  if (turnsTo === 'active' && startsAfter !== undefined) {
    await cancelWaiting({ subscriptionIds: [id], now }, writer)
    await saveEnabled({ id, startsAfter, now }, writer)
  }
  if (pings) await queuePing({ subscriptionId: id, deliveryId: randomUUID(), now }, writer)
}
