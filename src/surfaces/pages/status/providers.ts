import type { ServiceStatus } from '#contract/shapes/status.ts'
import { PROVIDER_LATE_MS } from '#views/status/service-status.ts'
import {
  NO_PROVIDER,
  noTroubleWords,
  type ProviderStatus,
  readingAge,
  troubledProviders,
  troubleWords,
  unknownProviders,
  unreadBecause,
  unreadReason,
} from '#views/status/words.ts'
import { ageWords } from '#views/words/clocks.ts'
import { listWords, numberWords, providerName } from '#views/words/figures.ts'
import { ruleInForce } from '#views/words/rules.ts'
import { concluded, missing } from '../basis.ts'
import { ages } from '../components/ages.ts'
import { clock } from '../components/clock.ts'
import { dataLinks } from '../components/data-links.ts'
import { figure } from '../components/figure.ts'
import { section } from '../components/section.ts'
import { table } from '../components/table.ts'
import { type Html, html } from '../markup.ts'
import type { Sheet } from '../sheet.ts'

const RULE = ruleInForce('watching')
const READ = concluded(RULE)

/** A provider with its place in the answer. */
type Placed = { readonly provider: ProviderStatus; readonly place: number }

function nameOf({ provider }: Placed): string {
  return providerName(provider.provider)
}

/** The age of each provider's newest reading, drawn, and how many of its streams are fresh. */
export function providersOf(service: ServiceStatus, sheet: Sheet): Html {
  const placed = service.providers.map((provider, place): Placed => ({ provider, place }))
  const rows = placed.map((one) => ({
    name: nameOf(one),
    ageMs: readingAge(one.provider, service),
    words: ageOf(one, service, sheet),
  }))
  const chart =
    rows.length === 0
      ? html`<p data-unknown="NOT_ENOUGH_YET">${NO_PROVIDER}</p>`
      : ages({
          title: 'Age of the newest reading by provider',
          unit: 'time since the reading, on a logarithmic scale',
          source: 'the readings of this service',
          heading: 'Newest reading',
          lateMs: PROVIDER_LATE_MS,
          rule: RULE,
          rows,
        })
  return section(
    {
      id: 'providers',
      title: 'Providers',
      answers: 'How old is the newest observation, and how much of each provider is read in time?',
      body: html`<div id="live-providers" data-live>${chart}</div>
<p class="note" data-rule="${RULE}">A provider without a reading for 72 hours is late. Its figures then describe the time of the reading.</p>
${table({ caption: 'Streams and requests by provider', columns: columnsOf(sheet), rows: placed })}
${dataLinks({ csv: '/api/export/providers?format=csv', json: '/api/status' })}`,
    },
    sheet,
  )
}

function ageOf({ provider, place }: Placed, service: ServiceStatus, sheet: Sheet): Html {
  const { lastReadAt, state } = provider
  return figure(
    {
      name: `Newest reading of ${providerName(provider.provider)}`,
      value: lastReadAt,
      words: lastReadAt === null ? undefined : ageWords(lastReadAt, service.now),
      basis: lastReadAt === null ? missing(unreadReason(provider)) : READ,
      field: `status:providers.${place}.lastReadAt`,
      stale: state === 'late',
    },
    sheet,
  )
}

function columnsOf(sheet: Sheet) {
  return [
    { heading: 'Provider', cell: nameOf },
    { heading: 'State', cell: (one: Placed) => stateOf(one, sheet) },
    { heading: 'Streams', numeric: true, cell: (one: Placed) => streamOf('total', one, sheet) },
    { heading: 'Fresh', numeric: true, cell: (one: Placed) => streamOf('fresh', one, sheet) },
    {
      heading: 'Failing or missing',
      numeric: true,
      cell: (one: Placed) => streamOf('failing', one, sheet),
    },
    {
      heading: 'Of these, missing',
      numeric: true,
      cell: (one: Placed) => streamOf('missing', one, sheet),
    },
    { heading: 'Requests today', numeric: true, cell: (one: Placed) => requestsOf(one, sheet) },
  ]
}

function stateOf({ provider, place }: Placed, sheet: Sheet): Html {
  const { state } = provider
  const name = `State of ${providerName(provider.provider)}`
  const words = listWords(state)
  return figure({ name, value: state, words, basis: READ, field: `status:providers.${place}.state` }, sheet)
}

function streamOf(
  count: 'total' | 'fresh' | 'missing' | 'failing',
  { provider, place }: Placed,
  sheet: Sheet,
): Html {
  const { streams } = provider
  return figure(
    {
      name: `Streams of ${providerName(provider.provider)}: ${count}`,
      value: streams?.[count],
      basis: streams === null ? missing(unreadReason(provider)) : READ,
      field: `status:providers.${place}.streams.${count}`,
    },
    sheet,
  )
}

function requestsOf({ provider, place }: Placed, sheet: Sheet): Html {
  const { budget } = provider
  return figure(
    {
      name: `Requests to ${providerName(provider.provider)} today`,
      value: budget?.usedToday,
      basis: budget === null ? missing('NOT_RECORDED') : READ,
      field: `status:providers.${place}.budget.usedToday`,
      ...(budget !== null && { unit: `of ${numberWords(budget.dailyLimit)}` }),
    },
    sheet,
  )
}

/** The providers that do not answer now, with the consequences, and the providers whose state is unknown. */
export function troublesOf(service: ServiceStatus, sheet: Sheet): Html {
  const rows = troubledProviders(service).map((provider) => {
    const { state, outageSince, coolOffUntil } = provider
    const when =
      outageSince === null || state === 'cooling_off'
        ? coolOffUntil !== null &&
          html` ${clock({ at: coolOffUntil, as: 'instant', before: 'not asked until' }, sheet)}`
        : html` ${clock({ at: outageSince, as: 'instant', before: 'since' }, sheet)}`
    return html`<li class="row" data-rule="${RULE}"><span class="what"><strong>${providerName(provider.provider)}</strong>: ${listWords(provider.state)}${when}. <span class="clock">${troubleWords(provider, service)}</span></span></li>`
  })
  const unknown = unknownProviders(service).map(
    (provider) =>
      html`<li class="row" data-unknown="${unreadReason(provider)}"><span class="what"><strong>${providerName(provider.provider)}</strong>: Not known, because ${unreadBecause(provider)}.</span></li>`,
  )
  return section(
    {
      id: 'outages',
      title: 'Outages',
      answers: 'Which providers do not answer now, or not in full?',
      body: html`<div id="live-outages" data-live>${rows.length === 0 && noTroubleOf(service)}${rows.length + unknown.length > 0 && html`<ul class="rows">${rows}${unknown}</ul>`}</div>
<p class="note">Past outages are in the <a href="#outage-days">calendar below</a>. The history of a project shows each day whose values were unknown, with the reason.</p>`,
    },
    sheet,
  )
}

function noTroubleOf(service: ServiceStatus): Html | undefined {
  if (service.providers.length === 0) return html`<p data-unknown="NOT_ENOUGH_YET">${NO_PROVIDER}</p>`
  const words = noTroubleWords(service)
  return words === undefined ? undefined : html`<p data-rule="${RULE}">${words}</p>`
}
