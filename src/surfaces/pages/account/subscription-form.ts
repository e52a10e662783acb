import type { SubscribableType } from '#contract/events.ts'
import { LIMITS } from '#contract/limits.ts'
import type { WebhookSubscription } from '#contract/shapes/webhook.ts'
import { type Html, html } from '../markup.ts'
import type { AccountPage } from './document.ts'
import { faultOf, postForm, textField } from './forms.ts'

/** The fields of the form that creates or edits a subscription, as a person typed them. */
export type TypedSubscription = {
  readonly url: string
  readonly description: string
  /** Slugs, separated by spaces, commas or line ends; empty for every project. */
  readonly projects: string
  /** Empty for every type. */
  readonly eventTypes: readonly string[]
}

/** The field that the API refuses, and why. */
export type SubscriptionFault = { readonly field: keyof TypedSubscription; readonly message: string }

export type SubscriptionForm = {
  readonly typed: TypedSubscription
  /** The types that can be subscribed to on this deployment. */
  readonly offered: readonly SubscribableType[]
  readonly fault?: SubscriptionFault | undefined
}

export const NOTHING_TYPED: TypedSubscription = { url: '', description: '', projects: '', eventTypes: [] }

/** The fields of a stored subscription, as its form first shows them. */
export function typedOf({ url, description, projects, eventTypes }: WebhookSubscription): TypedSubscription {
  return {
    url,
    description: description ?? '',
    projects: (projects ?? []).join(' '),
    eventTypes: eventTypes ?? [],
  }
}

/** The fields of a subscription, for the form that creates one and the form that edits one. */
export function subscriptionFields({ typed, offered, fault }: SubscriptionForm): Html {
  const faultIn = (field: keyof TypedSubscription) => (fault?.field === field ? fault.message : undefined)
  return html`${textField({ id: 'url', name: 'url', label: 'URL', help: 'https, port 443, a public host name.', type: 'url', value: typed.url, isRequired: true, fault: faultIn('url') })}${textField({ id: 'description', name: 'description', label: 'Description', help: 'For you alone; may be empty.', value: typed.description, longest: LIMITS.subscriptionWords, fault: faultIn('description') })}${textField({ id: 'projects', name: 'projects', label: 'Projects', help: 'Slugs, separated by spaces; empty for every project.', value: typed.projects, fault: faultIn('projects') })}${typesField({ typed, offered }, faultIn('eventTypes'))}`
}

/**
 * The event types as boxes. A chosen type that is no longer offered stays ticked: without it the form could be left
 * with no ticked type, which means every type.
 */
function typesField({ typed, offered }: SubscriptionForm, fault: string | undefined): Html {
  const names = new Set(offered.map(({ type }) => String(type)))
  const others = [...new Set(typed.eventTypes)].filter((type) => !names.has(type))
  const rows = [
    ...offered.map(({ type, meaning }) => ({ type: String(type), meaning })),
    ...others.map((type) => ({ type, meaning: 'Not offered here.' })),
  ]
  const boxes = rows.map(
    ({ type, meaning }) =>
      html`<label><input type="checkbox" name="eventTypes" value="${type}"${typed.eventTypes.includes(type) && html` checked`}> <code>${type}</code> <span class="help">${meaning}</span></label>`,
  )
  const isOpen = typed.eventTypes.length > 0
  return html`<details class="types" id="eventTypes"${isOpen && html` open`}><summary>Only some event types</summary><fieldset${fault !== undefined && html` aria-describedby="eventTypes-fault"`}><legend>None ticked: every type</legend>${faultOf('eventTypes', fault)}${boxes}</fieldset></details>`
}

/** The page of the form that edits a subscription. A refused form shows what was typed, and its fault. */
export function editWebhookPage({
  id,
  shown,
  ...form
}: SubscriptionForm & { readonly id: string; readonly shown: string }): AccountPage {
  const path = `/account/webhooks/${id}`
  return formPage(form, {
    title: 'Edit webhook',
    back: html`<a href="${path}">Webhook</a>`,
    says: 'A new URL is sent a ping. The secret and the deliveries that wait stay.',
    action: `${path}/edit`,
    button: 'Save changes',
    hidden: html`<input type="hidden" name="shown" value="${shown}">`,
  })
}

/** The page of the form that creates a subscription, after a fault was found in it. */
export function newWebhookPage(form: SubscriptionForm): AccountPage {
  return formPage(form, {
    title: 'New webhook',
    back: html`<a href="/account#webhooks">Account</a>`,
    says: 'No webhook was created.',
    action: '/account/webhooks',
    button: 'Create webhook',
  })
}

function formPage(
  form: SubscriptionForm,
  of: {
    readonly title: string
    readonly back: Html
    readonly says: string
    readonly action: string
    readonly button: string
    readonly hidden?: Html
  },
): AccountPage {
  const { title, back, says, action, button, hidden } = of
  const { fault } = form
  return {
    title: fault === undefined ? title : `Not saved: ${title}`,
    body: (_, token) => html`<p class="kind">${back}</p>
<h1>${title}</h1>
${fault !== undefined && html`<p class="fault" role="alert">Not saved. <a href="${`#${fault.field}`}">${fault.message}</a></p>`}
<p class="lead">${says}</p>
${postForm({ action, token, fields: html`${hidden}${subscriptionFields(form)}`, button })}`,
  }
}
