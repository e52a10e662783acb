import { LIMITS } from '#contract/limits.ts'
import type { WebhookSubscriptionList } from '#contract/shapes/webhook.ts'
import type { AccountOverview } from '#views/account/account.ts'
import { numberWords } from '#views/words/figures.ts'
import { clock } from '../components/clock.ts'
import { section } from '../components/section.ts'
import { table } from '../components/table.ts'
import { type Html, html } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import { confirmedForm, passkeyForm, postForm, textField } from './forms.ts'
import { ownKeysOf, usageOf } from './keys.ts'
import { webhooksOf } from './webhooks.ts'

/** The page of the account for its owner. */
export function overviewPage(of: {
  readonly overview: AccountOverview
  /** Undefined while the account is on hold. */
  readonly webhooks: WebhookSubscriptionList | undefined
  readonly keys: 'open' | 'closed'
}) {
  const { overview, webhooks, keys } = of
  const hasKey = overview.keys.some(({ revokedAt }) => revokedAt === null)
  return {
    title: `Account ${overview.name}`,
    body: (sheet: Sheet, token: string): Html => html`<h1>Your account</h1>
<p class="lead">Account <code>${overview.name}</code></p>
${holdOf(overview, sheet)}
${ownKeysOf({ overview, keys }, sheet, token)}${usageOf(overview, sheet)}${webhooksOf({ list: webhooks, hasKey }, sheet, token)}${passkeysOf(overview, sheet, token)}${recoveryOf(overview, sheet, token)}${sessionsOf(overview, sheet, token)}`,
  }
}

function holdOf({ hold }: AccountOverview, sheet: Sheet): Html | undefined {
  if (hold === undefined) return undefined
  return html`<div class="hold" role="alert"><p><strong>This account is on hold.</strong> Reason: <q class="said">${hold.reason}</q>. ${clock({ at: hold.since, as: 'instant', before: 'Since' }, sheet)}.</p>
<p>Its keys are refused and its webhooks are paused. Nothing of them is lost. Write to the operator.</p></div>`
}

function passkeysOf({ passkeys }: AccountOverview, sheet: Sheet, token: string): Html {
  const isOnly = passkeys.length === 1
  const rows = table({
    caption: 'Passkeys',
    rows: passkeys,
    columns: [
      { heading: 'Name', cell: ({ name }) => name },
      { heading: 'Added', cell: ({ createdAt }) => clock({ at: createdAt, as: 'day' }, sheet) },
      {
        heading: 'Last used to sign in',
        cell: ({ lastUsedAt }) =>
          lastUsedAt === null ? 'not yet' : clock({ at: lastUsedAt, as: 'age' }, sheet),
      },
      {
        heading: 'Remove',
        cell: ({ id }) =>
          isOnly
            ? 'the only one, cannot be removed'
            : confirmedForm({
                question: 'Remove',
                says: 'It can no longer sign in, and every other browser is signed out.',
                action: `/account/passkeys/${id}/remove`,
                token,
                button: 'Remove passkey',
              }),
      },
    ],
  })
  const add = passkeyForm({
    action: '/account/passkeys',
    does: 'create',
    token,
    button: 'Add a passkey',
    fields: textField({
      id: 'passkey-name',
      name: 'name',
      label: 'Name of the passkey',
      isRequired: true,
      longest: LIMITS.accountWords,
    }),
  })
  const answers = isOnly
    ? 'Add a second one on another device: it helps when the first is lost.'
    : 'Any of them signs in.'
  return section({ id: 'passkeys', title: 'Passkeys', answers, body: html`${rows}${add}` }, sheet)
}

function recoveryOf({ recoveryCodeAt }: AccountOverview, sheet: Sheet, token: string): Html {
  const made =
    recoveryCodeAt === undefined
      ? html`<p>This account has no recovery code.</p>`
      : html`<p>${clock({ at: recoveryCodeAt, as: 'instant', before: 'Made' }, sheet)}. It is stored as a digest and cannot be shown again.</p>`
  const body = html`${made}${confirmedForm({
    question: 'Replace the recovery code',
    says: 'The code before it is no longer valid.',
    action: '/account/recovery-code',
    token,
    button: 'Make a new code',
  })}`
  return section({ id: 'recovery', title: 'Recovery code', body }, sheet)
}

function sessionsOf({ sessions }: AccountOverview, sheet: Sheet, token: string): Html {
  const many = sessions === 1 ? '1 browser is' : `${numberWords(sessions)} browsers are`
  const body = html`<div class="acts">${postForm({ action: '/account/sign-out', token, button: 'Sign out' })}${postForm({ action: '/account/sign-out-everywhere', token, button: 'Sign out everywhere' })}</div>`
  return section({ id: 'sessions', title: 'Sessions', answers: `${many} signed in.`, body }, sheet)
}
