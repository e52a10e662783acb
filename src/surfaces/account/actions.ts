import type { Operation } from '#contract/operation.ts'
import type { AccountAction } from './account-action.ts'
import { KEY_ACTIONS } from './keys.ts'
import { PASSKEY_ACTIONS } from './passkeys.ts'
import { SIGN_IN_ACTIONS } from './sign-in.ts'
import { WEBHOOK_ACTIONS } from './webhooks.ts'

const ALL: readonly AccountAction[] = [
  ...SIGN_IN_ACTIONS,
  ...PASSKEY_ACTIONS,
  ...KEY_ACTIONS,
  ...WEBHOOK_ACTIONS,
]

/** What each address of the account page does, by the name of its operation. */
export const ACCOUNT_ACTIONS: ReadonlyMap<string, AccountAction> = new Map(
  ALL.map((action) => [action.operation.name, action]),
)

/** The operations of the account page. The API description leaves them out. */
export const ACCOUNT_OPERATIONS: readonly Operation[] = ALL.map(({ operation }) => operation)
