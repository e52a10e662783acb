import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

interface Run {
  readonly testIds?: readonly string[]
  readonly relatedFiles?: readonly string[]
  readonly testFiles?: readonly string[]
}

interface Runner {
  run(run: Run): Promise<unknown>
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
 */
class FileRunner extends VitestTestRunner {
  static override readonly inject = VitestTestRunner.inject

  override run({ testIds = [], ...run }: Run): Promise<unknown> {
    if (testIds.length === 0) return super.run(run)
    return super.run({ ...run, testFiles: [...new Set(testIds.map((id) => id.slice(0, id.indexOf('#'))))] })
  }
}

function openRunner(injector: Injector): Runner {
  return injector.provideValue('globalNamespace', '__stryker__').injectClass(FileRunner)
}
openRunner.inject = ['$injector'] as const

interface Injector {
  provideValue(token: string, value: string): Injector
  injectClass(injected: RunnerClass): Runner
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'vitest-files', factory: openRunner }]
