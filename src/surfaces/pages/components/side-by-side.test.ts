import { expect, test } from 'vitest'
import { html } from '../markup.ts'
import { sideBySide } from './side-by-side.ts'

test.each([
  [2, false],
  [3, false],
  [4, true],
])('%d columns say before the table that there are more: %s', (count, isSaid) => {
  const columns = Array.from({ length: count }, (_, at) => ({ name: `Project ${at}`, href: `/${at}` }))
  const rows = [{ name: 'Kind', cells: columns.map(() => html`App`) }]
  const drawn = sideBySide({ caption: 'Identity', columns, rows }).toString()
  expect(drawn.startsWith('<p class="note sideways">More columns to the right</p>')).toBe(isSaid)
})
