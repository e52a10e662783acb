/** The quick tests of the folders that a run names: the mutation tester cannot choose among projects. */
const include = (process.env['MUTANTS_TESTS'] ?? 'src').split(',').map((folder) => `${folder}/**/*.test.ts`)

// biome-ignore lint/style/noDefaultExport: the test runner reads its configuration from a default export
export default {
  test: {
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    include,
    exclude: ['**/*.long.test.ts'],
    isolate: false,
  },
}
