import type { ChangeEvent } from '#contract/shapes/change.ts'
import { type ChangeRun, changeRuns, foldedEntries } from '#views/changes/rows.ts'
import { ownRecord } from '../basis.ts'
import { type Html, html } from '../markup.ts'
import { accounted } from './account.ts'
import { named } from './quote.ts'

/** Entries of the ledger in their order. Of a long run of one project and one kind, the later entries are folded away. */
export function changeRows(events: readonly ChangeEvent[], rowOf: (event: ChangeEvent) => Html): Html {
  const rows = changeRuns(events).map(
    (run) => html`${run.shown.map(rowOf)}${run.folded.length > 0 && foldedOf(run, rowOf)}`,
  )
  return html`<ul class="rows">${rows}</ul>`
}

function foldedOf(run: ChangeRun, rowOf: (event: ChangeEvent) => Html): Html {
  const project = run.folded[0]?.project
  return html`<li><details><summary><span ${accounted(ownRecord('/api/changes'))}>${foldedEntries(run)}</span>${project != null && html` of ${named(project.name)}`}</summary><ul class="rows">${run.folded.map(rowOf)}</ul></details></li>`
}
