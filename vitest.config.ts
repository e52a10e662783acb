import { defineConfig } from 'vitest/config'
import { DearestFirst } from './test/run/dearest-first.ts'

const NODE = 26
if (Number.parseInt(process.versions.node, 10) < NODE) {
  console.error(
    `The tests need Node ${NODE}, which npm ci installs; this is ${process.version}. Run them with: npm test -- FILE`,
  )
  process.exit(1)
}

/**
 * The test files of a process load each module once: with modules of their own the quick ones take more than twice the
 * processor time, and each long one a second and a half more. So no test mocks a module.
 */
const SHARED_MODULES = { isolate: false }
/** Flows, generated catalogues, large sizes and sandbox starts; every other test is quick. */
const LONG = '**/*.long.test.ts'
/** These take minutes, so each runs only when it is asked for: `npm run test:long -- recompute` or `plant`. */
const RECOMPUTE = '**/recompute.long.test.ts'
const PLANT = '**/plant.long.test.ts'
const isAsked = (name: string) => process.argv.some((word) => word.includes(name))
const wantsPlant = isAsked('plant')
const NOT_ASKED = [
  ...(wantsPlant ? [] : [PLANT]),
  ...(isAsked('recompute') && !wantsPlant ? [] : [RECOMPUTE]),
]
/** Tests that need the tools which `npm run test:kits` installs. */
const KITS = '*.kits.test.ts'
/** Tests that install the tools of other languages, generate a client with each and compile it. */
const CLIENTS = '*-clients.test.ts'
/** Proves each alert by its fault, with a Prometheus of the system; it takes minutes. */
const ALERTS = '**/*.alerts.test.ts'
/** Tests that build the image and run it: `npm run test:image`. */
const IMAGE = '*.image.test.ts'
/** Tests that read the files of `deploy` with their own tools: `npm run test:deployment`. */
const DEPLOYMENT = '*.deployment.test.ts'
/** Kills a primary that Patroni and etcd keep: `npm run test:failover`. */
const FAILOVER = '*.failover.test.ts'
const FOLDERS = '{src,sandbox,test}'
const shared = {
  pool: 'forks',
  testTimeout: 240_000,
  hookTimeout: 240_000,
  /** A poll ends when what it waits for happens; on a busy machine that may take long. */
  expect: { poll: { timeout: 60_000 } },
} as const

// biome-ignore lint/style/noDefaultExport: the test runner reads its configuration from a default export
export default defineConfig({
  test: {
    globalSetup: ['test/run/global-setup.ts'],
    sequence: { sequencer: DearestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'quick',
          // On two cores: each worker waits for PostgreSQL about a third of the time.
          maxWorkers: 3,
          ...SHARED_MODULES,
          include: [`${FOLDERS}/**/*.test.ts`],
          exclude: [
            // Each breaks a house rule.
            'test/house/fixtures/**',
            LONG,
            ALERTS,
            `**/${KITS}`,
            `**/${CLIENTS}`,
            `**/${IMAGE}`,
            `**/${DEPLOYMENT}`,
            `**/${FAILOVER}`,
          ],
        },
      },
      {
        test: {
          ...shared,
          name: 'long',
          ...SHARED_MODULES,
          include: [`${FOLDERS}/${LONG}`],
          exclude: NOT_ASKED,
          // Many of these wait for processes to start and for minutes to pass, and another can compute meanwhile.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      { test: { ...shared, name: 'image', maxWorkers: 1, include: [`test/image/${IMAGE}`] } },
      { test: { ...shared, name: 'deployment', maxWorkers: 1, include: [`test/deployment/${DEPLOYMENT}`] } },
      { test: { ...shared, name: 'failover', maxWorkers: 1, include: [`test/failover/${FAILOVER}`] } },
      { test: { ...shared, name: 'kits', maxWorkers: 1, include: [`test/kits/${KITS}`] } },
      { test: { ...shared, name: 'clients', maxWorkers: 1, include: [`test/kits/${CLIENTS}`] } },
      {
        test: { ...shared, name: 'alerts', testTimeout: 900_000, maxWorkers: 1, include: [`test/${ALERTS}`] },
      },
    ],
  },
})
