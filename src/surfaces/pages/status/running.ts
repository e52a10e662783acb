import type { ServiceStatus } from '#contract/shapes/status.ts'
import {
  cadenceWords,
  chainBlocksWords,
  NO_PIPELINE,
  noReadingReason,
  type PipelineStatus,
  standbyWords,
} from '#views/status/words.ts'
import { capitalised, listWords } from '#views/words/figures.ts'
import { missing, ownRecord } from '../basis.ts'
import { accounted } from '../components/account.ts'
import { copy } from '../components/address.ts'
import { clock } from '../components/clock.ts'
import { ageFigure, figure } from '../components/figure.ts'
import { section } from '../components/section.ts'
import { table } from '../components/table.ts'
import { type Html, html } from '../markup.ts'
import type { Sheet } from '../sheet.ts'

const READ = ownRecord('/api/status')

type Placed = { readonly pipeline: PipelineStatus; readonly place: number }

/** Each pipeline: whether it is fresh, when it last ran, and when it is due. */
export function pipelinesOf({ pipelines }: ServiceStatus, sheet: Sheet): Html {
  const rows = pipelines.map((pipeline, place): Placed => ({ pipeline, place }))
  const columns = [
    { heading: 'Pipeline', cell: ({ pipeline }: Placed) => html`<code>${pipeline.name}</code>` },
    { heading: 'State', cell: (one: Placed) => stateOf(one, sheet) },
    { heading: 'Last run', cell: (one: Placed) => lastRunOf(one, sheet) },
    {
      heading: 'Due',
      cell: ({ pipeline }: Placed) => html`<span ${accounted(READ)}>${dueOf(pipeline, sheet)}</span>`,
    },
    { heading: 'Every', numeric: true, cell: (one: Placed) => cadenceOf(one, sheet) },
  ]
  return section(
    {
      id: 'pipelines',
      title: 'Pipelines',
      answers: 'When did each part of the service last run, and is it in time?',
      body: html`<div id="live-pipelines" data-live>${rows.length === 0 ? html`<p>${NO_PIPELINE}</p>` : table({ caption: 'Runs by pipeline', columns, rows })}</div>
<p class="links"><a href="/api/status">Data as JSON</a></p>`,
    },
    sheet,
  )
}

function dueOf({ dueAt }: PipelineStatus, sheet: Sheet): Html {
  return dueAt <= sheet.now ? html`now` : clock({ at: dueAt, as: 'age' }, sheet)
}

function stateOf({ pipeline: { name, state }, place }: Placed, sheet: Sheet): Html {
  const field = `status:pipelines.${place}.state` as const
  return figure(
    { name: `State of ${name}`, value: state, words: listWords(state), basis: READ, field },
    sheet,
  )
}

function lastRunOf({ pipeline: { name, lastRunAt, dueAt }, place }: Placed, sheet: Sheet): Html {
  const field = `status:pipelines.${place}.lastRunAt` as const
  return ageFigure({ name: `Last run of ${name}`, at: lastRunAt, basis: READ, field, readNext: dueAt }, sheet)
}

function cadenceOf({ pipeline, place }: Placed, sheet: Sheet): Html {
  return figure(
    {
      name: `Time between runs of ${pipeline.name}`,
      value: pipeline.cadenceSeconds,
      words: cadenceWords(pipeline),
      basis: READ,
      field: `status:pipelines.${place}.cadenceSeconds`,
    },
    sheet,
  )
}

/** The newest position of the ledger of changes. */
export function ledgerOf({ ledger, standbys }: ServiceStatus, sheet: Sheet): Html {
  const { cursor, lastRunAt } = ledger
  const written = ageFigure(
    { name: 'Last run of the ledger', at: lastRunAt, basis: READ, field: 'status:ledger.lastRunAt' },
    sheet,
  )
  return section(
    {
      id: 'ledger',
      title: 'Ledger',
      body: html`<dl class="list"><div><dt>Head</dt><dd><code>${cursor}</code>${copy(cursor)}</dd></div>
<div><dt>Written</dt><dd>${written}</dd></div></dl>
${standbys !== null && html`<p class="note" ${accounted(READ)}>${capitalised(standbyWords(standbys))}.</p>`}
<p class="links"><a href="/api/changes">Changes as JSON</a></p>`,
    },
    sheet,
  )
}

/** The blocks up to which the chain is read and published. */
export function chainOf({ chain, providers }: ServiceStatus, sheet: Sheet): Html {
  const blocks = [
    ['Latest block', 'latestBlock'],
    ['Safe block', 'safeBlock'],
    ['Finalized block', 'finalizedBlock'],
  ] as const
  const nodes = providers.filter(({ provider }) => provider === 'chain')
  const rows = blocks.map(([name, block]) => {
    const basis = chain === null ? missing(noReadingReason(nodes)) : READ
    const shown = figure({ name, value: chain?.[block], basis, field: `status:chain.${block}` }, sheet)
    return html`<div><dt>${name}</dt><dd>${shown}</dd></div>`
  })
  const read =
    chain !== null &&
    html`<p class="note" ${accounted(READ)}>${clock({ at: chain.readAt, as: 'age', before: 'Read' }, sheet)}. ${chainBlocksWords(chain)}</p>`
  return section({ id: 'chain', title: 'Chain', body: html`<dl class="list">${rows}</dl>${read}` }, sheet)
}
