import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileAll } from './compile.ts'

test('the committed artefacts are what the sources compile to', () => {
  const folder = new URL('./artifacts/', import.meta.url)
  const committed = readdirSync(folder).map(
    (name) => [name.replace('.json', ''), readFileSync(new URL(name, folder), 'utf8')] as const,
  )
  expect(Object.fromEntries(committed)).toEqual(Object.fromEntries(compileAll()))
})
