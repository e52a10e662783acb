import { PureFirst } from '../../test/run/pure-first.ts'

/** The tests of the run, without long ones. Listed, because the mutation tester cannot choose among projects. */
const include = JSON.parse(process.env['MUTANTS_TESTS'] ?? '["src/**/*.test.ts"]')

// biome-ignore lint/style/noDefaultExport: the test runner reads its configuration from a default export
export default {
  test: {
    globalSetup: ['test/run/global-setup.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    include,
    exclude: ['**/*.long.test.ts'],
    isolate: false,
    sequence: { sequencer: PureFirst },
  },
}
