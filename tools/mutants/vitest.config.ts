import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The tests that a run names, without the long ones: the mutation tester cannot choose among projects. */
const include = JSON.parse(process.env['MUTANTS_TESTS'] ?? '["src/**/*.test.ts"]')

/** Runs the tests of rules and views first: a run ends with the first test that notices, and theirs take a second. */
class PureFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files)
    return others.toSorted((a, b) => Number(isAsked(a)) - Number(isAsked(b)))
  }
}

function isAsked({ moduleId }: TestSpecification): boolean {
  return moduleId.includes('/src/surfaces/')
}

// biome-ignore lint/style/noDefaultExport: the test runner reads its configuration from a default export
export default {
  test: {
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    include,
    exclude: ['**/*.long.test.ts'],
    isolate: false,
    sequence: { sequencer: PureFirst },
  },
}
