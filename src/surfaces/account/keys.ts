import { createOwnKey, revokeOwnKey } from '#accounts/own-keys.ts'
import { newKeyPage } from '../pages/account/secrets.ts'
import { type AccountAction, fieldOf, ownAction } from './account-action.ts'
import { refuseHeld } from './held.ts'

export const KEY_ACTIONS: readonly AccountAction[] = [
  ownAction(
    { name: 'accountCreateKey', path: '/account/keys', summary: 'Create an API key' },
    async ({ form, deps, baseUrl }, owner) => {
      refuseHeld(owner)
      const { key } = await createOwnKey({ account: owner, name: fieldOf(form, 'name') }, deps)
      return { kind: 'page', page: newKeyPage({ key, baseUrl }) }
    },
  ),
  ownAction(
    { name: 'accountRevokeKey', path: '/account/keys/{id}/revoke', summary: 'Revoke an API key' },
    async ({ given, deps, callers }, owner) => {
      await revokeOwnKey({ account: owner, id: String(given['id']) }, deps)
      callers.forget()
      return { kind: 'see', path: '/account#keys' }
    },
  ),
]
