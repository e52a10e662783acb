import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { toInstant } from '#contract/time.ts'
import { parseCatalogueFile } from './catalogue-file.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFile(join(ROOT, path), 'utf8')
const schema = JSON.parse(await read('docs/catalogue.schema.json'))
const isValid = new Ajv2020({ strict: false }).compile(schema)
const [example = ''] = /(?<=```yaml\n)[\s\S]*?(?=```)/.exec(await read('docs/operating/catalogue.md')) ?? []

describe('[R17] the example of the manual', () => {
  test('is a catalogue file, with a source of each kind', () => {
    const parsed = parseCatalogueFile({
      file: 'example.yaml',
      text: example,
      now: toInstant('2026-11-20T10:00:00Z'),
    })
    const sources = 'project' in parsed ? parsed.project.sources : undefined
    const kinds = schema.properties.sources.items.properties.kind.enum
    expect(sources?.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted())
  })

  test('names in its first line the schema, which accepts it', async () => {
    const [, path = ''] = /^# yaml-language-server: \$schema=(.*)\n/.exec(example) ?? []
    expect(JSON.parse(await read(join('catalogue', path)))).toEqual(schema)
    expect(isValid(parse(example))).toBe(true)
  })
})

test.each([
  ['state: draft', 'state: open'],
  ['kind: npm_package', 'kind: rumour'],
  ['name: Lumen', 'title: Lumen'],
  ['by: site_link', 'by: hearsay'],
])('[R17] the schema refuses the example with %s as %s', (right, wrong) => {
  expect(example).toContain(right)
  expect(isValid(parse(example.replace(right, wrong)))).toBe(false)
})
