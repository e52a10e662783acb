import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Plants each fault, or those whose numbers are given, and prints whether the second computation finds it. */
const root = fileURLToPath(new URL('../..', import.meta.url))
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'long', 'test/recompute/plant.long.test.ts'],
  { cwd: root, env: { ...process.env, PLANT: process.argv.slice(2).join() }, stdio: 'inherit' },
)
process.exitCode = status ?? 1
