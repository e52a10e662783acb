import { expect, test } from 'vitest'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import * as given from '#test/given/records.ts'
import { fileLedger, runFor } from '#test/webhooks/ledger.ts'
import { evaluateProjects } from './run.ts'

const NOW = given.DEFAULT_NOW
const LATER = addMs(NOW, 60_000)
const days = (count: number): Instant => addMs(NOW, count * DAY_MS)
const UNREAD = { first_ok_at: null, last_ok_at: null, last_tried_at: null, last_outcome: null }
const { database } = await fileLedger()

const evaluateAt = (projectId: string, now: Instant) =>
  inTransaction(database, (writer) => evaluateProjects({ projectIds: [projectId], now }, writer))

async function readStream(sourceId: string, stream: string, now: Instant): Promise<void> {
  await database
    .updateTable('source_streams')
    .set((eb) => ({
      first_ok_at: eb.fn.coalesce('first_ok_at', eb.val(now)),
      last_ok_at: now,
      last_tried_at: now,
      last_outcome: 'fresh',
      covers_from: days(-100),
    }))
    .where('source_id', '=', sourceId)
    .where('stream', '=', stream)
    .execute()
}

async function movesOf(projectId: string, now: Instant) {
  await runFor(projectId, database, now)
  const rows = await database
    .selectFrom('changes')
    .select(['type', 'facts'])
    .where('project_id', '=', projectId)
    .where('type', 'in', ['build.status_changed', 'token.verification_changed'])
    .orderBy('position')
    .execute()
  return rows.map(({ type, facts }) => [type, Object(facts).from, Object(facts).to])
}

test('commits read a minute after the releases are no move of the status, and a later boundary is one', async () => {
  const { id } = await given.aProject({}, database)
  const source = await given.aSource({ project_id: id }, database)
  for (const stream of ['releases', 'commits'])
    await given.aStream({ source_id: source.id, stream, ...UNREAD }, database)
  const ship = (at: Instant) =>
    given.aShip({ project_id: id, source_id: source.id, occurred_at: at, detected_at: NOW }, database)
  await ship(days(-12))
  await readStream(source.id, 'releases', NOW)
  await evaluateAt(id, NOW)
  await ship(days(-1))
  await readStream(source.id, 'commits', LATER)
  await evaluateAt(id, LATER)
  expect(await movesOf(id, LATER)).toEqual([])
  for (const stream of ['releases', 'commits']) await readStream(source.id, stream, days(8))
  await evaluateAt(id, days(8))
  expect(await movesOf(id, days(8))).toEqual([['build.status_changed', 'SHIPPING', 'ACTIVE']])
})

/** The state of a site at the first evaluation: no stream reads it yet, it was not tried, or it did not answer. */
type SiteThen = 'without_stream' | 'untried' | 'unavailable'

async function verifiedByItsSite(then: SiteThen) {
  const { id } = await given.aProject({}, database)
  const token = given.addressOf({ without_stream: 0x70, untried: 0x71, unavailable: 0x72 }[then])
  await given.aToken({ project_id: id, address: token }, database)
  await given.aSource({ project_id: id, kind: 'token', locator: token }, database)
  const market = await given.aSource(
    { project_id: id, kind: 'market', locator: `dexscreener:${token}` },
    database,
  )
  await given.aStream({ source_id: market.id, stream: 'token_market', provider: 'dexscreener' }, database)
  const site = await given.aSource(
    { project_id: id, kind: 'website', locator: `https://${id}.example` },
    database,
  )
  const tried = then === 'unavailable' ? { last_tried_at: addMs(NOW, -60_000), last_outcome: then } : {}
  const stream = { source_id: site.id, stream: 'token_naming', provider: 'site', ...UNREAD, ...tried }
  if (then !== 'without_stream') await given.aStream(stream, database)
  await evaluateAt(id, NOW)
  if (then === 'without_stream') await given.aStream(stream, database)
  await given.aClaim(
    {
      project_id: id,
      source_id: site.id,
      kind: 'token_named',
      by: 'site',
      names: token,
      observed_at: LATER,
      narrative: null,
    },
    database,
  )
  await readStream(site.id, 'token_naming', LATER)
  await evaluateAt(id, LATER)
  return movesOf(id, LATER)
}

test('a site that names the token at its first reading is no move, unless the site could not be read before', async () => {
  expect(await verifiedByItsSite('without_stream')).toEqual([])
  expect(await verifiedByItsSite('untried')).toEqual([])
  expect(await verifiedByItsSite('unavailable')).toEqual([
    ['token.verification_changed', 'UNVERIFIED', 'VERIFIED'],
  ])
})
