import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Folder, makeLivedWorld, openRun, type Run } from './drive.ts'
import { recompute } from './recompute.ts'
import { recording } from './recorded.ts'
import { KeptDays } from './surfaces/kept.ts'
import { Values } from './values.ts'

const stack = new AsyncDisposableStack()
const values = new Values()
let made: Folder
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** A busy machine takes several times as long as a quiet one. */
const PATIENCE_MS = 30 * 60_000
vi.setConfig({ testTimeout: PATIENCE_MS })
beforeAll(async () => {
  made = await makeLivedWorld(stack)
}, PATIENCE_MS)
afterAll(async () => {
  console.log(String(values))
  await stack.disposeAsync()
})

/** A run with its past days, which every state reads again. */
async function open(): Promise<
  AsyncDisposable & { readonly run: Run; compare(name: string): Promise<void> }
> {
  const run = await openRun(made)
  const kept = new KeptDays()
  await kept.compare(await run.state('begin'), values)
  return {
    run,
    compare: (name) => compare({ run, kept, name }),
    [Symbol.asyncDispose]: () => run[Symbol.asyncDispose](),
  }
}

/** Compares every value of a state. Writes the results so far to the file that `RECOMPUTE_RESULT` names. */
async function compare({ run, kept, name }: { run: Run; kept: KeptDays; name: string }): Promise<void> {
  const { state, save } = recording(await run.state(name))
  await recompute(state, values)
  await kept.compare(state, values)
  const folder = process.env['RECOMPUTE_RECORD']
  if (folder !== undefined) await save(folder)
  const file = process.env['RECOMPUTE_RESULT']
  if (file !== undefined) await writeFile(file, String(values))
  const found = values.mismatches.filter((mismatch) => mismatch.state === name)
  expect.soft(found, `${name}: what differs from the second computation`).toEqual([])
}

test('fresh', async () => {
  await using opened = await open()
  await opened.compare('fresh')
})

test('after actions that bring nothing, and a branch that is merged late', async () => {
  await using opened = await open()
  const { run } = opened
  for (const [action, slug] of [
    ['merge-old-branch', 'palisade'],
    ['republish-release', 'harborwatch'],
    ['comment-commit', 'oldmill'],
    ['version-commit', 'slatehouse'],
    ['upgrade', 'gantry'],
    ['code-week', 'quillpad'],
  ] as const)
    await run.world.act(action, slug)
  await run.observe()
  await run.pass(1.1, 3)
  await opened.compare('after actions')
})

test('after a renaming, a hiding and a publishing', async () => {
  await using opened = await open()
  const { run } = opened
  await run.rename('lumen', 'lumen-two')
  await run.hide('gantry')
  await run.publish('undertow')
  await run.pass(0.2, 2)
  await opened.compare('renamed, hidden, published')
})

test('a minute before midnight and a minute after it', async () => {
  await using opened = await open()
  const { run } = opened
  const hours = (ms: number) => ms / 3_600_000
  const untilMidnight = () => hours(DAY_MS - (run.now() % DAY_MS))
  await run.pass(8)
  await run.pass(untilMidnight() - hours(MINUTE_MS))
  await opened.compare('23:59')
  await run.pass(untilMidnight() + hours(MINUTE_MS))
  await opened.compare('00:01')
})

test('after the end of a month', async () => {
  await using opened = await open()
  const { run } = opened
  await run.pass(...Array.from({ length: 36 }, (_, half) => 3.2 + 12 * half))
  await opened.compare('month end')
})

test('30 days in which the service did not run', async () => {
  await using opened = await open()
  const { run } = opened
  await run.pass(30 * 24)
  await opened.compare('30 days unread')
  await run.pass(2)
  await opened.compare('30 days unread, and two hours')
})

/** The kinds of provider that go away: all, or those that `RECOMPUTE` lists. */
const KINDS = ['code', 'chain', 'markets', 'explorers', 'sites']
const chosen = process.env['RECOMPUTE']?.split(',')
const AWAY = KINDS.filter((kind) => chosen === undefined || chosen.includes(kind))

test.each(AWAY)('%s away for 6, 36, 84 and 110 hours, and back', async (family) => {
  await using opened = await open()
  const { run } = opened
  await run.world.ask('/fault', { provider: family, kind: 'reset' })
  await run.pass(6)
  await opened.compare(`${family} away 6 h`)
  await run.pass(9.2, 17, 25, 30)
  await opened.compare(`${family} away 36 h`)
  await run.pass(8, 16, 24, 32, 40, 48)
  await opened.compare(`${family} away 84 h`)
  await run.pass(8, 16, 26)
  await opened.compare(`${family} away 110 h`)
  await run.world.ask('/fault/clear', { provider: family })
  await run.pass(1, 3)
  await opened.compare(`${family} back`)
})

test('a chain without old state for 3 hours, and with it again', async () => {
  await using opened = await open()
  const { run } = opened
  await run.world.ask('/fault', { provider: 'rpc', kind: 'pruned', maxBlocks: 2 })
  await run.pass(1.1, 3)
  await opened.compare('no old state')
  await run.world.ask('/fault/clear', { provider: 'rpc' })
  await run.pass(1, 3)
  await opened.compare('old state again')
})

test('the values compared are at least those of every field of every state', () => {
  expect(values.compared).toBeGreaterThan(100_000)
  expect(values.mismatches).toEqual([])
})
