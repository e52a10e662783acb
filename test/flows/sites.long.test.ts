import { expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { dateOf, mondayOf, toInstant } from '#contract/time.ts'
import { hideProject, publishProject } from '#operator/projects.ts'
import { forFile } from '#test/run/for-file.ts'
import { openWorld } from '#test/world/world.ts'
import { type Change, readsOf } from '#test/world/world-reads.ts'

const HOUR_MS = 3_600_000
/** What a site change of the sandbox adds or names. */
const ENTRIES = /guides|forum|part-|llms\.txt|openapi|\/docs|pricing|receipts|quotes|github/i
const world = await forFile(openWorld({ reading: ['lumen', 'parley', 'rivulet'] }))
const reads = readsOf(world)
let changed: Change

const siteEvents = (changes: readonly Change[]) =>
  changes.filter(({ id, type }) => type === 'research.source_changed' || id.startsWith('sourcechange:'))
const since = async (cursor: string, project?: string) =>
  siteEvents(await reads.changesAfter(cursor, project))
/** The card's statements about the project's building, without the times of its readings. */
const building = async () => {
  const card = await reads.card('lumen')
  const first = ['status', 'svc_status', 'activity_measured', 'last_activity_at', 'latest_meaningful_ship']
  const more = ['meaningful_ships_30d', 'latest_release', 'research_level']
  const code = { ...Object(card['last_code_activity']), commits_30d_as_of: undefined }
  return [code, ...[...first, ...more].map((key) => card[key])]
}

test('a first reading is a baseline: no site change is announced', async () => {
  const readings = await world.service.database.selectFrom('site_readings').select('changes').execute()
  expect(readings.length).toBeGreaterThan(20)
  expect(new Set(readings.map(({ changes }) => changes))).toEqual(new Set([0]))
  expect(await since('c1.0')).toEqual([])
})

test('a site change is announced live, in counts, without any entry of the site', async () => {
  const before = await building()
  const cursor = await reads.head()
  await world.act('site-change', 'lumen')
  await world.advance(HOUR_MS)
  await world.settle('lumen')
  const [change, ...more] = await since(cursor, 'lumen')
  expect(more).toEqual([])
  if (change === undefined) throw new Error('no event')
  changed = change
  expect(changed).toMatchObject({
    type: 'research.source_changed',
    revision: 1,
    op: 'upsert',
    origin: 'live',
    occurredAt: null,
    precision: 'OBSERVED',
    facts: { added: 5, removed: 0 },
    evidence: [changed.id, expect.stringMatching(/^source:/)],
  })
  expect(Object.keys(changed.facts).toSorted()).toEqual(['added', 'removed'])
  const receipt = await reads.receipt(changed.id)
  expect(receipt).toMatchObject({
    kind: 'sourcechange',
    withdrawn: false,
    claim: 'DERIVED',
    occurredAt: null,
    project: { slug: 'lumen' },
    source: { kind: 'website', locator: 'https://lumen.example' },
    recorded: {
      added: 5,
      removed: 0,
      rule: 'site.declarations@4',
      parts: { links: { added: 2 }, sections: { added: 1 }, llms: { added: 1 }, api: { added: 1 } },
    },
  })
  const { source: _, ...stated } = receipt
  expect(JSON.stringify([changed, stated])).not.toMatch(ENTRIES)
  expect(await building()).toEqual(before)
  expect((await reads.card('lumen'))['latest_change']).toMatchObject({ type: 'research.source_changed' })
})

test('reading a site twice, or while it is down, announces nothing', async () => {
  const cursor = await reads.head()
  await world.settle('lumen')
  await world.ask('/fault', { provider: 'sites', kind: 'server_error' })
  await world.advance(2 * HOUR_MS)
  await world.settle('lumen')
  await world.ask('/fault/clear', {})
  await world.settle('lumen')
  expect(await since(cursor)).toEqual([])
  await world.act('source-down', 'parley')
  await world.settle('parley')
  await world.act('source-up', 'parley')
  await world.settle('parley')
  expect(await since(cursor)).toEqual([])
})

test('the next change is a new event', async () => {
  const cursor = await reads.head()
  await world.act('site-change', 'lumen')
  await world.settle('lumen')
  const changes = await since(cursor, 'lumen')
  expect(changes).toMatchObject([{ revision: 1, facts: { added: 3, removed: 0 }, origin: 'live' }])
  expect(changes[0]?.id).not.toBe(changed.id)
})

test('[R93] a site that changes at each reading has one event a week, which says so, and a record of each change', async () => {
  // Every other reading lacks an address for the first time, which concludes nothing.
  await world.act('site-nonce', 'parley')
  const begin = await reads.head()
  for (let reading = 1; reading <= 10; reading += 1) await world.advance(3 * 24 * HOUR_MS)
  const events = await since(begin, 'parley')
  const isNoise = ({ summary }: Change) => summary.includes('changes what it declares at each reading')
  const weekOf = ({ detectedAt }: Change) => mondayOf(dateOf(toInstant(detectedAt)))
  const [first, second, ...noise] = events
  expect([first, second].map((event) => event && isNoise(event))).toEqual([false, false])
  expect(noise.length).toBeGreaterThan(1)
  expect(noise.filter((event) => !isNoise(event))).toEqual([])
  expect(new Set(noise.map(weekOf)).size).toBe(noise.length)
  const { totals } = (await world.get('/api/projects/parley/timeline')).body
  expect(totals).toMatchObject({ sourcechange: 5 })
  const last = String(events.at(-1)?.id)
  expect((await reads.receipt(last))['recorded']).toMatchObject({
    parts: { links: { added: 1, removed: 1, changesInRow: expect.any(Number) } },
  })
})

test('the site change of a hidden project is a tombstone and its receipt names nothing; published again, it stands', async () => {
  const operating = () => ({ database: world.service.database, now: world.service.clock.now() })
  const cursor = await reads.head()
  await hideProject({ slug: 'lumen' }, operating())
  await world.settle('lumen')
  const tombstones = siteEvents(await reads.changesAfter(cursor))
  expect(tombstones.map(({ id }) => id)).toContain(changed.id)
  for (const tombstone of tombstones) {
    expect(Object.keys(tombstone).toSorted()).toEqual(['id', 'op', 'recordedAt', 'revision'])
  }
  const receipt = await reads.receipt(changed.id)
  expect(receipt).toEqual({ id: changed.id, kind: 'sourcechange', withdrawn: true })
  await publishProject({ slug: 'lumen' }, operating())
  await world.settle('lumen')
  expect(await reads.receipt(changed.id)).toMatchObject({ withdrawn: false, recorded: { added: 5 } })
})

test('a host that answers every path with one page declares no document', async () => {
  const { parts } = await world.service.database
    .selectFrom('site_readings')
    .innerJoin('sources', 'sources.id', 'site_readings.source_id')
    .select('parts')
    .where('locator', '=', 'https://mirrorpool.example')
    .executeTakeFirstOrThrow()
  const none = { entries: [] }
  expect(parts).toMatchObject({ sections: none, llms: none, security: none, api: none })
})

test('a forbidden page is not read: it neither verifies the token nor counts as silent', async () => {
  const { database } = world.service
  const stream = await database
    .selectFrom('source_streams')
    .innerJoin('sources', 'sources.id', 'source_streams.source_id')
    .select(['last_outcome', 'first_ok_at'])
    .where('locator', '=', 'https://rivulet.example')
    .where('stream', '=', 'token_naming')
    .executeTakeFirstOrThrow()
  expect(stream).toEqual({ last_outcome: 'disallowed', first_ok_at: null })
  const { value } = await database
    .selectFrom('evaluations')
    .innerJoin('projects', 'projects.id', 'evaluations.project_id')
    .select('evaluations.value')
    .where('slug', '=', 'rivulet' as Slug)
    .where('fact', '=', 'token.verification')
    .where('superseded_at', 'is', null)
    .executeTakeFirstOrThrow()
  expect(value).toMatchObject({ status: 'UNVERIFIED' })
  expect(value).not.toMatchObject({ reason: 'site_silent' })
})
