import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findDocComments } from './doc-comments.ts'
import type { Finding } from './finding.ts'
import { findNames, findReplacedWords } from './names.ts'
import { findSecondHomes } from './one-home.ts'
import { findReturnsBeforeDone } from './returned-before-done.ts'

/** Checks the rules that Biome cannot express. Prints one line for each finding and fails if there is one. */
const root = process.argv[2] ?? process.cwd()
const paths = globSync('{src,sandbox,test,tools,bench,clients}/**/*.{ts,sol}', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**', 'test/house/fixtures/**'],
}).map((path) => path.replaceAll('\\', '/'))

const sources = paths.toSorted().map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
const findings: readonly Finding[] = [
  ...sources.flatMap(({ path, text }) => [
    ...findNames(path),
    ...findReplacedWords(path, text),
    ...findDocComments(path, text),
    ...findReturnsBeforeDone(path, text),
  ]),
  ...findSecondHomes(sources),
]

for (const { path, line, rule } of findings) console.log(`${path}:${line}: ${rule}`)
if (findings.length > 0) process.exitCode = 1
