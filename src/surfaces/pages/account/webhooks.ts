import type { WebhookSubscription, WebhookSubscriptionList } from '#contract/shapes/webhook.ts'
import { numberWords } from '#views/words/figures.ts'
import { section } from '../components/section.ts'
import { table } from '../components/table.ts'
import { type Html, html } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import { postForm } from './forms.ts'
import { NOTHING_TYPED, subscriptionFields } from './subscription-form.ts'

/**
 * The subscriptions of the account, and the form that creates one. `list` is undefined while the account is on hold.
 */
export function webhooksOf(
  { list, hasKey }: { readonly list: WebhookSubscriptionList | undefined; readonly hasKey: boolean },
  sheet: Sheet,
  token: string,
): Html {
  if (list === undefined) {
    const held = html`<p>Webhooks are paused while the account is on hold.</p>`
    return section({ id: 'webhooks', title: 'Webhooks', body: held }, sheet)
  }
  const { items, limits } = list
  const rows = items.length === 0 ? html`<p>This account has no webhook yet.</p>` : tableOf(items)
  const isFull = items.length >= limits.subscriptions
  const body = html`${rows}${isFull ? html`<p>This account has the most webhooks it may.</p>` : creating({ list, hasKey }, token)}`
  const answers = `At most ${numberWords(limits.subscriptions)}. Changes of the ledger are posted to a URL, signed.`
  return section({ id: 'webhooks', title: 'Webhooks', answers, body }, sheet)
}

function tableOf(items: readonly WebhookSubscription[]): Html {
  return table({
    caption: 'Webhooks, oldest first',
    rows: items,
    columns: [
      { heading: 'URL', cell: ({ id, url }) => html`<a href="/account/webhooks/${id}">${shortUrl(url)}</a>` },
      {
        heading: 'State',
        cell: ({ status, disabledBecause }) =>
          status === 'active' ? 'active' : `disabled: ${DISABLED[disabledBecause ?? 'requested']}`,
      },
      { heading: 'Waiting', numeric: true, cell: ({ backlog }) => numberWords(backlog.deliveries) },
    ],
  })
}

/** The start and the end of a long URL, which tell webhooks of one host apart. The webhook's page shows all of it. */
export function shortUrl(url: string): string {
  const characters = [...url]
  if (characters.length <= 80) return url
  return `${characters.slice(0, 50).join('')}…${characters.slice(-29).join('')}`
}

/** Why a subscription is disabled, in words. */
export const DISABLED = {
  requested: 'by the account',
  ten_dead_deliveries: 'ten deliveries in a row were given up',
} as const

/** The form that creates a webhook, if the account has a valid key. The API refuses a webhook without one. */
function creating(
  { list, hasKey }: { readonly list: WebhookSubscriptionList; readonly hasKey: boolean },
  token: string,
): Html {
  if (!hasKey)
    return html`<p>A webhook needs a valid API key of this account. <a href="#keys">Create a key first</a>.</p>`
  const fields = subscriptionFields({ typed: NOTHING_TYPED, offered: list.eventTypes })
  return html`<h3>New webhook</h3>${postForm({ action: '/account/webhooks', token, fields, button: 'Create webhook' })}`
}
