import { addPasskey, challengePasskey, removePasskey } from '#accounts/sign-in/passkeys.ts'
import { type AccountAction, ceremony, fieldOf, ownAction } from './account-action.ts'

const SECTION = '/account#passkeys'

export const PASSKEY_ACTIONS: readonly AccountAction[] = [
  ownAction(
    ceremony(
      'accountPasskeyChallenge',
      '/account/passkeys/challenge',
      'Ask for a challenge to add a passkey',
    ),
    async ({ form, deps }, account) => ({
      kind: 'data',
      value: await challengePasskey({ account, passkeyName: fieldOf(form, 'name') }, deps),
    }),
  ),
  ownAction(
    ceremony('accountAddPasskey', '/account/passkeys', 'Add a passkey to the account'),
    async ({ form, deps }, { id: accountId }) => {
      const passkey = fieldOf(form, 'passkey')
      const passkeyName = fieldOf(form, 'name')
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
