import type { Contract } from '#contract/shapes/contract.ts'
import { contractPage, receiptPage } from '#views/site/pages.ts'
import { MORE_UPGRADES, NONE_VERIFIED, type Verified } from '#views/token/contract-text.ts'
import {
  isPastTolerance,
  listWords,
  listWordsFirst,
  providerName,
  REASON_WORDS,
} from '#views/words/figures.ts'
import { ruleInForce } from '#views/words/rules.ts'
import { ownRecord, recorded, unvalued } from '../basis.ts'
import { accounted } from '../components/account.ts'
import { clock, day, dayOrSeen } from '../components/clock.ts'
import { figure } from '../components/figure.ts'
import { quote } from '../components/quote.ts'
import { section } from '../components/section.ts'
import { table } from '../components/table.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import type { Sheet } from '../sheet.ts'

type History = NonNullable<Contract['implementations']['items']>[number]
type Method = NonNullable<Contract['activity']['methods']>[number]

/** Whether the contract is a proxy, and each implementation it has had. */
export function proxyOf(answer: Contract, sheet: Sheet): Html {
  const { proxy, implementations, source, contract } = answer
  const { items = [], total, truncated } = implementations
  const rows = items.map((one) => implementationRow(one, sheet))
  const kind =
    proxy.kind === undefined
      ? undefined
      : html`<p data-evidence="${inAttribute(source.id)}">${proxy.kind === 'none_detected' ? 'No known proxy pattern was found. The contract can still be a proxy of another kind.' : html`A proxy of the kind ${listWords(proxy.kind)}.`}${proxy.implementation !== undefined && html` ${runsWords(proxy, sheet)} <code>${`${proxy.implementation}`}</code>.`}${proxy.beacon !== undefined && html` Its beacon is <code>${`${proxy.beacon}`}</code>.`}</p>`
  return section(
    {
      id: 'proxy',
      title: 'Proxy and implementations',
      answers: 'Can its code be exchanged, and when was it?',
      coverage: proxy,
      body: html`${kind}${items.length === 0 ? noImplementation(implementations.state) : html`<ul class="rows">${rows}</ul>`}
${items.length > 0 && implementations.state === 'SOURCE_UNAVAILABLE' && html`<p class="note" data-unknown="${implementations.state}">${MORE_UPGRADES}</p>`}
${truncated === true && total !== undefined && html`<p class="note" ${accounted(ownRecord(`/api${contractPage(contract)}`))}>The newest ${inAttribute(items.length)} of ${inAttribute(total)}.</p>`}`,
    },
    sheet,
  )
}

/** The words before a proxy's implementation, in the past tense and with the time if the reading is too old. */
function runsWords({ state, observedAt }: Contract['proxy'], sheet: Sheet): Html {
  if (!isPastTolerance(state) || observedAt === undefined) return html`It runs`
  return html`When it was last read, ${clock({ at: observedAt, as: 'age' }, sheet)}, it ran`
}

function noImplementation(state: Contract['proxy']['state']): Html {
  if (state !== 'NOT_APPLICABLE') return noneOf(state, 'No implementation is recorded.')
  return html`<p class="clock" data-unknown="${state}">Only a known proxy has implementations.</p>`
}

/** A list without entries: an empty one is a finding only where it was read. */
function noneOf(state: Contract['proxy']['state'], words: string): Html {
  if (state === 'MEASURED') return html`<p data-rule="${ruleInForce('coverage')}">${words}</p>`
  return html`<p class="clock" data-unknown="${state}">Nothing is listed: ${REASON_WORDS[state]}.</p>`
}

function implementationRow(one: History, sheet: Sheet): Html {
  const { evidenceId, implementation, previousImplementation, initial, block } = one
  const where = block === undefined ? 'only storage shows it, so no block dates it' : `block ${block}`
  const from =
    previousImplementation === undefined ? undefined : html` from <code>${`${previousImplementation}`}</code>`
  const what = initial ? html`First implementation:` : html`Changed${from} to`
  return html`<li class="row" data-evidence="${inAttribute(evidenceId)}">${dayOrSeen(one, sheet)} <span class="what">${what} <code>${`${implementation}`}</code> <span class="kind">${where}</span></span> <a class="receipt" href="${receiptPage(evidenceId)}">receipt</a></li>`
}

/** Which explorers have verified its source. */
export function contractSourceOf({ verifiedSource, contract: own }: Contract, sheet: Sheet): Html {
  const { items = [], state } = verifiedSource
  return section(
    {
      id: 'source',
      title: 'Verified source',
      answers: 'Is the source of its code public, and does it match?',
      coverage: verifiedSource,
      body:
        items.length === 0
          ? noneOf(state, NONE_VERIFIED)
          : html`<ul class="rows">${items.map((one) => verifiedRow({ ...one, own }, sheet))}</ul>`,
    },
    sheet,
  )
}

/** A verified source. The source that an explorer has for a proxy can be that of its implementation. */
function verifiedRow(one: Verified & { readonly own: Contract['contract'] }, sheet: Sheet): Html {
  const { evidenceId, contract, own, provider, match, functions, events, since, observedAt } = one
  return html`<li class="row" data-evidence="${inAttribute(evidenceId)}">${clock({ at: since, as: 'day', before: 'since' }, sheet)} <span class="what">${listWordsFirst(match)} match at ${providerName(provider)}${contract !== own && html` of <code>${`${contract}`}</code>`}: ${inAttribute(functions)} ${functions === 1 ? 'function' : 'functions'}, ${inAttribute(events)} ${events === 1 ? 'event' : 'events'} <span class="kind">${clock({ at: observedAt, as: 'age', before: 'read' }, sheet)}</span></span> <a class="receipt" href="${receiptPage(evidenceId)}">receipt</a></li>`
}

/** The numbers of functions and events in the contract's verified interface. */
export function interfaceOf(answer: Contract, sheet: Sheet): Html {
  const { functions, events, evidenceId, before, state } = answer.interface
  const basis = evidenceId === undefined ? unvalued(state) : recorded(evidenceId)
  const stale = isPastTolerance(state)
  const earlier = (count: number | undefined) =>
    before === undefined || count === undefined
      ? undefined
      : html` <span class="clock" data-evidence="${inAttribute(before.evidenceId)}">${inAttribute(count)} before</span>`
  return section(
    {
      id: 'interface',
      title: 'Interface',
      answers: 'How much can be called, by the verified source?',
      coverage: answer.interface,
      body: html`<dl class="list"><div><dt>Functions</dt><dd>${figure({ name: 'Functions', value: functions, basis, stale, field: 'contract:interface.functions' }, sheet)}${earlier(before?.functions)}</dd></div>
<div><dt>Events</dt><dd>${figure({ name: 'Events', value: events, basis, stale, field: 'contract:interface.events' }, sheet)}${earlier(before?.events)}</dd></div></dl>`,
    },
    sheet,
  )
}

/** The calls of seven complete days. */
export function contractUseOf({ activity }: Contract, sheet: Sheet): Html {
  const { state, calls, from, to, methods = [], methodsTotal, scope, collectedFrom, evidence } = activity
  const id = evidence?.[0]
  const stale = isPastTolerance(state)
  const basis = id === undefined ? unvalued(state) : recorded(id, activity.observedAt)
  const days =
    from === undefined || to === undefined
      ? undefined
      : html` <span class="clock" data-rule="${ruleInForce('contract.methods')}">${day(from)} to ${day(to)}</span>`
  return section(
    {
      id: 'use',
      title: 'Calls in seven days',
      answers: 'Does anyone call it?',
      coverage: activity,
      body: html`<dl class="list"><div><dt>Decoded calls</dt><dd>${figure({ name: 'Decoded calls in seven complete days', value: calls, basis, stale, field: 'contract:activity.calls' }, sheet)}${days}</dd></div>
<div><dt>Functions called</dt><dd>${figure({ name: 'Functions called', value: methodsTotal, basis, stale, field: 'contract:activity.methodsTotal' }, sheet)}</dd></div></dl>
${methods.length > 0 && methodsTable(methods, sheet)}
${scope !== undefined && html`<p class="note" data-rule="${ruleInForce('contract.methods')}">Counted: ${scope}.${collectedFrom !== undefined && html` Calls were read without a gap since ${clock({ at: collectedFrom, as: 'instant' }, sheet)}.`}</p>`}`,
    },
    sheet,
  )
}

function methodsTable(methods: readonly Method[], sheet: Sheet): Html {
  const columns = [
    { heading: 'Function', cell: ({ method }: Method) => quote(method) },
    {
      heading: 'Calls',
      numeric: true,
      cell: ({ calls, method, evidenceId }: Method) =>
        figure({ name: `Calls of ${method}`, value: calls, basis: recorded(evidenceId) }, sheet),
    },
    {
      heading: 'Last called',
      cell: ({ lastCalledAt, evidenceId }: Method) =>
        html`<span data-evidence="${inAttribute(evidenceId)}">${clock({ at: lastCalledAt, as: 'age' }, sheet)}</span>`,
    },
  ]
  return table({ caption: 'Functions called on those days, most calls first', columns, rows: methods })
}
