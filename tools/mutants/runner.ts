import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

type Run = {
  readonly testIds?: readonly string[]
  readonly relatedFiles?: readonly string[]
  readonly testFiles?: readonly string[]
}

type Result = {
  readonly status: string
  readonly tests?: readonly object[]
}

/** A test file as vitest reports it. */
type TestFile = {
  readonly name: string
  readonly tasks: readonly unknown[]
  readonly result?: { readonly state: string; readonly errors?: readonly { readonly message?: string }[] }
}

type Runner = {
  readonly ctx: { readonly state: { getFiles(): readonly TestFile[] } }
  run(run: Run): Promise<Result>
}

type RunnerClass = new (...given: unknown[]) => Runner

/** Installed beside this file by `npm run test:mutants` alone. */
const PATH = 'node_modules/@stryker-mutator/vitest-runner/dist/src/vitest-test-runner.js'
const {
  VitestTestRunner,
}: { readonly VitestTestRunner: RunnerClass & { readonly inject: readonly string[] } } = await import(
  pathToFileURL(join(import.meta.dirname, PATH)).href
)

/**
 * Runs whole files. The tester's own runner asks for the tests that reach a mutant by name, but its names lack the `>`
 * that vitest 5 has between a suite and a test, so it runs no test of a suite. Whole files also keep tests in order.
 * The tester's own runner also takes a file that fails before its first test for a file without tests. Such a file has
 * noticed the mutant: files that write records when they load fail there.
 */
class FileRunner extends VitestTestRunner {
  static override readonly inject = VitestTestRunner.inject

  override async run({ testIds = [], ...run }: Run): Promise<Result> {
    const testFiles = [...new Set(testIds.map((id) => id.slice(0, id.indexOf('#'))))]
    const result = await super.run(testFiles.length === 0 ? run : { ...run, testFiles })
    if (result.tests === undefined) return result
    return { ...result, tests: [...result.tests, ...this.ctx.state.getFiles().flatMap(failedToLoad)] }
  }
}

/** The value of the tester's `TestStatus.Failed`. */
const FAILED = 1

function failedToLoad({ name, tasks, result }: TestFile): readonly object[] {
  if (result?.state !== 'fail' || tasks.length > 0) return []
  const failureMessage = result.errors?.[0]?.message ?? 'the file did not load'
  return [{ id: `${name}#`, name, status: FAILED, timeSpentMs: 0, failureMessage }]
}

function openRunner(injector: Injector): Runner {
  return injector.provideValue('globalNamespace', '__stryker__').injectClass(FileRunner)
}
openRunner.inject = ['$injector'] as const

type Injector = {
  provideValue(token: string, value: string): Injector
  injectClass(injected: RunnerClass): Runner
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'vitest-files', factory: openRunner }]
