import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import type { Report } from './count-tests.ts'

/** Checks that a test of every file that docs/testing.md lists passed, by the reports of vitest. */
const root = `${import.meta.dirname}/..`
const reports = await Promise.all(
  process.argv.slice(2).map(async (path) => JSON.parse(await readFile(path, 'utf8')) as Report),
)
const passed = new Set(
  reports
    .flatMap(({ testResults }) => testResults)
    .filter(({ assertionResults }) => assertionResults.some(({ status }) => status === 'passed'))
    .map(({ name }) => relative(root, name)),
)
const text = await readFile(`${root}/docs/testing.md`, 'utf8')
const listed = new Set(
  [...text.matchAll(/^ {2}.*$/gm)].flatMap(([line]) => line.match(/[\w./-]+\.test\.ts/g) ?? []),
)
const missing = [...listed].filter((path) => !passed.has(path))
for (const path of missing) console.error(`${path} is listed in docs/testing.md, and no test of it passed`)
console.log(`${listed.size - missing.length} of ${listed.size} listed test files passed`)
if (listed.size === 0 || missing.length > 0) process.exitCode = 1
