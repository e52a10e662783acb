import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { indexOfTests, shownBy, taggedTitles, untaggedTitles } from '#test/run/tags.ts'
import { readTestFiles } from '#test/run/test-files.ts'

const files = await readTestFiles(join(import.meta.dirname, '../..'))
const index = indexOfTests(
  files.flatMap(({ file, text }) => taggedTitles(text).map((title) => ({ file, text, title }))),
)

describe('the tags of all tests', () => {
  it('show every item of the contract and every numbered case', () => {
    expect([...index.shown].filter(([, tests]) => tests.length === 0).map(([item]) => item)).toEqual([])
  })

  it('name nothing else', () => {
    expect(index.unknown).toEqual([])
  })

  it('stand for the number of a case in every title', () => {
    const untagged = files.flatMap(({ file, text }) =>
      untaggedTitles(text).map((title) => `${file}: ${title}`),
    )
    expect(untagged).toEqual([])
  })
})

it.each([
  ['case 7', '[case 7] a release', ['case 7']],
  ['two cases', '[agents 61] [webhooks 3] a limit [R65]', ['agents 61', 'webhooks 3', 'R65']],
  ['no case in brackets', 'of [1, 2] and R2D2', []],
  ['an endpoint', 'lists [contract GET /api/ships]', ['GET /api/ships']],
  ['several items', 'is [contract change op upsert|retract]', ['change op upsert', 'change op retract']],
  ['words that the file has', 'has [contract change op *]', ['change op retract']],
  ['a subject without words in the file', 'has [contract tab *]', ['tab *']],
  ['every item of a subject', 'walks [contract every change op]', ['change op upsert', 'change op retract']],
  ['a subject that does not exist', 'walks [contract every thing]', ['every thing']],
])('the tags of a title show %s', (_, title, items) => {
  expect(
    shownBy({ file: 'a.test.ts', title, text: `[contract change op upsert] op: 'retract', upserted` }),
  ).toEqual(items)
})

it('every query parameter of a read is one of the registry', () => {
  const items = shownBy({ file: '', text: '', title: '[contract every query parameter of a read]' })
  expect(items).toContain('GET /api/ships kind')
  expect(items).not.toContain('POST /api/webhooks url')
})

it('titles are the texts in quotes, not comments', () => {
  const text =
    "// [case 1] a comment\ntest('[case 2] a title', () => {})\nit(`is \\`it\\` [R3]`)\nconst [R4] = list"
  expect(taggedTitles(text)).toEqual(['[case 2] a title', 'is \\`it\\` [R3]'])
})

it.each(['case 7: a', 'agents cases 61 and 63: a', 'cases 31 to 33: a', 'R27 and R28: a', 'R1: a'])(
  'a title that begins with %j has no tag',
  (title) => {
    expect(untaggedTitles(`test('${title}')`)).toEqual([title])
    expect(untaggedTitles("test('[case 7] a: b')")).toEqual([])
  },
)
