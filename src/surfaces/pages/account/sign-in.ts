import { LIMITS } from '#contract/limits.ts'
import { section } from '../components/section.ts'
import { type Html, html } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import { passkeyForm, postForm, textField } from './forms.ts'

/** The page for a browser without a session: sign in, sign up, recover. */
export function signInPage({ signUps }: { readonly signUps: 'open' | 'closed' }) {
  return {
    title: 'Sign in or sign up: API keys and webhooks by passkey',
    body: (sheet: Sheet, token: string): Html => html`<h1>Sign in or sign up</h1>
<p class="lead">API keys and webhooks belong to an account. A passkey opens it: no password, no email address.</p>
${signIn(sheet, token)}${signUp(signUps, sheet, token)}${recover(sheet, token)}`,
  }
}

function signIn(sheet: Sheet, token: string): Html {
  const body = passkeyForm({
    action: '/account/sign-in',
    does: 'get',
    token,
    button: 'Sign in with a passkey',
  })
  return section({ id: 'sign-in', title: 'Sign in', body }, sheet)
}

function signUp(signUps: 'open' | 'closed', sheet: Sheet, token: string): Html {
  const isClosed = signUps === 'closed'
  const fields = html`${textField({
    id: 'passkey-name',
    name: 'name',
    label: 'Name of the passkey',
    help: 'To tell your passkeys apart.',
    value: 'My passkey',
    isRequired: true,
    longest: LIMITS.accountWords,
  })}${textField({
    id: 'invitation',
    name: 'invitation',
    label: 'Invitation',
    help: isClosed ? 'The operator gives it to you.' : 'Only if the operator gave you one.',
    isRequired: isClosed,
  })}`
  return section(
    {
      id: 'sign-up',
      title: 'Sign up',
      answers: isClosed
        ? 'Sign-up needs an invitation here.'
        : 'A new passkey makes a new account. Its recovery code is shown once.',
      body: passkeyForm({
        action: '/account/sign-up',
        does: 'create',
        token,
        fields,
        button: 'Sign up with a new passkey',
      }),
    },
    sheet,
  )
}

function recover(sheet: Sheet, token: string): Html {
  const fields = textField({
    id: 'code',
    name: 'code',
    label: 'Recovery code',
    help: 'It is used up, every other session ends, and you get a new code.',
    isRequired: true,
  })
  return section(
    {
      id: 'recover',
      title: 'Recover',
      answers: 'Without a passkey, the recovery code signs you in.',
      body: postForm({ action: '/account/recover', token, fields, button: 'Sign in with the code' }),
    },
    sheet,
  )
}
