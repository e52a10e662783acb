import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { limitOf } from '#test/contract/contract-items.ts'
import { indexOfTests, SHOWN, type Titled, taggedTitles } from '#test/run/tags.ts'
import { readTestFiles } from '#test/run/test-files.ts'
import type { Report } from './count-tests.ts'

/**
 * Writes build/test-index.md: each item of the contract and each numbered case, with the tests that show it by the tags
 * in their titles. With reports of vitest, only passed tests count, and all tests of files that run in turn and are in
 * no report. Fails when an item has no test.
 */
const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'build')
/** Files that run in turn: a run of `.ci/run` takes a third of them. */
const IN_TURN = /\.(long|kits)\.test\.ts$/
const HEAD = `# Tests of the contract and of numbered cases

Written by \`npm run test-index\` from the tags in titles of tests. docs/testing.md explains the tags.
`

const reports = process.argv.slice(2)
const { shown } = indexOfTests(reports.length === 0 ? await written() : await passed(reports))
const missing = [...shown].filter(([, tests]) => tests.length === 0).map(([item]) => item)
const sections = Object.entries(SHOWN).map(
  ([title, items]) => `## ${title}\n\n${items.map((item) => entryOf(item)).join('\n')}\n`,
)
await mkdir(FOLDER, { recursive: true })
await writeFile(join(FOLDER, 'test-index.md'), [HEAD, ...sections].join('\n'))

for (const item of missing) console.error(`No test shows ${item}`)
console.log(`build/test-index.md: ${shown.size - missing.length} of ${shown.size} items have a test`)
if (missing.length > 0) process.exitCode = 1

function entryOf(item: string): string {
  const limit = limitOf(item)
  const tests = (shown.get(item) ?? []).map(({ file, title }) => `  - \`${file}\` ${title}`)
  return [`- **${item}**${limit === undefined ? '' : ` ${limit}`}`, ...tests].join('\n')
}

/** The titles in the test files. */
async function written(): Promise<readonly Titled[]> {
  const files = await readTestFiles(ROOT)
  return files.flatMap(({ file, text }) => taggedTitles(text).map((title) => ({ file, text, title })))
}

/** The titles of passed tests, and of all tests in the files that are in no report because they run in turn. */
async function passed(paths: readonly string[]): Promise<readonly Titled[]> {
  const read = await Promise.all(
    paths.map(async (path) => (JSON.parse(await readFile(path, 'utf8')) as Report).testResults),
  )
  const run = read.flat().map((result) => ({ ...result, file: relative(ROOT, result.name) }))
  const titled = await Promise.all(
    run.map(async ({ name, file, assertionResults }) => {
      const text = await readFile(name, 'utf8')
      const titles = assertionResults.filter(({ status }) => status === 'passed')
      return titles.map(({ fullName }) => ({ file, text, title: fullName }))
    }),
  )
  const isRun = new Set(run.map(({ file }) => file))
  const others = (await written()).filter(({ file }) => IN_TURN.test(file) && !isRun.has(file))
  return [...titled.flat(), ...others]
}
