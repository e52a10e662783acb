import type { Operation } from '#contract/operation.ts'
import { type AccountAction, ownAction } from './account-action.ts'
import { KEY_ACTIONS } from './keys.ts'
import { PASSKEY_ACTIONS } from './passkeys.ts'
import { SIGN_IN_ACTIONS } from './sign-in.ts'
import { WEBHOOK_ACTIONS } from './webhooks.ts'

const WEBHOOK = '/account/webhooks/{id}'

const ASKED: readonly AccountAction[] = [
  ...SIGN_IN_ACTIONS,
  ...PASSKEY_ACTIONS,
  ...KEY_ACTIONS,
  ...WEBHOOK_ACTIONS,
]

/** The paths that have a page of their own. */
const PAGES = new Set(
  ASKED.filter(({ operation }) => operation.method === 'GET').map(({ operation }) => operation.path),
)

/**
 * Redirects from the address of a form to the page that has the form. A form that is answered with a page leaves its
 * own address in the address bar, and a restored tab then requests that address by GET.
 */
const BACK: readonly AccountAction[] = ASKED.filter(({ operation }) => !PAGES.has(operation.path)).map(
  backFrom,
)

function backFrom({ operation: { name, path } }: AccountAction): AccountAction {
  const page = path.startsWith(WEBHOOK) ? WEBHOOK : '/account'
  const back = { name: `${name}Back`, method: 'GET', path, summary: 'Go back to the page of a form' } as const
  return ownAction(back, async ({ given }) => ({
    kind: 'see',
    path: page.replace('{id}', encodeURIComponent(String(given['id']))),
  }))
}

const ALL: readonly AccountAction[] = [...ASKED, ...BACK]

/** The action of each address of the account page, by the name of its operation. */
export const ACCOUNT_ACTIONS: ReadonlyMap<string, AccountAction> = new Map(
  ALL.map((action) => [action.operation.name, action]),
)

/** The operations of the account page. The API description leaves them out. */
export const ACCOUNT_OPERATIONS: readonly Operation[] = ALL.map(({ operation }) => operation)
