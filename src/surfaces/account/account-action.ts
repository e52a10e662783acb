import { Type } from 'typebox'
import type { Callers } from '#accounts/callers.ts'
import { refuseAccount, type TypedFields } from '#accounts/refusal.ts'
import type { SignInDeps, SignUps } from '#accounts/sign-in/deps.ts'
import type { Owner } from '#accounts/sign-in/session.ts'
import { definePublicRead, type Operation } from '#contract/operation.ts'
import type { ManagementDeps } from '#webhooks/deps.ts'
import type { Keys } from '../http/caller.ts'
import type { AccountPage } from '../pages/account/document.ts'

/** A browser's request to the account page, after the checks that every request passes. */
export type AccountRequest = {
  /** The parameters of the path and of the query by name. */
  readonly given: Readonly<Record<string, string>>
  readonly form: URLSearchParams
  readonly client: string
  readonly callers: Callers
  readonly signUps: SignUps
  readonly keys: Keys
  readonly webhooks: ManagementDeps['webhooks']
  readonly deps: SignInDeps
  /** The public address, for links on the page. */
  readonly baseUrl: string
}

/** What the account page answers. `token` replaces the browser's cookie; null ends it. */
export type AccountReply = { readonly token?: string | null } & (
  | { readonly kind: 'page'; readonly status?: number; readonly page: AccountPage }
  | { readonly kind: 'see'; readonly path: string }
  | { readonly kind: 'data'; readonly value: object }
)

/** The action of one address of the account page. */
export type AccountAction = {
  readonly operation: Operation
  /** Whether the action needs a signed-in owner of an account. */
  readonly isOwn: boolean
  readonly answer: (request: AccountRequest, owner: Owner | undefined) => Promise<AccountReply>
}

type Described = Pick<Operation, 'name' | 'path' | 'summary'> &
  Partial<Pick<Operation, 'method' | 'minutely'>>

/** A step with a passkey or a recovery code. A caller may do only a few of them a minute. */
export function ceremony(name: string, path: Described['path'], summary: string): Described {
  return { name, path, summary, minutely: 'ceremony' }
}

/** The action of an address that a browser may request without being signed in. */
export function openAction(of: Described, answer: AccountAction['answer']): AccountAction {
  return { operation: operationOf(of), isOwn: false, answer }
}

/**
 * The action of an address for a signed-in owner. Without a session, a page leads to sign-in, and a form is refused.
 */
export function ownAction(
  of: Described,
  answer: (request: AccountRequest, owner: Owner) => Promise<AccountReply>,
): AccountAction {
  const operation = operationOf(of)
  return {
    operation,
    isOwn: true,
    async answer(request, owner) {
      if (owner !== undefined) return answer(request, owner)
      if (operation.method === 'GET') return { kind: 'see', path: '/account' }
      return refuseAccount('signed_out', { typed: typedIn(request.form) })
    },
  }
}

function operationOf({ method = 'POST', ...of }: Described): Operation {
  const read = definePublicRead({
    operationId: `account_${of.name}`,
    input: { path: {}, query: {} },
    output: Type.String(),
    media: 'text/html',
    errorForm: 'page',
    tag: 'Pages and images',
    description: of.summary,
    examples: [],
    ...of,
  })
  return { ...read, method, cacheable: 'never', ofBrowser: true }
}

/** The fields that a person types or ticks. No other is shown again: codes, passkeys and tokens are secrets. */
const TYPED: readonly string[] = ['name', 'url', 'description', 'projects', 'eventTypes']

/** The texts that a person typed into a form, to show them again when the form was refused. */
export function typedIn(form: URLSearchParams): TypedFields {
  return [...form].filter(([name, text]) => TYPED.includes(name) && text.trim() !== '')
}

/** A field of a form; empty when it is missing. */
export function fieldOf(form: URLSearchParams, name: string): string {
  const value = form.get(name)
  return value === null ? '' : value
}
