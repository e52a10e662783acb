import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findDocComments } from './doc-comments.ts'
import type { Finding } from './finding.ts'
import { findNames } from './names.ts'

/** Checks what Biome can't say: doc comments and names. Prints one line a finding and fails when there is any. */
const root = process.argv[2] ?? process.cwd()
const paths = globSync('{src,sandbox,test,tools,bench}/**/*.{ts,sol}', {
  cwd: root,
  exclude: ['**/node_modules/**', 'test/house/fixtures/**'],
}).map((path) => path.replaceAll('\\', '/'))

const findings: readonly Finding[] = paths
  .toSorted()
  .flatMap((path) => [...findNames(path), ...findDocComments(path, readFileSync(join(root, path), 'utf8'))])

for (const { path, line, rule } of findings) console.log(`${path}:${line}: ${rule}`)
if (findings.length > 0) process.exitCode = 1
