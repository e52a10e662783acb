import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brokenReferences, type Section, shownItems } from './shown-items.ts'

const SECTION: Section = {
  title: 'Fields',
  items: ['card name', 'card url', 'page total'],
  rows: [
    { items: ['card name|url'], tests: ['card.test.ts › has every field › {}:'] },
    { items: ['page total'], tests: ['page.test.ts › counts'] },
  ],
  walks: [{ name: 'schema', items: ['card *'], tests: ['schema.test.ts › every field'] }],
  walked: true,
}
const faultsOf = (given: Partial<Section>) => shownItems({ ...SECTION, ...given }).faults

describe('the items of a section', () => {
  test('each have their own tests and the walks that ask them', () => {
    expect(shownItems(SECTION)).toEqual({
      shown: [
        { item: 'card name', walks: ['schema'], tests: ['card.test.ts › has every field › name:'] },
        { item: 'card url', walks: ['schema'], tests: ['card.test.ts › has every field › url:'] },
        { item: 'page total', walks: [], tests: ['page.test.ts › counts'] },
      ],
      faults: [],
    })
  })

  test.each<[string, Partial<Section>, readonly string[]]>([
    [
      'an item without a test',
      { items: [...SECTION.items, 'page next'] },
      ['Fields: no test shows page next'],
    ],
    ['an item with a walk alone', { rows: [], items: ['card name'] }, []],
    [
      'an item with a walk alone, where a walk is not enough',
      { rows: [], items: ['card name'], walked: false },
      ['Fields: no test shows card name'],
    ],
    [
      'a row without an item',
      { items: ['card name', 'page total'] },
      ['Fields: a row names card url, which is no item'],
    ],
    [
      'a walk without an item',
      { walks: [{ name: 'schema', items: ['badge *'], tests: [] }] },
      ['Fields: a walk names badge *, which fits no item'],
    ],
  ])('are judged: %s', (_, given, faults) => {
    expect(faultsOf(given)).toEqual(faults)
  })
})

describe('a reference', () => {
  let root: string
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'svc-shown-'))
    await writeFile(join(root, 'a.test.ts'), "test.each([['one', 1]])('counts %s', () => {})")
  })
  afterAll(() => rm(root, { recursive: true, force: true }))

  test.each([
    ['a title and a row of its table', 'a.test.ts › counts %s › one', []],
    ['a title that does not exist', 'a.test.ts › counts all', ['a.test.ts has no test with “counts all”']],
    ['a row that does not exist', 'a.test.ts › counts %s › two', ['a.test.ts has no test with “two”']],
    ['no title', 'a.test.ts', ['a.test.ts is named without the title of a test']],
    ['a file that does not exist', 'b.test.ts › counts', ['b.test.ts is named as a test and does not exist']],
  ])('is checked: %s', async (_, reference, faults) => {
    expect(await brokenReferences([reference], root)).toEqual(faults)
  })
})
