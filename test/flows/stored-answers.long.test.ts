import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliverNow } from '#app/pipelines/delivering.ts'
import { CHANGE_TYPES, type ChangeType, UNCAUSED_TYPES } from '#contract/events.ts'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { issueKey } from '#test/given/accounts.ts'
import { openTestDatabase } from '#test/postgres/database.ts'
import { submittedAddress } from '#test/service/submitted-form.ts'
import { type Received, startReceiver } from '#test/webhooks/receiver.ts'
import { causeEvents, type Event, eventsOfType, TYPES_OF_THE_PAST } from '#test/world/caused-events.ts'
import { storedAnswers } from '#test/world/stored-answers.ts'
import { openLivedWorld, type World } from '#test/world/world.ts'
import type { StoredAnswer } from '#views/reference/answers.ts'
import { requestParts } from '#views/reference/requests.ts'
import { serveWorld } from '../kits/serve-world.ts'

/** The folder that `npm run answers` writes. The reference shows its files. */
const FOLDER = join(import.meta.dirname, '../../docs/reference')
/** The path of the client's module, quoted for an import. */
const CLIENT = JSON.stringify(join(import.meta.dirname, '../../clients/typescript/src/index.ts'))
const run = promisify(execFile)
const CALLBACK = 'https://hooks.example.com'
const OPERATION_IDS = Object.values<Operation>(OPERATIONS).map(({ operationId }) => operationId)

const stack = new AsyncDisposableStack()
let made: ReadonlyMap<string, unknown>
let world: World
beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-answers-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const databaseUrl = stack.use(await openTestDatabase()).url
  world = stack.use(await openLivedWorld({ dataDir, databaseUrl }))
  made = await filesOf(world)
  if (process.env['WRITE_ANSWERS'] !== undefined) await write(made)
}, 600_000)
afterAll(() => stack.disposeAsync())

/** Every file by its name, as the sandbox answers now. */
async function filesOf(world: World): Promise<ReadonlyMap<string, unknown>> {
  await using receiver = await startReceiver()
  const { signal } = new AbortController()
  const deliver = async () => {
    await deliverNow(signal, world.service)
  }
  const { key } = await issueKey(world.service.database)
  const lived = await eventsOf(CHANGE_TYPES, world)
  const answers = await storedAnswers(world, { key, url: `${receiver.url}/svc`, afterPing: deliver })
  const deliveries = await deliveriesOf(world, { receiver, key, deliver })
  const files = new Map<string, unknown>([...answers].map(([id, answer]) => [`answers/${id}.json`, answer]))
  files.set('events.json', { ...lived, ...(await causeRest(lived, world)) })
  files.set('deliveries.json', deliveries)
  const placed = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll(receiver.url, CALLBACK)) as unknown
  return new Map([...files].map(([name, value]) => [name, placed(value)]))
}

type Events = Readonly<Partial<Record<ChangeType, Event>>>

/**
 * An event of each type that the ledger has. Of the newest events it is the first one by the project's name, so that
 * each run takes the same.
 */
async function eventsOf(types: readonly ChangeType[], world: World): Promise<Events> {
  const events: Partial<Record<ChangeType, Event>> = {}
  for (const type of types) {
    const place = ({ project, summary }: Event) => `${project.slug} ${summary}`
    const [event] = (await eventsOfType(type, world)).toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
    if (event !== undefined) events[type] = event
  }
  return events
}

/**
 * Causes events of the types that the past of the world lacks. This comes last: the answers are from the time before.
 */
async function causeRest(lived: Events, world: World): Promise<Events> {
  expect(Object.keys(lived)).toEqual(expect.arrayContaining([...TYPES_OF_THE_PAST]))
  const rest = CHANGE_TYPES.filter((type) => lived[type] === undefined)
  await causeEvents(rest, world)
  return await eventsOf(rest, world)
}

/** A ping and an event as a receiver got them, with their headers. */
async function deliveriesOf(
  world: World,
  of: {
    readonly receiver: { readonly url: string; readonly received: readonly Received[] }
    readonly key: string
    readonly deliver: () => Promise<void>
  },
) {
  const { receiver, key, deliver } = of
  const before = receiver.received.length
  await world.send({
    method: 'POST',
    url: '/api/webhooks',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ url: `${receiver.url}/svc`, eventTypes: ['build.release'] }),
  })
  await world.act('release', 'lumen')
  await world.settle('lumen')
  await deliver()
  const received = receiver.received.slice(before)
  const find = (type: string) => received.find(({ body }) => body['type'] === type)
  return { ping: shown(find('ping')), event: shown(find('build.release')) }
}

function shown(received: Received | undefined) {
  if (received === undefined) throw new Error('a delivery did not arrive')
  const { host: _, connection: __, ...headers } = received.headers
  return { headers, body: received.body }
}

async function write(files: ReadonlyMap<string, unknown>): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(join(FOLDER, 'answers'), { recursive: true })
  for (const [name, value] of files)
    await writeFile(join(FOLDER, name), `${JSON.stringify(value, null, 2)}\n`)
}

/**
 * Parts that differ from run to run: times, ids with a time or a random part, secrets, and the provider that was read
 * first.
 */
const UNSTEADY: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/g, 'INSTANT'],
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID'],
  [/0x[0-9a-f]{40}/g, 'ADDRESS'],
  [/\b(dexscreener|geckoterminal|blockscout|sourcify)\b/g, 'PROVIDER'],
  // Of a token's pools one provider lists the main one, and the other lists all.
  [/USD [\d,.]+(?=, by PROVIDER)/g, 'USD FIGURE'],
  [/whsec_[\w+/=-]+/g, 'SECRET'],
  [/t1\.\d+/g, 'TIME'],
  [/(?<="usedToday":)\d+/g, 'COUNT'],
  [/page\.[0-9a-f]{12}/g, 'ASSET'],
  [/t=\d+|(?<=:(?:unverified|unavailable|restored):)\d+|^\d{9,}$/g, 'SECONDS'],
  [/v1[=,][\w+/=]+/g, 'SIGNATURE'],
]
const COUNTERS = new Set([
  'ageSeconds',
  'latencyMs',
  'characters',
  'content-length',
  'value',
  'safeBehindSeconds',
  'usedToday',
])

/**
 * The value without the parts that differ from run to run. Records of one instant come in any order, so lists are
 * sorted.
 */
function steady(value: unknown, key = ''): unknown {
  if (COUNTERS.has(key) && value !== null) return typeof value
  if (typeof value === 'string')
    return UNSTEADY.reduce((text, [form, name]) => text.replace(form, name), value)
  if (Array.isArray(value))
    return value
      .map((one) => steady(one))
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, steady(one, name)]))
}

test('every event type has an event that the sandbox caused, but those that nothing causes', () => {
  const types = Object.keys(Object(made.get('events.json')))
  expect(CHANGE_TYPES.filter((type) => !types.includes(type))).toEqual(UNCAUSED_TYPES)
})

test('every operation has a stored answer', () => {
  expect([...made.keys()].sort()).toEqual(
    [...OPERATION_IDS.map((id) => `answers/${id}.json`), 'deliveries.json', 'events.json'].sort(),
  )
})

test('the stored answers are what the sandbox answers, but for times and random ids: npm run answers', async () => {
  for (const [name, value] of made) {
    const stored: unknown = JSON.parse(await readFile(join(FOLDER, name), 'utf8'))
    expect.soft([name, steady(stored)]).toEqual([name, steady(value)])
  }
  const names = (await readdir(FOLDER, { recursive: true })).filter((name) => name.endsWith('.json'))
  expect(names.sort()).toEqual([...made.keys()].sort())
})

/** Runs each form of a printed request: curl, fetch and the client. Returns the statuses that curl and fetch got. */
async function statusesOf(texts: readonly string[], folder: string): Promise<readonly number[]> {
  const [curl = '', fetched = '', called = ''] = texts
  const { stdout } = await run('bash', ['-c', curl.replace('curl', 'curl -s -o /dev/null -w "%{http_code}"')])
  const program = async (text: string) => {
    const path = join(folder, `${randomUUID()}.mts`)
    await writeFile(path, `${text.replace("'evidence-research-client'", CLIENT)}\nexport { answer }\n`)
    return ((await import(pathToFileURL(path).href)) as { readonly answer: { readonly status?: number } })
      .answer
  }
  const { status = 0 } = await program(fetched)
  await program(called)
  return [Number(stdout), status]
}

test('the requests that the reference prints are answered as it says: by curl, by fetch and by the client', async () => {
  await using served = await serveWorld(world)
  const folder = await mkdtemp(join(tmpdir(), 'svc-printed-'))
  for (const operation of Object.values<Operation>(OPERATIONS)) {
    const { operationId, caller } = operation
    if (caller === 'account') continue
    const stored = made.get(`answers/${operationId}.json`) as StoredAnswer
    const texts = requestParts(operation, stored, { baseUrl: served.url }).map((part) =>
      part.kind === 'code' ? part.text : expect.unreachable(),
    )
    const { status } = stored
    expect.soft([operationId, await statusesOf(texts, folder)]).toEqual([operationId, [status, status]])
  }
  await rm(folder, { recursive: true })
})

test('each form of the reference opens the answer of the API without script', async () => {
  const forms: string[] = []
  for (const operationId of OPERATION_IDS) {
    const { text } = await world.get(`/developers/reference/${operationId}`)
    const [, form] = /(<form class="try".*?<\/form>)/s.exec(text) ?? []
    if (form === undefined) continue
    forms.push(operationId)
    const address = submittedAddress(form)
    expect.soft([address, (await world.get(address)).status]).toEqual([address, 200])
  }
  expect(forms).toEqual(
    expect.arrayContaining(['listProjects', 'getProject', 'getProjectDiff', 'getEvidence']),
  )
})
