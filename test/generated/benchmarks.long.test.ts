import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Each benchmark once, at its smallest: that it runs to its end and prints its table, not how fast anything is. */
const SMALL = { PROJECTS: '40', ROUNDS: '1', SECONDS: '1', WARM_SECONDS: '1', DAYS: '10', ANSWERS: '5' }
const BENCHMARKS = [
  ['reads'],
  ['agents'],
  ['pipelining'],
  ['pages'],
  ['standbys'],
  ['project-reads', '--projects', '40', '--days', '30', '--times', '5', '--rounds', '1'],
  ['lists', '--sizes', '40', '--times', '5'],
  ['exports', '--projects', '40', '--exports', '1'],
  ['ingest', '--projects', '40'],
  ['days', '--projects', '40'],
  ['tracing', '--projects', '40', '--rounds', '1', '--pipeline-rounds', '1', '--requests', '20'],
  [
    'deliveries',
    '--subscriptions',
    '50',
    '--deliveries',
    '50',
    '--queued',
    '50',
    '--rounds',
    '1',
    '--ledger-rounds',
    '1',
    '--dead-rounds',
    '1',
  ],
] as const

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-test-bench-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(BENCHMARKS.map(([name, ...options]) => [name, options] as const))(
  'the benchmark %s runs to its end',
  async (name, options) => {
    const script = join(import.meta.dirname, `../../bench/${name}.ts`)
    const takesData = ['reads', 'agents', 'pipelining', 'pages', 'standbys'].includes(name)
      ? []
      : ['--data', join(folder, name)]
    const child = spawn(process.execPath, ['--expose-gc', script, ...options, ...takesData], {
      env: { ...process.env, ...SMALL },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [printed, complaints, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ])
    expect({ status, complaints: status === 0 ? '' : complaints }).toEqual({ status: 0, complaints: '' })
    expect(printed).toMatch(/\d/)
  },
)
