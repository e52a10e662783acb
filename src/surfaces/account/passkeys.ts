import { addPasskey, challengePasskey, removePasskey } from '#accounts/sign-in/passkeys.ts'
import { type AccountAction, fieldOf, ownAction } from './account-action.ts'

const SECTION = '/account#passkeys'

export const PASSKEY_ACTIONS: readonly AccountAction[] = [
  ownAction(
    {
      name: 'accountPasskeyChallenge',
      path: '/account/passkeys/challenge',
      minutely: 'ceremony',
      summary: 'Ask for a challenge to add a passkey',
    },
    async ({ deps }, owner) => ({ kind: 'data', value: await challengePasskey(owner, deps) }),
  ),
  ownAction(
    {
      name: 'accountAddPasskey',
      path: '/account/passkeys',
      minutely: 'ceremony',
      summary: 'Add a passkey to the account',
    },
    async ({ form, deps }, { id: accountId }) => {
      const [passkey, passkeyName] = [fieldOf(form, 'passkey'), fieldOf(form, 'name')]
      await addPasskey({ accountId, passkey, passkeyName }, deps)
      return { kind: 'see', path: SECTION }
    },
  ),
  ownAction(
    {
      name: 'accountRemovePasskey',
      path: '/account/passkeys/{id}/remove',
      summary: 'Remove a passkey of the account',
    },
    async ({ given, deps }, { id: accountId }) => {
      await removePasskey({ accountId, id: String(given['id']) }, deps)
      return { kind: 'see', path: SECTION }
    },
  ),
]
