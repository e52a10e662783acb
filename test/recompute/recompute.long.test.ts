import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Folder, makeLivedWorld, openRun, type Run } from './drive.ts'
import { recompute } from './recompute.ts'
import { Values } from './values.ts'

const stack = new AsyncDisposableStack()
const values = new Values()
let made: Folder
beforeAll(async () => {
  made = await makeLivedWorld(stack)
})
afterAll(async () => {
  console.log(String(values))
  await stack.disposeAsync()
})

/** The result so far is in the file after each state. */
async function compare(run: Run, name: string): Promise<void> {
  await recompute(await run.state(name), values)
  const file = process.env['RECOMPUTE_RESULT']
  if (file !== undefined) await writeFile(file, String(values))
}

test('fresh', async () => {
  await using run = await openRun(made)
  await compare(run, 'fresh')
})

/** Kinds of provider that go away. `RECOMPUTE=all` takes each, otherwise the two whose absence changes most. */
const isAll = process.env['RECOMPUTE'] === 'all'
const AWAY = isAll ? ['code', 'chain', 'markets', 'explorers', 'sites'] : ['code', 'chain']

test.each(AWAY)('%s away for 6, 36, 84 and 110 hours, and back', async (family) => {
  await using run = await openRun(made)
  await run.world.ask('/fault', { provider: family, kind: 'reset' })
  await run.pass(6)
  await compare(run, `${family} away 6 h`)
  await run.pass(9.2, 17, 25, 30)
  await compare(run, `${family} away 36 h`)
  await run.pass(8, 16, 24, 32, 40, 48)
  await compare(run, `${family} away 84 h`)
  await run.pass(8, 16, 26)
  await compare(run, `${family} away 110 h`)
  await run.world.ask('/fault/clear', { provider: family })
  await run.pass(1, 3)
  await compare(run, `${family} back`)
})

test('30 days in which the service did not run', async () => {
  await using run = await openRun(made)
  await run.pass(30 * 24)
  await compare(run, '30 days unread')
  await run.pass(2)
  await compare(run, '30 days unread, and two hours')
})

test('a minute before midnight and a minute after it', async () => {
  await using run = await openRun(made)
  await run.pass(8, 14.97)
  await compare(run, '23:59')
  await run.pass(0.04)
  await compare(run, '00:01')
})

test('after the end of a month', async () => {
  await using run = await openRun(made)
  await run.pass(...Array.from({ length: 36 }, (_, half) => 3.2 + 12 * half))
  await compare(run, 'month end')
})

test('after a renaming, a hiding and a publishing', async () => {
  await using run = await openRun(made)
  await run.rename('lumen', 'lumen-two')
  await run.hide('gantry')
  await run.publish('undertow')
  await run.pass(0.2, 2)
  await compare(run, 'renamed, hidden, published')
})

test('after actions that bring nothing, and a branch that is merged late', async () => {
  await using run = await openRun(made)
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
  await compare(run, 'after actions')
})

test('every value compared is as recomputed', () => {
  expect(values.compared).toBeGreaterThan(isAll ? 250_000 : 100_000)
  expect(String(values)).toBe(`${values.compared} values compared, 0 mismatches`)
})
