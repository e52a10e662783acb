import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addMs, toInstant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { listenForAnnouncements } from '#records/notifications.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { endLeases, keepLease, LEASE_MS } from './leases.ts'
import {
  findNewerRelease,
  getPipelines,
  leasePipeline,
  NEWER_GONE_MS,
  renewPipeline,
  savePipelines,
  settlePipeline,
} from './pipelines.ts'

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

const opened = await fileDatabase()

/** Leases at a time after NOW. Returns the token, or undefined when the pipeline could not be leased. */
const leaseAt = async (
  name: string,
  afterMs: number,
  {
    release = [0, 1, 0, 50],
    when = 'due',
  }: { readonly when?: 'due' | 'now'; readonly release?: readonly number[] } = {},
) => {
  const token = randomUUID()
  const lease = { name, token, release, now: addMs(NOW, afterMs), leaseMs: LEASE_MS, when }
  const leased = await inTransaction(opened.database, (writer) => leasePipeline(lease, writer))
  return leased ? token : undefined
}
const savePipeline = (name: string) =>
  inTransaction(opened.database, (writer) =>
    savePipelines({ pipelines: [{ name, cadenceSeconds: 10 }], release: [0, 1, 0, 50], now: NOW }, writer),
  )
const runOf = async (wanted: string) =>
  (await getPipelines(opened.database)).find(({ name }) => name === wanted)

describe('a leased pipeline', () => {
  beforeAll(() => savePipeline('collect'))

  const lease = (afterMs: number) => leaseAt('collect', afterMs, { when: 'now' })

  test('can be leased again when the lease has ended, not a millisecond before', async () => {
    expect(await lease(-LEASE_MS)).toBeDefined()
    expect(await lease(-1)).toBeUndefined()
    expect(await lease(0)).toBeDefined()
    await inTransaction(opened.database, endLeases)
  })

  test('cannot be leased by another process until its lease ends, and renewal extends the lease', async () => {
    const token = await lease(0)
    expect(await lease(LEASE_MS - 1)).toBeUndefined()
    await inTransaction(opened.database, (writer) =>
      renewPipeline({ name: 'collect', token: String(token), until: addMs(NOW, 2 * LEASE_MS) }, writer),
    )
    expect(await lease(2 * LEASE_MS - 1)).toBeUndefined()
    expect(await lease(2 * LEASE_MS)).toBeDefined()
  })

  test('is not renewed by a run that lost its lease', async () => {
    const late = String(await lease(5 * LEASE_MS))
    expect(await lease(6 * LEASE_MS + 1)).toBeDefined()
    await inTransaction(opened.database, (writer) =>
      renewPipeline({ name: 'collect', token: late, until: addMs(NOW, 9 * LEASE_MS) }, writer),
    )
    expect(await lease(7 * LEASE_MS + 2)).toBeDefined()
  })

  test('can be leased at once after a start ended the lease, and the late holder’s write is refused', async () => {
    const late = await lease(10 * LEASE_MS)
    await inTransaction(opened.database, endLeases)
    const next = await lease(10 * LEASE_MS)
    expect(next).toBeDefined()
    const settled = { name: 'collect', now: addMs(NOW, 11 * LEASE_MS), counts: { late: 1 } }
    await settlePipeline({ ...settled, token: String(late) }, opened.database)
    expect(await runOf('collect')).toMatchObject({ lastFinishedAt: null, lastCounts: {} })
  })
})

describe('a pipeline', () => {
  test('is due exactly a cadence after its last run', async () => {
    await savePipeline('rank')
    const leaseDue = (afterMs: number) => leaseAt('rank', afterMs)
    expect(await leaseDue(-1)).toBeUndefined()
    const token = String(await leaseDue(0))
    const settled = { name: 'rank', token, now: addMs(NOW, 2000), counts: { ranked: 3 } }
    await settlePipeline(settled, opened.database)
    expect(await runOf('rank')).toMatchObject({
      dueAt: addMs(NOW, 12_000),
      lastStartedAt: NOW,
      lastFinishedAt: addMs(NOW, 2000),
      lastSucceededAt: addMs(NOW, 2000),
      lastError: null,
      lastCounts: { ranked: 3 },
    })
    expect(await leaseDue(11_999)).toBeUndefined()
    expect(await leaseDue(12_000)).toBeDefined()
  })

  test('whose end is announced is heard by other processes, and others are not', async () => {
    const heard: string[] = []
    const began = Promise.withResolvers<void>()
    await using _listener = listenForAnnouncements(opened.url, {
      heard: (topic) => heard.push(topic),
      began: began.resolve,
      lost: began.reject,
    })
    await began.promise
    await savePipeline('announced')
    const settled = { name: 'announced', now: NOW, counts: {} }
    await settlePipeline({ ...settled, token: String(await leaseAt('announced', 0)) }, opened.database)
    const again = String(await leaseAt('announced', 10_000))
    const announced = { ...settled, token: again, counts: { moved: 1 }, announces: 'answers' } as const
    await settlePipeline(announced, opened.database)
    await expect.poll(() => heard).toEqual(['answers'])
    expect(await runOf('announced')).toMatchObject({ lastCounts: { moved: 1 } })
  })

  test('that failed records the error, and its last success is unchanged', async () => {
    await savePipeline('fails')
    const token = String(await leaseAt('fails', 0))
    const settled = { name: 'fails', token, now: NOW, counts: {}, error: 'broken' }
    await settlePipeline(settled, opened.database)
    expect(await runOf('fails')).toMatchObject({
      lastFinishedAt: NOW,
      lastSucceededAt: null,
      lastError: 'broken',
    })
  })
})

describe('while a newer release runs pipelines', () => {
  const OLDER = { release: [0, 9, 0, 50] }
  const NEWER = { release: [0, 10, 0, 49] }
  const RULE_RAISED = { release: [0, 9, 0, 51] }
  /** Runs the ledger from one time to another. */
  const run = async (by: { readonly release: readonly number[] }, fromMs: number, toMs: number) => {
    const token = String(await leaseAt('ledger', fromMs, by))
    await settlePipeline({ name: 'ledger', token, now: addMs(NOW, toMs), counts: {} }, opened.database)
  }
  const newerAt = ({ release }: typeof OLDER, afterMs: number) =>
    findNewerRelease({ release, now: addMs(NOW, afterMs) }, opened.database)
  beforeEach(async () => {
    const pipelines = ['ledger', 'rank'].map((name) => ({ name, cadenceSeconds: 10 }))
    await opened.database.deleteFrom('pipelines').execute()
    await inTransaction(opened.database, (writer) => savePipelines({ ...OLDER, pipelines, now: NOW }, writer))
  })

  test.each([
    ['a newer version', NEWER],
    ['the same version with a rule raised', RULE_RAISED],
  ])('an older one leases none until %s has run none for a minute', async (_, newer) => {
    await run(OLDER, 0, 0)
    await run(newer, 10_000, 30_000)
    const leasedAt = async (afterMs: number) => [
      await leaseAt('rank', afterMs, OLDER),
      await leaseAt('ledger', afterMs, OLDER),
    ]
    expect(await leasedAt(40_000)).toEqual([undefined, undefined])
    expect(await leasedAt(30_000 + NEWER_GONE_MS - 1)).toEqual([undefined, undefined])
    expect(await leasedAt(30_000 + NEWER_GONE_MS)).not.toContain(undefined)
  })

  test('a pipeline that has just begun counts, also where an older release ended it before', async () => {
    await run(OLDER, 0, 0)
    await leaseAt('ledger', 100_000, NEWER)
    expect(await leaseAt('rank', 100_000, OLDER)).toBeUndefined()
    expect(await newerAt(OLDER, 100_000 + NEWER_GONE_MS - 1)).toEqual(NEWER.release)
    expect(await newerAt(OLDER, 100_000 + NEWER_GONE_MS)).toBeUndefined()
  })

  test('it leases whatever is due, and so does an equal one and a command of an older one', async () => {
    await run(OLDER, 0, 0)
    await run(NEWER, 10_000, 10_000)
    expect(await leaseAt('ledger', 20_000, NEWER)).toBeDefined()
    expect(await leaseAt('rank', 20_000, { ...OLDER, when: 'now' })).toBeDefined()
    expect(await newerAt(NEWER, 20_000)).toBeUndefined()
  })

  test('the newest of several is named', async () => {
    await leaseAt('rank', 0, RULE_RAISED)
    expect(await newerAt(OLDER, 0)).toEqual(RULE_RAISED.release)
    await leaseAt('ledger', 0, NEWER)
    expect(await newerAt(OLDER, 0)).toEqual(NEWER.release)
  })
})
