import { LIMITS } from '#contract/limits.ts'
import { type AccountOverview, type ShownKey, type Used, usedPercent } from '#views/account/account.ts'
import { numberWords } from '#views/words/figures.ts'
import { clock, day } from '../components/clock.ts'
import { section } from '../components/section.ts'
import { table } from '../components/table.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import { confirmedForm, postForm, textField } from './forms.ts'

/** The keys of the account, and the form that creates one. */
export function ownKeysOf(
  of: { readonly overview: AccountOverview; readonly keys: 'open' | 'closed' },
  sheet: Sheet,
  token: string,
): Html {
  const { overview, keys: taken } = of
  const { keys, keyTier, hold } = overview
  const create = postForm({
    action: '/account/keys',
    token,
    fields: textField({
      id: 'key-name',
      name: 'name',
      label: 'Name of the new key',
      isRequired: true,
      longest: LIMITS.accountWords,
    }),
    button: 'Create key',
  })
  const closed = html`<p class="note">This deployment accepts keys for reads, and not for webhooks.</p>`
  const body = html`${keys.length === 0 ? html`<p>This account has no key yet.</p>` : tableOf(keys, sheet, token)}
${taken === 'closed' && closed}${hold === undefined && create}`
  const answers = `New keys have tier ${inAttribute(keyTier)}. A key is shown once, when it is created.`
  return section({ id: 'keys', title: 'API keys', answers, body }, sheet)
}

function tableOf(keys: readonly ShownKey[], sheet: Sheet, token: string): Html {
  return table({
    caption: 'API keys, valid ones first',
    rows: keys,
    columns: [
      { heading: 'Name', cell: nameOf },
      { heading: 'Tier', cell: ({ tier }) => inAttribute(tier) },
      { heading: 'Created', cell: ({ createdAt }) => clock({ at: createdAt, as: 'day' }, sheet) },
      {
        heading: 'Last used',
        cell: ({ lastUsedAt }) =>
          lastUsedAt === null ? 'no use recorded' : clock({ at: lastUsedAt, as: 'age' }, sheet),
      },
      {
        heading: 'Revoke',
        cell: ({ id, revokedAt }) =>
          revokedAt === null
            ? confirmedForm({
                question: 'Revoke',
                says: 'Requests with it are refused from then on.',
                action: `/account/keys/${id}/revoke`,
                token,
                button: 'Revoke key',
              })
            : clock({ at: revokedAt, as: 'day', before: 'revoked on' }, sheet),
      },
    ],
  })
}

function nameOf({ id, name }: ShownKey): Html {
  return name === null ? html`<code>${id.slice(0, 8)}</code>` : html`${name}`
}

/** What the valid keys use of their minute and month, as bars, and the months before as a table. */
export function usageOf({ keys, months }: AccountOverview, sheet: Sheet): Html | undefined {
  const valid = keys.flatMap(({ used, ...key }) => (used === undefined ? [] : [{ key, used }]))
  if (valid.length === 0 && months.length === 0) return undefined
  const bars = (name: string, pick: 'minute' | 'month') =>
    html`<table class="bars used"><caption>${name}</caption><tbody>${valid.map(({ key, used }) => barOf(nameOf(key), used[pick]))}</tbody></table>`
  const body = html`${valid.length > 0 && html`${bars('Requests of this minute', 'minute')}${bars('Requests of this month (UTC)', 'month')}`}
${
  months.length > 0 &&
  html`<details><summary>Requests by month</summary>${table({
    caption: 'Requests of all keys',
    rows: months,
    columns: [
      { heading: 'Month from', cell: ({ month }) => day(month) },
      { heading: 'Requests', numeric: true, cell: ({ used }) => numberWords(used) },
    ],
  })}</details>`
}`
  const answers = 'Each bar is the whole limit. An earlier month without requests has no row.'
  return section({ id: 'usage', title: 'Use', answers, body }, sheet)
}

function barOf(name: Html, used: Used): Html {
  return html`<tr><th scope="row">${name}</th><td class="number">${numberWords(used.used)} of ${numberWords(used.limit)}</td><td><svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="rest" width="100" height="8"/><rect width="${usedPercent(used).toFixed(1)}" height="8"/></svg></td></tr>`
}
