import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addMs, toInstant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { endLeases, keepLease, LEASE_MS } from './leases.ts'
import { claimPipeline, getPipelines, renewPipeline, savePipelines, settlePipeline } from './pipelines.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')

describe('keepLease', () => {
  test('renews three times within a lease, again after a failure, and never once disposed', async () => {
    vi.useFakeTimers()
    const heard: unknown[] = []
    let renewals = 0
    const lease = keepLease(
      async () => {
        renewals += 1
        if (renewals === 2) throw new Error('the database was away')
      },
      (error) => heard.push(error),
    )
    await vi.advanceTimersByTimeAsync(LEASE_MS)
    expect(renewals).toBe(3)
    expect(heard).toEqual([new Error('the database was away')])
    await lease[Symbol.asyncDispose]()
    await vi.advanceTimersByTimeAsync(LEASE_MS)
    expect(renewals).toBe(3)
    vi.useRealTimers()
  })
})

describe('a claimed pipeline', () => {
  let opened: TestDatabase
  beforeAll(async () => {
    opened = await openTestDatabase()
    const pipelines = [{ name: 'collect', cadenceSeconds: 10 }]
    await inTransaction(opened.database, (writer) => savePipelines({ pipelines, now: NOW }, writer))
  })
  afterAll(() => opened[Symbol.asyncDispose]())

  const claim = (afterMs: number) =>
    inTransaction(opened.database, (writer) =>
      claimPipeline({ name: 'collect', now: addMs(NOW, afterMs), leaseMs: LEASE_MS, force: true }, writer),
    )

  test('is no other’s until its lease ends, is kept by renewal, and is free soon after its holder was killed', async () => {
    const token = await claim(0)
    expect(await claim(LEASE_MS - 1)).toBeUndefined()
    await inTransaction(opened.database, (writer) =>
      renewPipeline({ name: 'collect', token: String(token), until: addMs(NOW, 2 * LEASE_MS) }, writer),
    )
    expect(await claim(LEASE_MS + 1)).toBeUndefined()
    expect(await claim(2 * LEASE_MS + 1)).toBeDefined()
  })

  test('ended at a start is free at once, and what its late holder writes is refused', async () => {
    const late = await claim(10 * LEASE_MS)
    await inTransaction(opened.database, endLeases)
    const next = await claim(10 * LEASE_MS)
    expect(next).toBeDefined()
    await inTransaction(opened.database, (writer) =>
      settlePipeline(
        { name: 'collect', token: String(late), now: addMs(NOW, 11 * LEASE_MS), counts: { late: 1 } },
        writer,
      ),
    )
    const [run] = await getPipelines(opened.database)
    expect(run).toMatchObject({ lastFinishedAt: null, lastCounts: {} })
  })
})
