import { readdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('.', import.meta.url))
/** Files that drive the service, and tests. They have no rule. */
const DRIVES = new Set([
  'drive.ts',
  'answering.ts',
  'recompute.long.test.ts',
  'plant.long.test.ts',
  'imports.test.ts',
])

const files = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.ts') && !DRIVES.has(name))

test.each(files)('%s shares nothing with src: it imports this folder, Node and viem alone', (name) => {
  const text = readFileSync(resolve(folder, name), 'utf8')
  const imported = [...text.matchAll(/(?:from|import) '([^']+)'|import\('([^']+)'\)/g)].flatMap(
    ([, named, asked]) => named ?? asked ?? [],
  )
  const foreign = imported.filter((specifier) => {
    if (specifier.startsWith('.')) return !resolve(folder, dirname(name), specifier).startsWith(folder)
    return !specifier.startsWith('node:') && specifier !== 'viem'
  })
  expect(foreign).toEqual([])
})
