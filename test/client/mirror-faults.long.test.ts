import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createClient, LedgerError } from '#client/index.ts'
import { aProject } from '#test/given/records.ts'
import { forFile } from '#test/run/for-file.ts'
import { startAnsweringServer } from '#test/servers/answering-server.ts'
import { writeFindings } from '#test/webhooks/ledger.ts'
import { FAULTS, openFaultyProxy } from './faulty-proxy.ts'
import { copyOf, type Held, standing } from './ledger-copy.ts'
import { openServed } from './served.ts'

const served = await forFile(openServed())
const proxy = await forFile(openFaultyProxy(served.url))
const projectId = String((await aProject({}, served.service.database)).id)

const write = (round: { readonly writer: number; readonly rounds: number }) =>
  writeFindings({ ...round, among: 90, projectId }, served.service.database)
await write({ writer: 0, rounds: 120 })

/**
 * Adds the changes to `held` in their order, until it has `most` of them, or to the newest change. Returns the cursor
 * at which to go on.
 */
async function mirror(
  from: { readonly after?: string | undefined; readonly limit: number; readonly most?: number },
  held: Held[] = [],
): Promise<string | undefined> {
  const { most = Number.POSITIVE_INFINITY, ...options } = from
  let { after } = options
  for await (const { change, resumeAfter } of createClient({ baseUrl: proxy.url }).changes({
    ...options,
    follow: false,
  })) {
    held.push({ id: change.id, revision: change.revision, op: change.op })
    after = resumeAfter
    if (held.length >= most) break
  }
  return after
}

const PLANS = {
  faults: fc.array(fc.constantFrom(...FAULTS.slice(0, 3)), { maxLength: 12 }),
  cut: fc.constantFrom('cut_before', 'cut_within'),
  kills: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 4 }),
  limit: fc.integer({ min: 20, max: 100 }),
} as const

test('a mirror that meets faults and is killed holds each standing event once, in ledger order', async () => {
  const expected = await standing(served.service.database)
  const plan = fc.record({ ...PLANS })
  await fc.assert(
    fc.asyncProperty(plan, async ({ faults, cut, kills, limit }) => {
      proxy.faults.splice(0, Number.POSITIVE_INFINITY, ...faults, cut)
      const held: Held[] = []
      let after: string | undefined
      for (const most of kills) after = await mirror({ after, limit, most: held.length + most }, held)
      await mirror({ after, limit }, held)
      expect(held).toEqual(expected)
    }),
    { numRuns: 3, seed: 7 },
  )
})

test('a mirror that is killed while the ledger grows misses nothing', async () => {
  const held: Held[] = []
  let after: string | undefined
  for (let round = 1; round <= 5; round += 1) {
    after = await mirror({ after, limit: 20, most: held.length + 13 }, held)
    await write({ writer: round, rounds: 15 })
  }
  await mirror({ after, limit: 20 }, held)
  expect(copyOf(held)).toEqual(copyOf(await standing(served.service.database)))
})

test('a mirror waits at the newest change, and ends with its signal', async () => {
  const abort = new AbortController()
  const client = createClient({ baseUrl: served.url })
  const [newest] = (await client.listChanges({ limit: 1 })).items
  const changes = client.changes({ signal: abort.signal, pollMs: 5 })
  const later: string[] = []
  let isNewest = false
  for await (const { change } of changes) {
    if (isNewest) {
      later.push(change.id)
      abort.abort()
    } else if (change.id === newest?.id) {
      isNewest = true
      await write({ writer: 50, rounds: 1 })
    }
  }
  expect(later.length).toBeGreaterThan(0)
})

test('lists have what can be stored together, and where to resume', async () => {
  const client = createClient({ baseUrl: served.url })
  const sizes: number[] = []
  let after: string | undefined
  for await (const list of client.changeLists({ limit: 30, follow: false })) {
    expect(list.after).toBe(after ?? 'c1.0')
    sizes.push(list.changes.length)
    after = list.resumeAfter
  }
  expect(sizes.slice(0, 2)).toEqual([30, 30])
  const rest = client.changeLists({ after, follow: false })
  expect(await rest.next()).toEqual({ done: true, value: undefined })
})

const CHANGE = { id: 'ship:1', revision: 1, op: 'retract', recordedAt: '2026-11-22T10:00:00.000Z' }
test.each([
  ['goes back', { items: [], nextCursor: 'c1.3' }],
  ['stands still behind a change', { items: [CHANGE], nextCursor: 'c1.7' }],
  [
    'passes fewer positions than changes',
    { items: [CHANGE, { ...CHANGE, id: 'ship:2' }], nextCursor: 'c1.8' },
  ],
  ['is missing', { items: [CHANGE], nextCursor: null }],
])('a mirror stops when the cursor %s', async (_, list) => {
  await using server = await startAnsweringServer()
  server.answer = () => ({ body: JSON.stringify({ ...list, ignoredParameters: [] }) })
  const changes = createClient({ baseUrl: server.url }).changes({ after: 'c1.7' })
  await expect(changes.next()).rejects.toThrow(LedgerError)
})

test('a mirror stops when the ledger has not reached its cursor', async () => {
  const changes = createClient({ baseUrl: served.url }).changes({ after: 'c1.999999999' })
  const error = { name: 'LedgerError', message: expect.stringContaining('c1.999999999: Invalid') }
  await expect(changes.next()).rejects.toMatchObject(error)
})
