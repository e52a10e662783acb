import { readFile } from 'node:fs/promises'

/** A report of vitest. */
export type Report = {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

/** Prints how many tests of a report passed and how many did not, and names the skipped tests. */
const [path] = process.argv.slice(2)
if (path === undefined) throw new Error('Usage: node tools/count-tests.ts REPORT')
const report = JSON.parse(await readFile(path, 'utf8')) as Report
const tests = report.testResults.flatMap(({ name, assertionResults }) =>
  assertionResults.map((test) => ({ ...test, file: name })),
)
const passed = tests.filter(({ status }) => status === 'passed').length
for (const { file, fullName, status } of tests)
  if (status !== 'passed' && status !== 'failed') console.error(`not ok: ${status}: ${file} ${fullName}`)
console.log(`${passed} ${tests.length - passed}`)
