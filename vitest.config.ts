import { defineConfig } from 'vitest/config'

// biome-ignore lint/style/noDefaultExport: the test runner reads its configuration from a default export
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'sandbox/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
})
