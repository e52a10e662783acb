import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileAll } from './compile.ts'

test.each(['sandbox/contracts', 'test/chain/contracts'])(
  'the committed artefacts of %s are the output of its sources',
  (path) => {
    const folder = new URL(`../../${path}/`, import.meta.url)
    const artefacts = new URL('artifacts/', folder)
    const committed = readdirSync(artefacts).map(
      (name) => [name.replace('.json', ''), readFileSync(new URL(name, artefacts), 'utf8')] as const,
    )
    expect(Object.fromEntries(committed)).toEqual(Object.fromEntries(compileAll(folder)))
  },
)
