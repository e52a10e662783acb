import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findDocComments } from './doc-comments.ts'
import type { Finding } from './finding.ts'
import { findNames, findReplacedWords } from './names.ts'
import { findReturnsBeforeDone } from './returned-before-done.ts'

/** Checks the rules that Biome cannot express. Prints one line for each finding and fails if there is one. */
const root = process.argv[2] ?? process.cwd()
const paths = globSync('{src,sandbox,test,tools,bench,clients}/**/*.{ts,sol}', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**', 'test/house/fixtures/**'],
}).map((path) => path.replaceAll('\\', '/'))

const findings: readonly Finding[] = paths.toSorted().flatMap((path) => {
  const text = readFileSync(join(root, path), 'utf8')
  return [
    ...findNames(path),
    ...findReplacedWords(path, text),
    ...findDocComments(path, text),
    ...findReturnsBeforeDone(path, text),
  ]
})

for (const { path, line, rule } of findings) console.log(`${path}:${line}: ${rule}`)
if (findings.length > 0) process.exitCode = 1
