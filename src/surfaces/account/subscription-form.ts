import { hash } from 'node:crypto'
import { refuseAccount } from '#accounts/refusal.ts'
import { Failure } from '#contract/errors.ts'
import type { RefusedType } from '#contract/events.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import type { SubscriptionFault, TypedSubscription } from '../pages/account/subscription-form.ts'
import { fieldOf } from './account-action.ts'

type CreateBody = Input<'createWebhook'>['body']
type UpdateBody = Input<'updateWebhook'>['body']

/** The fields of a subscription in a form, as they were typed. */
export function readTyped(form: URLSearchParams): TypedSubscription {
  return {
    url: fieldOf(form, 'url').trim(),
    description: fieldOf(form, 'description').trim(),
    projects: fieldOf(form, 'projects').trim(),
    eventTypes: form.getAll('eventTypes').filter((type) => type !== ''),
  }
}

/** The API body of the typed fields. An empty list means everything; an empty description means none. */
export function createBodyOf({ url, description, projects, eventTypes }: TypedSubscription) {
  return {
    url,
    eventTypes: listOf(eventTypes),
    projects: listOf(projects.split(/[\s,]+/)),
    description: description === '' ? null : description,
  } satisfies CreateBody
}

/**
 * Digests of the fields that a form shows. The form sends them back: they tell a field that was changed in the form
 * from a field that was changed elsewhere. The values themselves could exceed the size limit of a form body.
 */
export function shownDigests(of: TypedSubscription): string {
  return digestsOf(of).join(' ')
}

function digestsOf(typed: TypedSubscription): readonly string[] {
  const body = createBodyOf(typed)
  return FIELDS.map((field) => digestOf(body[field]))
}

/** The digest of a field. It ignores the order of a list, and line ends, which a browser leaves out of a text field. */
function digestOf(value: string | readonly string[] | null): string {
  const plain =
    typeof value === 'string' ? value.replace(/[\r\n]/g, '').trim() : value && [...new Set(value)].toSorted()
  return hash('sha256', JSON.stringify(plain), 'base64url')
}

/**
 * Merges a form that was opened earlier with the stored fields: a field that was not changed in the form gets its
 * stored value. `fault` names a field that was changed in the form and elsewhere, to different values.
 * @throws AccountRefusal for a form without the digests
 */
export function broughtUp(
  sent: { readonly typed: TypedSubscription; readonly shown: string },
  stored: TypedSubscription,
): { readonly typed: TypedSubscription; readonly fault: SubscriptionFault | undefined } {
  const shown = sent.shown.split(' ')
  const typed = digestsOf(sent.typed)
  const now = digestsOf(stored)
  if (shown.length !== FIELDS.length) refuseAccount('invalid_form')
  const changed = FIELDS.filter((_, at) => typed[at] !== shown[at])
  const clash = FIELDS.find(
    (field, at) => changed.includes(field) && now[at] !== shown[at] && now[at] !== typed[at],
  )
  const own = Object.fromEntries(changed.map((field) => [field, sent.typed[field]]))
  return { typed: { ...stored, ...own }, fault: clash && clashOf(clash, stored) }
}

function clashOf(field: keyof TypedSubscription, stored: TypedSubscription): SubscriptionFault {
  const words = [stored[field]].flat().join(', ')
  const now = words === '' ? EMPTY[field] : words
  const message = `Changed elsewhere since this form was opened. It is now: ${now}. Save again to replace it.`
  return { field, message }
}

const EMPTY = {
  url: 'empty',
  description: 'empty',
  projects: 'every project',
  eventTypes: 'every type',
} as const satisfies Readonly<Record<keyof TypedSubscription, string>>

/**
 * The body of an update with the fields that were changed. A field that stays is not judged again: its project may be
 * unpublished by now.
 */
export function updateBodyOf(typed: TypedSubscription, current: Output<'webhook'>): UpdateBody {
  const { url, eventTypes, projects, description } = createBodyOf(typed)
  return {
    ...(url !== current.url && { url }),
    ...(!isSameList(eventTypes, current.eventTypes) && { eventTypes }),
    ...(!isSameList(projects, current.projects) && { projects }),
    ...(description !== current.description && { description }),
  }
}

/** The field that a refusal of the API is about, with the reason; undefined for a refusal that is about none. */
export function fieldFaultOf(thrown: unknown): SubscriptionFault | undefined {
  if (!(thrown instanceof Failure)) return undefined
  const { message, extra } = thrown
  switch (thrown.code) {
    case 'invalid_event_types': {
      const refused = extra.detail?.['refused'] as readonly RefusedType[]
      const reasons = refused.map((one) => `${one.type}: ${one.message}`)
      return { field: 'eventTypes', message: [message, ...reasons].join(' ') }
    }
    case 'unknown_projects': {
      const unknown = extra.detail?.['unknown'] as readonly string[]
      return { field: 'projects', message: `${message} Not one: ${unknown.join(', ')}.` }
    }
    case 'invalid_destination':
      return { field: 'url', message }
    case 'invalid_parameter': {
      const field = FIELDS.find((name) => String(extra.detail?.['parameter']).split('[')[0] === name)
      return field === undefined ? undefined : { field, message }
    }
    default:
      return undefined
  }
}

const FIELDS: readonly (keyof TypedSubscription)[] = ['url', 'description', 'projects', 'eventTypes']

/** The chosen values of a list; null when none is chosen, which means all. */
function listOf(texts: readonly string[]): string[] | null {
  const chosen = texts.filter((text) => text !== '')
  return chosen.length === 0 ? null : chosen
}

/** Whether two lists name the same things, in any order. */
function isSameList(one: readonly string[] | null, other: readonly string[] | null): boolean {
  if (one === null || other === null) return one === other
  return new Set(one).symmetricDifference(new Set(other)).size === 0
}
