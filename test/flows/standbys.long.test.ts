import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveToStatements } from '#records/database.ts'
import { pause } from '#records/pause.ts'
import { hasFakeTime } from '#test/postgres/postgres-server.ts'
import { ledgerReadsOf, openServedStandbys, type ServedStandbys } from '#test/postgres/served-standbys.ts'
import type { StandbyNode } from '#test/postgres/standbys.ts'
import { waitUntil } from '../alerts/wait-until.ts'
import { check } from '../history/check.ts'
import { summaryOf } from '../history/finding.ts'
import { HIDDEN, type Loaded, recordUnderLoad } from '../history/under-load.ts'

/**
 * With `STANDBYS_FAULTS=long` the replay is paused for ten minutes and late by 30 s. Otherwise both are short, and the
 * service tolerates less lag.
 */
const TIMES =
  process.env['STANDBYS_FAULTS'] === 'long'
    ? { lagSeconds: 10, pausedSeconds: 600, lateSeconds: 30 }
    : { lagSeconds: 5, pausedSeconds: 8, lateSeconds: 8 }
const EVENTS = 60
const HOUR_SECONDS = 3600
const WAITS_WITHIN_MS = 60_000
const signal = new AbortController().signal

let folder: string
let served: ServedStandbys
let first: StandbyNode
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-served-standbys-'))
  served = await openServedStandbys(folder, TIMES)
  const [one] = served.group.standbys
  if (one === undefined) throw new Error('expected a standby')
  first = one
  await served.standbysServe(2)
})
afterAll(async () => {
  await served?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const standbysServe = (count: number) => served.standbysServe(count)

/** Hides the project, and lets `happens` run right before the hiding is committed. */
async function hideAfter(happens: () => Promise<void>, { hide }: Loaded): Promise<void> {
  const { primary } = served.group
  const client = new pg.Client({ connectionString: primary.directUrl })
  client.on('error', leaveToStatements)
  await client.connect()
  let hiding = Promise.resolve()
  try {
    await client.query('begin')
    await client.query(`select 1 from projects where slug = '${HIDDEN}' for no key update`)
    hiding = hide()
    await waitUntil({ name: 'the hiding waits', withinMs: WAITS_WITHIN_MS }, async () => {
      const rows = await primary.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'update "projects"%'`,
      )
      return rows.length > 0
    })
    await happens()
    await client.query('commit')
  } finally {
    await client.end()
    await hiding
  }
}

/** The findings of the checker while `happens` runs under load. */
async function findingsWhile(name: string, happens: (loaded: Loaded) => Promise<void>): Promise<string> {
  return summaryOf(check(await recordUnderLoad({ name, happens }, served)))
}

test('sessions on a primary and two standbys read what was promised, also of a project that is hidden and published', async () => {
  const before = await Promise.all(served.group.standbys.map(ledgerReadsOf))
  const found = await findingsWhile('no fault', async ({ appended, hide, publish }) => {
    await appended(EVENTS)
    await hide()
    await appended(EVENTS)
    await publish()
    await appended(EVENTS)
  })
  expect(found).toBe('no finding')
  for (const [index, standby] of served.group.standbys.entries())
    expect((await ledgerReadsOf(standby)) - (before[index] ?? Number.NaN)).toBeGreaterThan(EVENTS)
})

test('a standby whose replay is paused leaves service, and shows no project that is hidden meanwhile', async () => {
  const found = await findingsWhile('replay paused', async (loaded) => {
    const { appended, publish } = loaded
    await hideAfter(first.pauseReplay, loaded)
    await standbysServe(1)
    await pause(TIMES.pausedSeconds * 1000, signal)
    await first.resumeReplay()
    await standbysServe(2)
    await publish()
    await appended(EVENTS)
  })
  expect(found).toBe('no finding')
}, 900_000)

test('a standby that replays late leaves service, and comes back when it follows', async () => {
  const found = await findingsWhile('late replay', async ({ appended }) => {
    await first.delayReplay(TIMES.lateSeconds)
    await standbysServe(1)
    await appended(EVENTS)
    await first.delayReplay(0)
    await standbysServe(2)
    await appended(EVENTS)
  })
  expect(found).toBe('no finding')
})

test('a killed standby fails no read, and serves again when it has started', async () => {
  const found = await findingsWhile('standby killed', async ({ appended, hide, publish }) => {
    await appended(EVENTS)
    await first.kill()
    await standbysServe(1)
    await hide()
    await appended(EVENTS)
    await first.start()
    await standbysServe(2)
    await publish()
    await appended(EVENTS)
  })
  expect(found).toBe('no finding')
})

test('a standby that the network cuts off from the service fails no read', async () => {
  const found = await findingsWhile('network of a standby cut', async ({ appended, hide, publish }) => {
    await appended(EVENTS)
    first.cut()
    await hide()
    await standbysServe(1)
    await appended(EVENTS)
    first.restore()
    await standbysServe(2)
    await publish()
    await appended(EVENTS)
  })
  expect(found).toBe('no finding')
})

test('a standby that the network cuts off from the primary leaves service', async () => {
  const found = await findingsWhile('stream of a standby cut', async (loaded) => {
    const { appended, publish } = loaded
    await appended(EVENTS)
    await hideAfter(async () => first.cutStream(), loaded)
    await standbysServe(1)
    await appended(EVENTS)
    first.restoreStream()
    await standbysServe(2)
    await publish()
    await appended(EVENTS)
  })
  expect(found).toBe('no finding')
})

test.skipIf(!hasFakeTime).each([
  ['back', -HOUR_SECONDS],
  ['forward', HOUR_SECONDS],
])('the clock of a standby steps an hour %s: nothing changes for readers', async (way, seconds) => {
  const found = await findingsWhile(`clock of a standby ${way}`, async ({ appended }) => {
    await appended(EVENTS)
    await first.setClock(seconds)
    await appended(EVENTS)
    await first.setClock(0)
    await appended(EVENTS)
  })
  await standbysServe(2)
  expect(found).toBe('no finding')
})

test.skipIf(!hasFakeTime).each([
  ['back', -HOUR_SECONDS],
  ['forward', HOUR_SECONDS],
])(
  '[R110] [R152] the clock of the primary steps an hour %s: nothing changes for readers, and recordedAt never goes back',
  async (way, seconds) => {
    const { primary } = served.group
    const found = await findingsWhile(`clock of the primary ${way}`, async ({ appended, hide, publish }) => {
      await appended(EVENTS)
      await primary.setClock(seconds)
      await appended(EVENTS)
      await hide()
      await primary.setClock(0)
      await publish()
      await appended(EVENTS)
    })
    await standbysServe(2)
    expect(found).toBe('no finding')
  },
)

test('the primary is killed and a synchronous standby promoted: no acknowledged event is lost', async () => {
  const { group } = served
  await group.setSynchronous(true)
  const found = await findingsWhile('primary killed', async ({ appended, hide }) => {
    await appended(EVENTS)
    await group.primary.kill()
    await group.promote(await group.newest())
    await standbysServe(1)
    await hide()
    await appended(EVENTS)
  })
  expect(found).toBe('no finding')
})
