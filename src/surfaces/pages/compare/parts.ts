import { known } from '#contract/known.ts'
import type { ComparedProject, Comparison } from '#contract/shapes/comparison.ts'
import {
  type ComparedCell,
  type ComparedRow,
  comparedParts,
  knownWords,
  statusAgreement,
} from '#views/lists/compared-rows.ts'
import { ruleInForce } from '#views/words/rules.ts'
import { type Basis, concluded, evaluated, inWords, missing } from '../basis.ts'
import { figure } from '../components/figure.ts'
import { lastShip } from '../components/last-ship.ts'
import { named } from '../components/quote.ts'
import { section } from '../components/section.ts'
import { type SideBySideRow, sideBySide } from '../components/side-by-side.ts'
import { statusMark } from '../components/status.ts'
import { valuationOf } from '../components/valuation.ts'
import { type Html, html } from '../markup.ts'
import { notedBasis } from '../noted-basis.ts'
import type { Sheet } from '../sheet.ts'

/** The parts of the comparison; nothing before two projects are chosen. */
export function partsOf(comparison: Comparison | undefined, sheet: Sheet): readonly Html[] {
  if (comparison === undefined) return []
  const { items } = comparison
  const columns = items.map(({ name, slug }) => ({ name, href: `/projects/${slug}` }))
  const parts = comparedParts(items).map(({ id, title, rows }) => {
    const lines = rows.map((row) => rowOf(row, items, sheet))
    const all = id === 'building' ? [...statusRows(items, sheet), ...lines] : lines
    return section({ id, title, body: sideBySide({ caption: title, columns, rows: all }) }, sheet)
  })
  return [...parts, marketOf(items, columns, sheet)]
}

function rowOf(row: ComparedRow, items: readonly ComparedProject[], sheet: Sheet): SideBySideRow {
  const cells = items.map((project, at) => {
    const cell = row.cells[at] ?? { value: undefined }
    const { value, words, to, readAt } = cell
    const basis = basisOfCell({ row, cell, project }, sheet)
    if (row.noted === undefined && row.rule === undefined && typeof value === 'string')
      return named(words ?? value)
    const field = `compare:items.${at}.${row.field}` as const
    return figure({ name: row.name, value, ...known({ words }), to, readAt, basis, field }, sheet)
  })
  return { name: row.name, agreement: agreementOf(row), cells }
}

/** A known value without a claim note rests on its rule; an unknown one has the reason of its note. */
function basisOfCell(
  of: {
    readonly row: ComparedRow
    readonly cell: ComparedCell
    readonly project: ComparedProject
  },
  sheet: Sheet,
): Basis {
  const { row, cell, project } = of
  if (cell.reason !== undefined) return inWords(missing(cell.reason), cell.why)
  if (cell.value !== undefined && row.rule !== undefined) {
    const evaluatedAt = row.rule === 'radar' ? project.radar?.rankedAt : project.asOf
    return evaluated(concluded(ruleInForce(row.rule)), evaluatedAt)
  }
  return row.noted === undefined ? missing('NOT_RECORDED') : notedBasis(project, row.noted, sheet)
}

/** Whether the known values differ, in words. */
function agreementOf({ agreement, unknownOf }: Pick<ComparedRow, 'agreement' | 'unknownOf'>): Html {
  const names = unknownOf.flatMap((name, at) => (at === 0 ? [named(name)] : [', ', named(name)]))
  return names.length === 0 ? html`${agreement}` : html`${knownWords(agreement)}; unknown of ${names}`
}

function statusRows(items: readonly ComparedProject[], sheet: Sheet): readonly SideBySideRow[] {
  const states = items.map((project, at) =>
    statusMark(
      {
        status: project.status,
        label: project.statusLabel,
        basis: notedBasis(project, 'status', sheet),
        field: `compare:items.${at}.status`,
      },
      sheet,
    ),
  )
  const ships = items.map((project) =>
    lastShip(
      {
        ship: project.lastShip,
        status: project.status,
        basis: notedBasis(project, 'lastShip', sheet),
        withName: false,
      },
      sheet,
    ),
  )
  return [
    { name: 'Status', agreement: agreementOf(statusAgreement(items)), cells: states },
    { name: 'Last ship', cells: ships },
  ]
}

/** The market figures: context, apart from the comparison. They are not compared. */
function marketOf(
  items: readonly ComparedProject[],
  columns: Parameters<typeof sideBySide>[0]['columns'],
  sheet: Sheet,
): Html {
  const cells = items.map((project) => valuationOf(project, sheet))
  return section(
    {
      id: 'market',
      title: 'Market, as context',
      answers: 'Market figures are shown, not compared. They never enter a status, a rank or the momentum.',
      quiet: true,
      body: sideBySide({ caption: 'Market figures', columns, rows: [{ name: 'Figures', cells }] }),
    },
    sheet,
  )
}
