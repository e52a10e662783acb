import { readOverview } from '#accounts/overview.ts'
import { recover, replaceRecoveryCode } from '#accounts/sign-in/recover.ts'
import type { OpenedAccount } from '#accounts/sign-in/recovery-code.ts'
import { signOut, signOutEverywhere } from '#accounts/sign-in/session.ts'
import { challengeSignIn, signIn } from '#accounts/sign-in/sign-in.ts'
import { challengeSignUp, signUp } from '#accounts/sign-in/sign-up.ts'
import { overviewPage } from '../pages/account/overview.ts'
import { recoveryCodePage } from '../pages/account/secrets.ts'
import { signInPage } from '../pages/account/sign-in.ts'
import {
  type AccountAction,
  type AccountReply,
  type AccountRequest,
  ceremony,
  fieldOf,
  openAction,
  ownAction,
} from './account-action.ts'
import { listOwnWebhooks } from './webhooks.ts'

const PAGE = '/account'

export const SIGN_IN_ACTIONS: readonly AccountAction[] = [
  openAction(
    { name: 'account', method: 'GET', path: PAGE, summary: 'Get the page of the account' },
    async (request, owner) => {
      if (owner === undefined) return { kind: 'page', page: signInPage({ signUps: request.signUps }) }
      const { deps, callers } = request
      const overview = await readOverview(owner, { ...deps, callers })
      const webhooks = await listOwnWebhooks(request, owner)
      return { kind: 'page', page: overviewPage({ overview, webhooks, keys: request.keys }) }
    },
  ),
  openAction(
    ceremony('accountSignInChallenge', `${PAGE}/sign-in/challenge`, 'Ask for a challenge to sign in'),
    async ({ deps }) => ({ kind: 'data', value: await challengeSignIn(deps) }),
  ),
  openAction(
    ceremony('accountSignIn', `${PAGE}/sign-in`, 'Sign in with a passkey'),
    async ({ form, deps }) => ({
      kind: 'see',
      path: PAGE,
      token: await signIn({ passkey: fieldOf(form, 'passkey') }, deps),
    }),
  ),
  openAction(
    ceremony('accountSignUpChallenge', `${PAGE}/sign-up/challenge`, 'Ask for a challenge to sign up'),
    async (request) => ({
      kind: 'data',
      value: await challengeSignUp(requestOf(request), signUpDeps(request)),
    }),
  ),
  openAction(
    ceremony('accountSignUp', `${PAGE}/sign-up`, 'Make an account with a passkey'),
    async (request) => {
      const answer = {
        ...requestOf(request),
        passkey: fieldOf(request.form, 'passkey'),
      }
      return signedUp(await signUp(answer, signUpDeps(request)))
    },
  ),
  openAction(
    ceremony('accountRecover', `${PAGE}/recover`, 'Sign in with a recovery code'),
    async ({ form, deps }) => signedUp(await recover({ code: fieldOf(form, 'code') }, deps)),
  ),
  ownAction(
    { name: 'accountRecoveryCode', path: `${PAGE}/recovery-code`, summary: 'Replace the recovery code' },
    async ({ deps }, { id }) => ({
      kind: 'page',
      page: recoveryCodePage(await replaceRecoveryCode({ accountId: id }, deps)),
    }),
  ),
  ownAction(
    { name: 'accountSignOut', path: `${PAGE}/sign-out`, summary: 'Sign out of this browser' },
    async ({ deps }) => {
      await signOut(deps)
      return { kind: 'see', path: PAGE, token: null }
    },
  ),
  ownAction(
    { name: 'accountSignOutEverywhere', path: `${PAGE}/sign-out-everywhere`, summary: 'End every session' },
    async ({ deps }, { id }) => {
      await signOutEverywhere({ accountId: id }, deps)
      return { kind: 'see', path: PAGE, token: null }
    },
  ),
]

function requestOf({ form }: AccountRequest) {
  return { invitation: fieldOf(form, 'invitation').trim(), passkeyName: fieldOf(form, 'name') }
}

function signUpDeps({ deps, signUps, client }: AccountRequest) {
  return { ...deps, signUps, client }
}

/** The reply to a sign-up. A new recovery code is shown in this answer alone. */
function signedUp({ token, recoveryCode }: OpenedAccount): AccountReply {
  if (recoveryCode === undefined) return { kind: 'see', path: PAGE, token }
  return { kind: 'page', page: recoveryCodePage(recoveryCode), token }
}
