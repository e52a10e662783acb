import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { addMs, toInstant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import {
  findNewerRelease,
  getPipelines,
  leasePipeline,
  NEWER_GONE_MS,
  recordRun,
  savePipelines,
  settlePipeline,
} from './pipelines.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')
const OLDER = [0, 9, 0, 50]
const NEWER = [0, 10, 0, 49]
const opened = await fileDatabase()

/** The release of a process, and its time after NOW. */
type At = { readonly release: readonly number[]; readonly afterMs: number }

/** Registers pipelines by name, with their cadence in seconds. */
const register = ({ release, afterMs }: At, cadences: Readonly<Record<string, number>>) =>
  inTransaction(opened.database, (writer) => {
    const pipelines = Object.entries(cadences).map(([name, cadenceSeconds]) => ({ name, cadenceSeconds }))
    return savePipelines({ pipelines, release, now: addMs(NOW, afterMs) }, writer)
  })
/** Leases the pipeline `ledger` and settles it. */
const run = async ({ release, afterMs }: At) => {
  const lease = {
    name: 'ledger',
    token: randomUUID(),
    release,
    now: addMs(NOW, afterMs),
    leaseMs: 1000,
    when: 'due' as const,
  }
  expect(await leasePipeline(lease, opened.database)).toBe(true)
  await settlePipeline({ ...lease, counts: {} }, opened.database)
}
const registered = async () =>
  Object.fromEntries(
    (await getPipelines(opened.database)).map(({ name, cadenceSeconds }) => [name, cadenceSeconds]),
  )

beforeEach(() => opened.database.deleteFrom('pipelines').execute())

describe('a process of an older release that starts beside a newer one', () => {
  beforeEach(async () => {
    await register({ release: OLDER, afterMs: 0 }, { ledger: 10 })
    await run({ release: OLDER, afterMs: 0 })
  })

  test('keeps the pipelines that it does not know, and every cadence, until the newer one is gone', async () => {
    await register({ release: NEWER, afterMs: 10_000 }, { ledger: 20, 'of newer': 20 })
    await run({ release: NEWER, afterMs: 30_000 })
    const own = { ledger: 10, 'of older': 10 }
    await register({ release: OLDER, afterMs: 30_000 + NEWER_GONE_MS - 1 }, own)
    expect(await registered()).toEqual({ ledger: 20, 'of newer': 20, 'of older': 10 })
    await register({ release: OLDER, afterMs: 30_000 + NEWER_GONE_MS }, own)
    expect(await registered()).toEqual(own)
  })

  test('keeps also a pipeline that the newer one has added and not run yet', async () => {
    await register({ release: NEWER, afterMs: 10_000 }, { ledger: 10, 'of newer': 10 })
    await register({ release: OLDER, afterMs: 10_000 + NEWER_GONE_MS - 1 }, { ledger: 10 })
    expect(await registered()).toEqual({ ledger: 10, 'of newer': 10 })
    await register({ release: OLDER, afterMs: 10_000 + NEWER_GONE_MS }, { ledger: 10 })
    expect(await registered()).toEqual({ ledger: 10 })
  })
})

test.each([
  ['an equal release', OLDER],
  ['a newer release', NEWER],
])('a process of %s forgets what it does not know, and sets its cadence', async (_, release) => {
  await register({ release: OLDER, afterMs: 0 }, { ledger: 10, 'of older': 10 })
  await run({ release: OLDER, afterMs: 0 })
  await register({ release, afterMs: 1000 }, { ledger: 20 })
  expect(await registered()).toEqual({ ledger: 20 })
})

test('a run without a lease of what a newer release has added does not count as one of the newer release', async () => {
  await register({ release: NEWER, afterMs: 0 }, { deliver: 5 })
  const run = { name: 'deliver', now: addMs(NOW, NEWER_GONE_MS), counts: {} }
  await recordRun(run, opened.database)
  expect(await findNewerRelease({ release: OLDER, now: run.now }, opened.database)).toBeUndefined()
})
