import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findFreePort } from '#app/instance/address.ts'
import { openDatabase } from '#records/database.ts'
import { migrate } from '#records/migrate.ts'
import { pause } from '#records/pause.ts'
import { aProject } from '#test/given/records.ts'
import { openRelay } from '#test/postgres/relay.ts'
import { spawnService } from '#test/service/spawned-service.ts'
import { waitUntil } from '../alerts/wait-until.ts'
import { appendUntil, readLedger } from '../history/acknowledged.ts'
import { check } from '../history/check.ts'
import { isRefusal } from '../history/failed-reads.ts'
import { summaryOf } from '../history/finding.ts'
import { entriesOf, type History } from '../history/history.ts'
import { latencyOf } from '../history/latency.ts'
import { type Recording, record } from '../history/record.ts'
import { mirrorSession, readerSession } from '../history/sessions.ts'
import {
  createServiceDatabase,
  lackedForPatroni,
  type PatroniGroup,
  type PatroniNode,
  startPatroni,
} from './patroni.ts'

const lacked = lackedForPatroni()
if (lacked !== undefined) console.log(`The tests of failover are left out. This machine lacks ${lacked}`)

const PROMOTED_WITHIN_MS = 120_000
/** How long the primary sends nothing to its standbys before it is killed. */
const SILENT_MS = 2_000
const APPENDS = 100
const PER_SECOND = 20
const LOOK_MS = 300

/** A primary that was killed under load, and what became of it. */
type Failover = {
  readonly history: History
  /** When the standbys last received anything, and when the primary was killed, as times of the history. */
  readonly silentAt: number
  readonly killedAt: number
}

/** Plays the proxy of an operator: leads connections to the node that Patroni's REST API names as the primary. */
async function leadToPrimary(
  group: PatroniGroup,
  relay: Awaited<ReturnType<typeof openRelay>>,
  signal: AbortSignal,
) {
  let led = await group.findPrimary()
  while (!signal.aborted) {
    const primary = await group.findPrimary()
    if (primary !== undefined && primary !== led) {
      relay.lead(primary.url)
      relay.restore()
      led = primary
    }
    await pause(LOOK_MS, signal)
  }
}

/** Runs the service on a group, under load and while events are written, and kills the primary. */
async function failOver(synchronous: boolean): Promise<Failover> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'svc-failover-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const group = stack.use(await startPatroni(folder, { count: 3, synchronous }))
  const primary = await primaryOf(group)
  await createServiceDatabase(primary)
  const relay = await openRelay(primary.url)
  stack.defer(() => relay.close())
  const ending = new AbortController()
  const leading = leadToPrimary(group, relay, ending.signal)
  stack.defer(() => leading)
  stack.defer(() => ending.abort())
  const database = openDatabase(relay.url, { maxConnections: 2, statementMs: 10_000 })
  stack.defer(() => database.destroy())
  await migrate(database)
  const { id: projectId, slug } = await aProject({}, database)
  const port = await findFreePort()
  const serving = spawnService(['serve'], {
    DATABASE_URL: relay.url,
    // A node leaves service of reads when it is the primary, and enters it when it is a standby.
    DATABASE_READ_URLS: group.nodes.map(({ url }) => url).join(','),
    DATA_DIR: join(folder, 'data'),
    PORT: `${port}`,
    TRUSTED_PROXIES: '1',
    ANONYMOUS_PER_MINUTE: '1000000',
    LOG_LEVEL: 'error',
  })
  stack.defer(async () => void (await serving.stop('SIGKILL')))
  await serving.ready
  const paths = ['/api/changes?limit=10', `/api/projects/${slug}`, '/api/projects']
  const sessions = [mirrorSession(0), mirrorSession(1), readerSession(2, paths), readerSession(3, paths)]
  const recording = record({ origins: [`http://127.0.0.1:${port}`], sessions, perSecond: PER_SECOND })
  const appending = appendUntil(ending.signal, { session: 'mirror 0', projectId }, { recording, database })
  await untilAppended(recording)
  const silentAt = recording.now()
  await primary.stopSending()
  await pause(SILENT_MS, ending.signal)
  const killedAt = recording.now()
  await primary.kill()
  await waitUntil({ name: 'a standby is promoted', withinMs: PROMOTED_WITHIN_MS }, async () => {
    const now = await group.findPrimary()
    return now !== undefined && now !== primary
  })
  await untilAppended(recording)
  ending.abort()
  const failed = await appending
  const history = { entries: await recording.end(), ledger: await readLedger(database) }
  print({ history, silentAt, killedAt, failed, synchronous })
  return { history, silentAt, killedAt }
}

async function primaryOf(group: PatroniGroup): Promise<PatroniNode> {
  const primary = await group.findPrimary()
  if (primary === undefined) throw new Error('expected a primary')
  return primary
}

/** Waits until `APPENDS` more events are acknowledged. */
async function untilAppended(recording: Recording): Promise<void> {
  const appended = () => entriesOf(recording, 'append').length
  const before = appended()
  const name = 'events are acknowledged'
  await waitUntil({ name, withinMs: PROMOTED_WITHIN_MS }, async () => appended() >= before + APPENDS)
}

const lostOf = (history: History) =>
  check(history).filter(({ property }) => property === 'acknowledged event is lost')

function print(of: Failover & { readonly failed: number; readonly synchronous: boolean }): void {
  const { history, silentAt, killedAt, failed, synchronous } = of
  const appends = entriesOf(history, 'append')
  const exchanges = entriesOf(history, 'exchange')
  const before = appends.findLast(({ endedAt }) => endedAt <= killedAt)
  const after = appends.find(({ endedAt }) => endedAt > killedAt)
  console.log(
    [
      `${synchronous ? 'with a synchronous standby' : 'without a synchronous standby'}:`,
      `${lostOf(history).length} of ${appends.length} acknowledged events are lost; ${failed} writes failed`,
      `the standbys got nothing in the last ${Math.round(killedAt - silentAt)} ms of the primary`,
      `no write was acknowledged for ${Math.round((after?.endedAt ?? 0) - (before?.endedAt ?? 0))} ms`,
      `${exchanges.length} reads, ${exchanges.filter(isRefusal).length} refused with retry-after`,
      `latency from the intended start: ${JSON.stringify(latencyOf(exchanges))}`,
    ].join('\n  '),
  )
}

test.skipIf(lacked !== undefined)(
  'with a synchronous standby no acknowledged event is lost when the primary is killed, and reads go on',
  async () => {
    const { history } = await failOver(true)
    expect(summaryOf(check(history))).toBe('no finding')
  },
)

test.skipIf(lacked !== undefined)(
  'without a synchronous standby the events that the standbys had not got are lost, and no earlier one',
  async () => {
    const { history, silentAt } = await failOver(false)
    const kept = new Set(history.ledger.map(({ position, id }) => `${position} ${id}`))
    const lost = entriesOf(history, 'append').filter(({ position, id }) => !kept.has(`${position} ${id}`))
    expect(lost.length).toBeGreaterThan(0)
    expect(lost.filter(({ endedAt }) => endedAt < silentAt)).toEqual([])
  },
)
