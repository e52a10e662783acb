import { expect, test } from 'vitest'
import { getUnaccounted } from '#test/pages/unaccounted.ts'
import { html } from '../markup.ts'
import { changeRows } from './change-rows.ts'

const event = (n: number) =>
  ({ id: `ship:${n}`, type: 'build.release', project: { slug: 'lumen', name: '<Lumen>' } }) as never
const drawn = (count: number) =>
  changeRows(
    Array.from({ length: count }, (_, n) => event(n)),
    ({ id }) => html`<li>${id}</li>`,
  ).toString()

test('a long run shows its first entries, and keeps the others in their order, folded away', () => {
  const [shown = '', folded = ''] = drawn(9).split('<details>')
  const listed = (text: string) => [...text.matchAll(/ship:(\d)/g)].map(([, n]) => Number(n))
  expect(listed(shown)).toEqual([0, 1, 2, 3, 4])
  expect(listed(folded)).toEqual([5, 6, 7, 8])
  expect(folded).toContain(
    '4 more entries of the kind “release”</span> of <bdi class="said">&lt;Lumen&gt;</bdi>',
  )
  const [summary = ''] = folded.split('</summary>')
  expect(getUnaccounted(summary)).toEqual([])
})

test('a short run is shown whole', () => {
  expect(drawn(7)).not.toContain('<details>')
})
