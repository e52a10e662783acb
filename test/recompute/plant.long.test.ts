import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#records/database.ts'
import { cloneDatabase, dropDatabase } from '#test/postgres/postgres.ts'
import { worldSettings } from '#test/world/begin-world.ts'
import type { Answered, AnsweredRequest } from './answering.ts'
import { type Folder, makeLivedWorld, openRun, type Run } from './drive.ts'
import { FAULTS, type Fault } from './faults.ts'
import { recompute } from './recompute.ts'
import { keyOf, recording } from './recorded.ts'
import { Values } from './values.ts'

/** A busy machine takes several times as long as a quiet one. */
const PATIENCE_MS = 30 * 60_000
vi.setConfig({ testTimeout: PATIENCE_MS })
const root = fileURLToPath(new URL('../..', import.meta.url))
/** Files that a copy of the service runs from. The packages are linked, not copied. */
const COPIED = [
  'src',
  'sandbox',
  'test',
  'migrations',
  'docs',
  'clients',
  'package.json',
  'tsconfig.json',
  'CHANGELOG.md',
  'openapi.json',
  'README.md',
]

const stack = new AsyncDisposableStack()
let made: Folder
let run: Run
let paths: AnsweredRequest['paths']
beforeAll(async () => {
  made = await makeLivedWorld(stack)
  run = stack.use(await openRun(made))
  const { state, answers } = recording(await run.state('fresh'))
  await recompute(state, new Values())
  paths = [...answers.keys()].map((key) => {
    const [path = '', accept = ''] = key.split(' ')
    return [path, accept] as const
  })
}, PATIENCE_MS)
afterAll(() => stack.disposeAsync())

test.concurrent('a copy without a fault says what is recomputed', async () => {
  const values = await compareCopy({ name: 'no fault' })
  expect(values.compared).toBeGreaterThan(4_000)
  expect(values.mismatches).toEqual([])
})

/** The numbers of the faults to plant, as `PLANT` lists them. An empty list stands for all. */
const chosen = (process.env['PLANT'] ?? '').split(',').filter((number) => number !== '')
const planted = FAULTS.filter((_, index) => chosen.length === 0 || chosen.includes(String(index + 1)))

test.concurrent.each(planted)('finds the planted fault: $name', async (fault) => {
  const { mismatches } = await compareCopy(fault)
  console.log(`${fault.name}: found by ${mismatches.length} mismatches`)
  expect(mismatches).not.toEqual([])
})

/** Lets a copy conclude everything again, on a database of its own, and recomputes what it answers. */
async function compareCopy(fault: Pick<Fault, 'name'> | Fault): Promise<Values> {
  await using opened = new AsyncDisposableStack()
  const copy = await mkdtemp(join(tmpdir(), 'svc-plant-'))
  opened.defer(() => rm(copy, { recursive: true, force: true }))
  for (const name of COPIED) await cp(join(root, name), join(copy, name), { recursive: true })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  if ('file' in fault) await plant(fault, copy)
  const databaseUrl = await cloneDatabase(made.databaseUrl)
  opened.defer(() => dropDatabase(databaseUrl))
  const recollects = 'recollects' in fault
  const { now, answers } = await answersOf({ copy, databaseUrl, recollects })
  const database = openDatabase(databaseUrl, { maxConnections: 2 })
  opened.defer(() => database.destroy())
  const byKey = new Map(answers)
  const state = await run.stateOf({
    name: fault.name,
    now: Date.parse(now),
    database,
    get(path, accept) {
      const answer = byKey.get(keyOf(path, accept))
      if (answer === undefined) throw new Error(`The copy was not asked for ${path}`)
      return Promise.resolve(answer)
    },
  })
  const values = new Values()
  await recompute(state, values)
  return values
}

async function plant({ file, from, to, name }: Fault, copy: string): Promise<void> {
  const path = join(copy, file)
  const text = await readFile(path, 'utf8')
  if (text.split(from).length !== 2) throw new Error(`${name}: expected ${from} once in ${file}`)
  await writeFile(path, text.replace(from, to))
}

async function answersOf({
  copy,
  ...given
}: Pick<AnsweredRequest, 'databaseUrl' | 'recollects'> & { readonly copy: string }): Promise<Answered> {
  const [asked, answered] = [join(copy, 'asked.json'), join(copy, 'answered.json')]
  const { sandbox } = run.world
  const settings = worldSettings(sandbox, copy)
  const all: AnsweredRequest = { ...given, settings, controlUrl: sandbox.controlUrl, paths }
  await writeFile(asked, JSON.stringify(all))
  const child = spawn(process.execPath, ['test/recompute/answering.ts', asked, answered], {
    cwd: copy,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`The copy ended with ${code}`)
  return JSON.parse(await readFile(answered, 'utf8')) as Answered
}
