import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createClient } from '#client/index.ts'
import { append } from '#ledger/append.ts'
import { inTransaction } from '#records/database.ts'
import { issueKey } from '#test/given/accounts.ts'
import { aProject, DEFAULT_NOW } from '#test/given/records.ts'
import { forFile } from '#test/run/for-file.ts'
import { aFinding } from '#test/webhooks/ledger.ts'
import { FAULTS, type Fault, openFaultyProxy } from './faulty-proxy.ts'
import { type Held, standing } from './ledger-copy.ts'
import { openServed } from './served.ts'

const EVENTS = 100_000
/** The number of events in one transaction of the ledger. */
const AT_ONCE = 1000
/** The mirror is killed each time it holds this many more changes. */
const KILLED_AFTER = 7_777

const served = await forFile(openServed())
const proxy = await forFile(openFaultyProxy(served.url))
const { database } = served.service
const projectId = String((await aProject({}, database)).id)
for (let written = 0; written < EVENTS; written += AT_ONCE) {
  const events = Array.from({ length: AT_ONCE }, (_, index) => ({
    draft: { ...aFinding(written + index, 'first'), id: `signal:${randomUUID()}` },
    projectId,
    publishedAt: DEFAULT_NOW,
  }))
  await inTransaction(database, (writer) => append({ events, retractions: [], now: DEFAULT_NOW }, writer))
}

/** Every twentieth request meets a fault, of each kind in turn. */
function faultsOf(requests: number): readonly Fault[] {
  return Array.from({ length: requests }, (_, index) => {
    const turn = (index - 7) / 20
    return FAULTS[turn % FAULTS.length] ?? 'none'
  })
}

test('[contract GET /api/changes] a mirror of 100,000 changes meets faults and is killed, without a gap or a repeat', async () => {
  const { database } = served.service
  proxy.faults.push(...faultsOf(2000))
  const held: Held[] = []
  let after: string | undefined
  for (let isWhole = false; !isWhole; ) {
    const { key } = await issueKey(database, { tier: 3 })
    const most = held.length + KILLED_AFTER
    isWhole = true
    const client = createClient({ baseUrl: proxy.url, key })
    for await (const { change, resumeAfter } of client.changes({ after, follow: false })) {
      held.push({ id: change.id, revision: change.revision, op: change.op })
      after = resumeAfter
      isWhole = held.length < most
      if (!isWhole) break
    }
  }
  const expected = await standing(database)
  expect(expected).toHaveLength(EVENTS)
  expect(held).toHaveLength(EVENTS)
  expect(held.findIndex((one, index) => one.id !== expected[index]?.id)).toBe(-1)
  expect(2000 - proxy.faults.length).toBeGreaterThan(EVENTS / 100)
})
