import { sql } from 'kysely'
import { Type } from 'typebox'
import { beforeEach, expect, test } from 'vitest'
import { namedObject } from '#contract/enums.ts'
import { defineExport } from '#contract/operation.ts'
import { exportShips } from '#contract/operations/exports.ts'
import { type Database, onOpenSnapshot } from '#records/database.ts'
import { primaryOnly, type ReadSources } from '#records/standbys/read-sources.ts'
import { forFile } from '#test/run/for-file.ts'
import { type ListeningService, openListeningService } from '#test/service/listening-service.ts'
import { openGate } from './overload.ts'

/** Twenty megabytes: more than the buffers of a connection hold. */
const BATCHES = 200
const batch = (n: number) => [{ n, text: 'x'.repeat(100_000) }]

const numbers = defineExport({
  name: 'numbers',
  operationId: 'exportNumbers',
  path: '/api/export/numbers',
  tag: 'Service',
  summary: 'Export numbers',
  description: 'For tests.',
  examples: [],
  input: { path: {}, query: { format: exportShips.input.query.format } },
  lines: namedObject('NumberLine', { n: Type.Integer(), text: Type.String() }),
  output: Type.String({ $id: 'Numbers' }),
})

const listening = await forFile(openService())
let read = 0
let ended = 0
let failAt = Number.POSITIVE_INFINITY
let firstBatch = Promise.resolve()
beforeEach(() => {
  firstBatch = Promise.resolve()
  read = 0
  ended = 0
  failAt = Number.POSITIVE_INFINITY
})

async function* numbered(database: Database): AsyncGenerator<{ items: object[] }, void> {
  try {
    yield* onOpenSnapshot(database, async function* () {
      await firstBatch
      for (let n = 0; n < BATCHES; n += 1) {
        if (n === failAt) throw new Error('the database is gone')
        read += 1
        yield { items: batch(n) }
      }
    })
  } finally {
    ended += 1
  }
}

function openService(
  bounds: { readonly streamMs?: number; readonly streams?: number } = {},
  options: Parameters<typeof openListeningService>[0] = {},
): Promise<ListeningService> {
  return openListeningService({
    ...options,
    registry: {
      operations: [numbers],
      handlers: { numbers: (_input: never, deps: { readonly reader: Database }) => numbered(deps.reader) },
      textHandlers: {},
      protocols: {},
    },
    bounds: { takenLookMs: 60_000, ...bounds },
  })
}

const addressOf = ({ port }: ListeningService) => `http://127.0.0.1:${port}/api/export/numbers`
/** Begins an export and takes only its first bytes. */
async function begin(of = listening) {
  const leave = new AbortController()
  const answer = await fetch(addressOf(of), {
    signal: leave.signal,
    headers: { 'accept-encoding': 'identity' },
  })
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  const first = await reader.read()
  return { leave, reader, first }
}
async function rest(reader: ReadableStreamDefaultReader<Uint8Array>, first: Uint8Array | undefined) {
  const chunks = [first ?? new Uint8Array()]
  for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value)
  return Buffer.concat(chunks).toString()
}
const openTransactions = async (of = listening) => {
  const { rows } = await sql<{ open: number }>`select count(*)::int as open from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(of.service.database)
  return rows[0]?.open
}

test('reads no further than the caller takes, and goes on when it does', async () => {
  const { reader, first } = await begin()
  for (let turn = 0; turn < 50; turn += 1) await listening.send('/api/nothing')
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(BATCHES / 2)
  const lines = (await rest(reader, first.value)).split('\n').slice(0, -1)
  expect(lines.map((line) => JSON.parse(line).n)).toEqual(Array.from({ length: BATCHES }, (_, n) => n))
  expect([read, ended]).toEqual([BATCHES, 1])
})

test('ends its snapshot when the caller leaves', async () => {
  const { leave } = await begin()
  expect(await openTransactions()).toBe(1)
  leave.abort()
  await expect.poll(() => ended).toBe(1)
  await expect.poll(() => openTransactions()).toBe(0)
  expect(read).toBeLessThan(BATCHES)
  expect(listening.service.errors).toEqual([])
})

test('a caller has one export at a time, and its place is free again at the end', async () => {
  const own = await begin()
  const second = await fetch(addressOf(listening))
  expect([second.status, await second.json()]).toMatchObject([503, { error: 'unavailable', retryable: true }])
  expect(second.headers.get('retry-after')).toBe('30')
  const other = await listening.send('/api/export/numbers', { from: '127.7.0.1' })
  expect(other.status).toBe(200)
  await rest(own.reader, own.first.value)
  await expect.poll(() => ended).toBe(2)
  const again = await begin()
  again.leave.abort()
  await expect.poll(() => ended).toBe(3)
})

test('a process has as many exports as its limit', async () => {
  const narrow = await openService({ streams: 1 })
  const { leave } = await begin(narrow)
  expect((await narrow.send('/api/export/numbers', { from: '127.7.0.2' })).status).toBe(503)
  leave.abort()
  await expect.poll(() => ended).toBe(1)
  expect((await narrow.send('/api/export/numbers', { from: '127.7.0.2' })).status).toBe(200)
  await narrow[Symbol.asyncDispose]()
})

test('a failure before the first batch is answered as an error', async () => {
  failAt = 0
  const { status, text, headers } = await listening.send('/api/export/numbers')
  expect([status, JSON.parse(text).error, headers['cache-control']]).toEqual([
    500,
    'internal_error',
    'no-store',
  ])
  failAt = Number.POSITIVE_INFINITY
  expect((await listening.send('/api/export/numbers')).status).toBe(200)
})

test('after a failure in between the body does not end as if it were whole', async () => {
  failAt = 3
  const before = listening.service.errors.length
  await expect(begin().then(({ reader, first }) => rest(reader, first.value))).rejects.toThrow()
  await expect.poll(() => listening.service.errors.length).toBe(before + 1)
  await expect.poll(() => openTransactions()).toBe(0)
})

test('an export that begins after the time limit of its caller ends, and keeps its place until then', async () => {
  const most = { computing: 4, ofCaller: 4 }
  const gate = openGate({ ...most, lateMs: 100, late: most, waitMs: 50 }, { lateness: { ms: () => 0 } })
  const slow = await openService({ streams: 1 }, { gate })
  const batch = Promise.withResolvers<void>()
  firstBatch = batch.promise
  const retryAfter = async () => (await slow.send('/api/export/numbers')).headers['retry-after']
  expect(await retryAfter()).toBe('1')
  expect(await retryAfter()).toBe('30')
  await expect.poll(() => openTransactions(slow)).toBe(1)
  batch.resolve()
  await expect.poll(() => ended).toBe(1)
  await expect.poll(() => openTransactions(slow)).toBe(0)
  await expect.poll(async () => (await slow.send('/api/export/numbers')).status).toBe(200)
  await slow[Symbol.asyncDispose]()
})

test('an export that begins again, because its standby was lost, ends on the standby', async () => {
  const { database } = listening.service
  const batch = Promise.withResolvers<void>()
  firstBatch = batch.promise
  const sources: ReadSources = {
    ...primaryOnly(database),
    async read(_, run) {
      void run(database)
      await expect.poll(() => openTransactions()).toBe(1)
      batch.resolve()
      return run(database)
    },
  }
  const moved = await openService({}, { database, sources })
  expect((await moved.send('/api/export/numbers')).status).toBe(200)
  await expect.poll(() => ended).toBe(2)
  await expect.poll(() => openTransactions()).toBe(0)
  await moved[Symbol.asyncDispose]()
})

test('a caller who takes nothing is let go after the time of an export', async () => {
  const slow = await openService({ streamMs: 300 })
  const { reader, first } = await begin(slow)
  await expect.poll(() => ended, { timeout: 10_000 }).toBe(1)
  await expect(rest(reader, first.value)).rejects.toThrow()
  await slow[Symbol.asyncDispose]()
})
