import { type AttemptOutcome, DeliveryStatus } from '#contract/enums.ts'
import type { WebhookDelivery, WebhookDeliveryList, WebhookSubscription } from '#contract/shapes/webhook.ts'
import { numberWords } from '#views/words/figures.ts'
import { clock } from '../components/clock.ts'
import { section } from '../components/section.ts'
import { table } from '../components/table.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import { confirmedForm, postForm } from './forms.ts'
import { DISABLED, shortUrl } from './webhooks.ts'

type Shown = {
  readonly subscription: WebhookSubscription
  readonly log: WebhookDeliveryList
  /** The JSON body of each delivery; left out where it is not public any more. */
  readonly bodies: ReadonlyMap<string, object>
  /** The status that the log is filtered by; empty for all. */
  readonly status: string
}

/** The page of one subscription: its state, what can be done with it, and its delivery log. */
export function webhookPage(shown: Shown) {
  const { subscription } = shown
  return {
    title: `Webhook to ${shortUrl(subscription.url)}`,
    body: (
      sheet: Sheet,
      token: string,
    ): Html => html`<p class="kind"><a href="/account#webhooks">Account</a></p>
<h1>Webhook</h1>
<p class="lead"><code>${subscription.url}</code></p>
${stateOf(subscription, sheet)}${actionsOf(subscription, sheet, token)}${logOf(shown, sheet, token)}`,
  }
}

function stateOf(of: WebhookSubscription, sheet: Sheet): Html {
  const rows: readonly (readonly [string, Html | string | false])[] = [
    ['State', stateWords(of, sheet)],
    ['Description', of.description !== null && of.description],
    ['Event types', of.eventTypes === null ? 'every type' : of.eventTypes.join(', ')],
    ['Projects', of.projects === null ? 'every published project' : of.projects.join(', ')],
    ['Missed', gapOf(of)],
    ['Waiting', numberWords(of.backlog.deliveries)],
    ['Next attempt', of.nextAttemptAt !== null && clock({ at: of.nextAttemptAt, as: 'instant' }, sheet)],
    ['Given up in a row', of.deadInARow > 0 && numberWords(of.deadInARow)],
    [
      'Earlier secret',
      of.previousSecretUntil !== null &&
        clock({ at: of.previousSecretUntil, as: 'instant', before: 'signs as well until' }, sheet),
    ],
    ['Created', clock({ at: of.createdAt, as: 'instant' }, sheet)],
  ]
  const list = rows.map(
    ([name, words]) => words !== false && html`<div><dt>${name}</dt><dd>${words}</dd></div>`,
  )
  const edit = html`<p class="links"><a href="${`/account/webhooks/${of.id}/edit`}">Edit URL, event types and projects</a></p>`
  return section({ id: 'state', title: 'State', body: html`<dl class="list">${list}</dl>${edit}` }, sheet)
}

function stateWords({ status, disabledBecause, disabledAt }: WebhookSubscription, sheet: Sheet): Html {
  if (status === 'active') return html`active`
  const since = disabledAt !== null && clock({ at: disabledAt, as: 'instant', before: 'since' }, sheet)
  return html`<strong>disabled</strong>: ${DISABLED[disabledBecause ?? 'requested']} ${since}`
}

/** Where to find the events that were not sent while the subscription was disabled. */
function gapOf({ gap, eventTypes, projects }: WebhookSubscription): Html | false {
  if (gap === null) return false
  // `/api/changes` takes one project.
  const project = projects?.length === 1 ? projects[0] : undefined
  const filters = [
    `after=${gap.after}`,
    eventTypes && `type=${eventTypes.join(',')}`,
    project && `project=${project}`,
  ]
  const address = `/api/changes?${filters.filter(Boolean).join('&')}`
  const others =
    projects !== null &&
    project === undefined &&
    html` The list has other projects too; this webhook is for those above.`
  const until =
    gap.until === null
      ? html`Later events are sent once it is enabled.`
      : html`Read to the end: a revised event is listed later. Deliveries begin after <code>${gap.until}</code>.`
  return html`Read the events that were not sent: <a href="${address}"><code>GET ${address}</code></a>.${others} ${until}`
}

function actionsOf({ id, status }: WebhookSubscription, sheet: Sheet, token: string): Html {
  const path = `/account/webhooks/${id}`
  const test = postForm({ action: `${path}/ping`, token, button: 'Send a ping' })
  const enable = postForm({ action: `${path}/enable`, token, button: 'Enable' })
  const disable = confirmedForm({
    question: 'Disable',
    says: 'Deliveries that wait are cancelled.',
    action: `${path}/disable`,
    token,
    button: 'Disable webhook',
  })
  const rotate = confirmedForm({
    question: 'Rotate the secret',
    says: 'The secret now in use signs as well for 24 hours.',
    action: `${path}/rotate`,
    token,
    button: 'Make a new secret',
  })
  const remove = confirmedForm({
    question: 'Remove',
    says: 'Deliveries that wait are cancelled, and the log is gone.',
    action: `${path}/remove`,
    token,
    button: 'Remove webhook',
  })
  const own = status === 'active' ? html`${test}${disable}` : enable
  return section(
    { id: 'actions', title: 'Actions', body: html`<div class="acts">${own}${rotate}${remove}</div>` },
    sheet,
  )
}

function logOf(shown: Shown, sheet: Sheet, token: string): Html {
  const { subscription, log, status } = shown
  const path = `/account/webhooks/${subscription.id}`
  const filters = ['', ...DeliveryStatus.enum].map(
    (one) =>
      html`<li><a href="${one === '' ? path : `${path}?status=${one}`}"${one === status && html` aria-current="true"`}>${one === '' ? 'all' : one}</a></li>`,
  )
  const rows = log.items.map((delivery) => deliveryOf(delivery, shown, { sheet, token }))
  const next = new URLSearchParams({ ...(status !== '' && { status }), cursor: log.nextCursor ?? '' })
  const body = html`<nav aria-label="Deliveries by status"><ul class="inline">${filters}</ul></nav>
${rows.length === 0 ? html`<p>No delivery is in the log.</p>` : html`<ol class="rows">${rows}</ol>`}
${log.nextCursor !== null && html`<p class="links"><a rel="next" href="${`${path}?${next}`}">Older deliveries</a></p>`}`
  return section(
    {
      id: 'deliveries',
      title: 'Deliveries',
      answers: 'Newest first. A delivery is kept for 30 days after it was settled.',
      body,
    },
    sheet,
  )
}

function deliveryOf(
  delivery: WebhookDelivery,
  { subscription, bodies }: Shown,
  { sheet, token }: { readonly sheet: Sheet; readonly token: string },
): Html {
  const { deliveryId, type, eventId, status, createdAt, nextAttemptAt, attempts } = delivery
  const body = bodies.get(deliveryId)
  const again = postForm({
    action: `/account/webhooks/${subscription.id}/deliveries/${deliveryId}/redeliver`,
    token,
    button: 'Send again',
  })
  return html`<li class="delivery" id="${`d-${deliveryId}`}"><p><strong>${status}</strong> <code>${type}</code> ${clock({ at: createdAt, as: 'instant', before: 'queued' }, sheet)}${nextAttemptAt !== null && html` ${clock({ at: nextAttemptAt, as: 'instant', before: 'next attempt' }, sheet)}`}</p>
<p class="note">${eventId !== null && html`Event <code>${eventId}</code> `}Delivery <code>${deliveryId}</code></p>
${attempts.length > 0 && attemptsOf(attempts, sheet)}
<details><summary>Body</summary>${body === undefined ? html`<p>Its event is not public any more.</p>` : html`<pre tabindex="0"><code>${JSON.stringify(body, null, 2)}</code></pre>`}</details>
${status === 'DEAD' && subscription.status === 'active' && again}</li>`
}

/** How an attempt ended, in words. */
const OUTCOMES: Readonly<Record<AttemptOutcome, string>> = {
  succeeded: 'succeeded',
  status: 'answered with an error',
  timeout: 'no answer in time',
  dns: 'host name not found',
  connect: 'could not connect',
  tls: 'no secure connection',
  reset: 'connection reset',
  blocked_destination: 'destination not allowed',
  failed: 'failed',
}

function outcomeWords(attempt: Attempt, last: Attempt | undefined): string {
  if (attempt.outcome !== null) return OUTCOMES[attempt.outcome]
  return attempt === last ? 'no end recorded' : 'interrupted'
}

type Attempt = WebhookDelivery['attempts'][number]

function attemptsOf(attempts: WebhookDelivery['attempts'], sheet: Sheet): Html {
  // A delivery has one request at a time: an attempt without an end, before another one, was interrupted.
  const last = attempts.at(-1)
  return table({
    caption: 'Attempts',
    rows: attempts,
    columns: [
      { heading: 'No.', cell: ({ number }) => inAttribute(number) },
      { heading: 'Began', cell: ({ startedAt }) => clock({ at: startedAt, as: 'instant' }, sheet) },
      {
        heading: 'Outcome',
        cell: (attempt) => outcomeWords(attempt, last),
      },
      {
        heading: 'Status',
        cell: ({ statusCode }) => (statusCode === null ? 'no answer' : inAttribute(statusCode)),
      },
      {
        heading: 'Took',
        cell: ({ latencyMs }) => (latencyMs === null ? 'unknown' : `${numberWords(latencyMs)} ms`),
      },
      {
        heading: 'Answer',
        cell: ({ excerpt }) => (excerpt === null ? 'none' : html`<q class="said">${excerpt}</q>`),
      },
    ],
  })
}
