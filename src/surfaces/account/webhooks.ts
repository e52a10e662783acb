import { holdOf } from '#accounts/overview.ts'
import { hasKey } from '#accounts/own-keys.ts'
import { AccountRefusal } from '#accounts/refusal.ts'
import type { Owner } from '#accounts/sign-in/session.ts'
import { fail } from '#contract/errors.ts'
import type { HourlyCall } from '#contract/limits.ts'
import { type Input, OPERATIONS, type OperationName, type Output } from '#contract/operations/index.ts'
import { createWebhook } from '#webhooks/create.ts'
import type { ManagementDeps } from '#webhooks/deps.ts'
import { getWebhook } from '#webhooks/get.ts'
import { listWebhooks } from '#webhooks/list.ts'
import { logWebhook } from '#webhooks/log.ts'
import { pingWebhook } from '#webhooks/ping.ts'
import { NOT_QUEUED, redeliverWebhook } from '#webhooks/redeliver.ts'
import { removeWebhook } from '#webhooks/remove.ts'
import { rotateWebhook } from '#webhooks/rotate.ts'
import { readSentBodies } from '#webhooks/sent-bodies.ts'
import { updateWebhook } from '#webhooks/update.ts'
import { keyRequired } from '../http/caller.ts'
import { readInput } from '../input.ts'
import type { AccountPage } from '../pages/account/document.ts'
import { webhookSecretPage } from '../pages/account/secrets.ts'
import {
  editWebhookPage,
  newWebhookPage,
  type SubscriptionFault,
  type SubscriptionForm,
  type TypedSubscription,
  typedOf,
} from '../pages/account/subscription-form.ts'
import { webhookPage } from '../pages/account/webhook.ts'
import {
  type AccountAction,
  type AccountReply,
  type AccountRequest,
  fieldOf,
  ownAction,
} from './account-action.ts'
import { refuseHeld } from './held.ts'
import {
  broughtUp,
  createBodyOf,
  fieldFaultOf,
  readTyped,
  shownDigests,
  updateBodyOf,
} from './subscription-form.ts'

const PATH = '/account/webhooks'

/** The subscriptions of the account; undefined while it is on hold, since the API answers nothing either. */
export async function listOwnWebhooks(
  request: AccountRequest,
  owner: Owner,
): Promise<Output<'webhooks'> | undefined> {
  if (holdOf(owner) !== undefined) return undefined
  return await listWebhooks({}, managing(request, owner))
}

export const WEBHOOK_ACTIONS: readonly AccountAction[] = [
  ownAction(
    { name: 'accountCreateWebhook', path: PATH, summary: 'Subscribe a URL to the change ledger' },
    async (request, owner) => {
      const by = { request, owner }
      const typed = readTyped(request.form)
      try {
        const created = await manage('createWebhook', createWebhook, { body: createBodyOf(typed) }, by)
        return secretPage(created, 'created')
      } catch (thrown) {
        return await refusedForm({ typed, thrown }, by, newWebhookPage)
      }
    },
  ),
  ownAction(
    {
      name: 'accountWebhook',
      method: 'GET',
      path: `${PATH}/{id}`,
      summary: 'Get the page of a subscription',
    },
    async (request, owner) => {
      const by = { request, owner }
      const { status = '', cursor = '' } = request.given
      const query = Object.entries({ status, cursor }).filter(([, value]) => value !== '')
      const subscription = await manage('webhook', getWebhook, {}, by)
      const log = await manage('webhookDeliveries', logWebhook, { query }, by)
      const bodies = await readSentBodies(
        { subscriptionId: subscription.id, deliveries: log.items },
        { ...request.deps, site: { baseUrl: request.baseUrl } },
      )
      return { kind: 'page', page: webhookPage({ subscription, log, bodies, status }) }
    },
  ),
  ownAction(
    {
      name: 'accountEditWebhook',
      method: 'GET',
      path: `${PATH}/{id}/edit`,
      summary: 'Get the form that edits a subscription',
    },
    async (request, owner) => {
      const by = { request, owner }
      const subscription = await manage('webhook', getWebhook, {}, by)
      const { eventTypes: offered } = await manage('webhooks', listWebhooks, {}, by)
      const typed = typedOf(subscription)
      const page = editWebhookPage({ id: subscription.id, typed, offered, shown: shownDigests(typed) })
      return { kind: 'page', page }
    },
  ),
  onWebhook(
    'accountUpdateWebhook',
    'edit',
    'Update the URL, the event types, the projects and the description of a subscription',
    async (by) => {
      const current = await manage('webhook', getWebhook, {}, by)
      const { form } = by.request
      const sent = { typed: readTyped(form), shown: fieldOf(form, 'shown') }
      const stored = typedOf(current)
      const { typed, fault } = broughtUp(sent, stored)
      const pageOf = (again: SubscriptionForm) =>
        editWebhookPage({ id: current.id, shown: shownDigests(stored), ...again })
      if (fault !== undefined) return await formAgain({ typed, fault, status: 409 }, by, pageOf)
      try {
        await manage('updateWebhook', updateWebhook, { body: updateBodyOf(typed, current) }, by)
        return backTo(by)
      } catch (thrown) {
        return await refusedForm({ typed, thrown }, by, pageOf)
      }
    },
  ),
  onWebhook('accountPingWebhook', 'ping', 'Send a ping', async (by) => {
    await manage('pingWebhook', pingWebhook, {}, by)
    return backTo(by)
  }),
  onWebhook('accountRotateWebhook', 'rotate', 'Give a subscription a new secret', async (by) =>
    secretPage(await manage('rotateWebhook', rotateWebhook, {}, by), 'rotated'),
  ),
  onWebhook('accountDisableWebhook', 'disable', 'Disable a subscription', async (by) => {
    await manage('updateWebhook', updateWebhook, { body: { status: 'disabled' } }, by)
    return backTo(by)
  }),
  onWebhook('accountEnableWebhook', 'enable', 'Enable a subscription', async (by) => {
    await manage('updateWebhook', updateWebhook, { body: { status: 'active' } }, by)
    return backTo(by)
  }),
  onWebhook('accountRemoveWebhook', 'remove', 'Remove a subscription', async (by) => {
    await manage('removeWebhook', removeWebhook, {}, by)
    return { kind: 'see', path: '/account#webhooks' }
  }),
  onWebhook(
    'accountRedeliver',
    'deliveries/{deliveryId}/redeliver',
    'Send a dead delivery again',
    async (by) => {
      const { request, owner } = by
      await admit({ hourly: 'ping' }, by)
      const delivery = { id: String(request.given['id']), deliveryId: String(request.given['deliveryId']) }
      const queued = await redeliverWebhook(delivery, managing(request, owner))
      if (typeof queued === 'string')
        throw new AccountRefusal('not_redelivered', { message: `Not sent again: ${NOT_QUEUED[queued]}.` })
      return backTo(by)
    },
  ),
]

type By = { readonly request: AccountRequest; readonly owner: Owner }

function onWebhook(
  name: string,
  does: string,
  summary: string,
  answer: (by: By) => Promise<AccountReply>,
): AccountAction {
  return ownAction({ name, path: `${PATH}/{id}/${does}`, summary }, (request, owner) =>
    answer({ request, owner }),
  )
}

/** The form again, with the fault of a field. @throws the thrown value when it is about no field */
async function refusedForm(
  { typed, thrown }: { readonly typed: TypedSubscription; readonly thrown: unknown },
  by: By,
  pageOf: (form: SubscriptionForm) => AccountPage,
): Promise<AccountReply> {
  const fault = fieldFaultOf(thrown)
  if (fault === undefined) throw thrown
  return await formAgain({ typed, fault, status: 400 }, by, pageOf)
}

/** The form again, with what was typed and the fault beside its field. */
async function formAgain(
  again: {
    readonly typed: TypedSubscription
    readonly fault: SubscriptionFault
    readonly status: 400 | 409
  },
  by: By,
  pageOf: (form: SubscriptionForm) => AccountPage,
): Promise<AccountReply> {
  const { typed, fault, status } = again
  const { eventTypes: offered } = await manage('webhooks', listWebhooks, {}, by)
  return { kind: 'page', status, page: pageOf({ typed, offered, fault }) }
}

/** The operations that only an account may call. */
type AccountCall = {
  readonly [N in OperationName]: (typeof OPERATIONS)[N]['caller'] extends 'account' ? N : never
}[OperationName]

/** Makes a call of the API for the owner: the same refusals, the same hourly limit, the same checks and function. */
async function manage<N extends AccountCall>(
  name: N,
  call: (input: Input<N>, deps: ManagementDeps) => Promise<Output<N>>,
  given: { readonly query?: Iterable<readonly [string, string]>; readonly body?: object },
  by: By,
): Promise<Output<N>> {
  const { request, owner } = by
  const operation = OPERATIONS[name]
  await admit(operation, by)
  const { query = [], body } = given
  const raw = { path: { id: String(request.given['id']) }, query, body, header: () => undefined }
  return await call(readInput(operation, raw) as Input<N>, managing(request, owner))
}

/** Refuses an owner whom the API would refuse, and charges the account's hourly limit. */
async function admit({ hourly }: { readonly hourly?: HourlyCall }, { request, owner }: By): Promise<void> {
  if (request.keys === 'closed') throw keyRequired({}, 'closed')
  refuseHeld(owner)
  if (!(await hasKey(owner, request.deps)))
    fail('key_required', { message: 'Webhooks need an account with a valid API key. Create a key first.' })
  if (hourly !== undefined) await request.callers.chargeHour({ accountId: owner.id, call: hourly })
}

function managing({ deps, webhooks }: AccountRequest, { id }: Owner): ManagementDeps {
  return { database: deps.database, now: deps.now, account: { id }, webhooks }
}

function backTo({ request }: By): AccountReply {
  return { kind: 'see', path: `${PATH}/${encodeURIComponent(String(request.given['id']))}` }
}

function secretPage(
  { id, url, secret }: Output<'rotateWebhook'>,
  because: 'created' | 'rotated',
): AccountReply {
  return { kind: 'page', page: webhookSecretPage({ id, url, secret, because }) }
}
