import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findDocComments } from './doc-comments.ts'
import type { Finding } from './finding.ts'
import { findUnlisted } from './listed.ts'
import { findNonAdditive } from './migrations.ts'
import { findNames, findReplacedWords } from './names.ts'
import { findSecondHomes } from './one-home.ts'
import { findDisposedInHooks } from './opened-for-file.ts'
import { findReturnsBeforeDone } from './returned-before-done.ts'

/** Checks the rules that Biome cannot express. Prints one line for each finding and fails if there is one. */
const root = process.argv[2] ?? process.cwd()
const exclude = ['**/node_modules/**', '**/dist/**', 'test/house/fixtures/**']
const read = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

const sources = read('{src,sandbox,test,tools,bench,clients}/**/*.{ts,sol}')
const findings: readonly Finding[] = [
  ...sources.flatMap(({ path, text }) => [
    ...findNames(path),
    ...findReplacedWords(path, text),
    ...findDocComments(path, text),
    ...findReturnsBeforeDone(path, text),
    ...findDisposedInHooks(path, text),
  ]),
  ...findSecondHomes(sources),
  ...findUnlisted(sources),
  ...read('migrations/*.sql').flatMap(({ path, text }) => findNonAdditive(path, text)),
]

for (const { path, line, rule } of findings) console.log(`${path}:${line}: ${rule}`)
if (findings.length > 0) process.exitCode = 1
