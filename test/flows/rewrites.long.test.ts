import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SourceKind } from '#contract/enums.ts'
import type { Slug } from '#contract/ids.ts'
import { addDays, DAY_MS, dateOf, HOUR_MS, type Instant, MINUTE_MS, mondayOf, msOf } from '#contract/time.ts'
import type { CodeWeekFacts } from '#domain/evidence.ts'
import { applyCatalogue } from '#operator/catalogue.ts'
import { forFile } from '#test/run/for-file.ts'
import { openWorld } from '#test/world/world.ts'
import { type Change, readsOf } from '#test/world/world-reads.ts'

const BUILDERS = ['lumen', 'marlow', 'opaline', 'twinfalls', 'burrow', 'farsight', 'hedgerow', 'metronome']

const world = await forFile(openWorld({ reading: BUILDERS }))
const reads = readsOf(world)

type Done = { readonly at: string; readonly details: Readonly<Record<string, unknown>> }
const act = async (action: string, slug: string) => (await world.act(action, slug)) as Done
const ofType = (changes: readonly Change[], type: string) => changes.filter((change) => change.type === type)
const toSecond = (instant: unknown) => Math.floor(Date.parse(String(instant)) / 1000)
const countOf = async (slug: string) => (await reads.card(slug))['meaningful_ships_30d'] as number
const sourceOf = (slug: string, kind: SourceKind = 'github_repository') =>
  world.service.database
    .selectFrom('sources')
    .innerJoin('projects', 'projects.id', 'sources.project_id')
    .select(['sources.id', 'locator', 'external_id', 'facts', 'attached_at', 'detached_at'])
    .where('slug', '=', slug as Slug)
    .where('sources.kind', '=', kind)
    .orderBy('attached_at')
    .executeTakeFirstOrThrow()
const shipsOf = (slug: string) =>
  world.service.database
    .selectFrom('ships')
    .innerJoin('projects', 'projects.id', 'ships.project_id')
    .selectAll('ships')
    .where('slug', '=', slug as Slug)
    .orderBy('ships.id')
    .execute()
/** The figures that lists show of a project. They serve for projects without a token, which no contract finds. */
const listed = (slug: string) =>
  world.service.database
    .selectFrom('cards')
    .innerJoin('projects', 'projects.id', 'cards.project_id')
    .select(['meaningful_ships_30d', 'last_activity_at', 'evidence'])
    .where('slug', '=', slug as Slug)
    .executeTakeFirstOrThrow()
const streamOf = async (slug: string, stream: string) =>
  world.service.database
    .selectFrom('source_streams')
    .select(['covers_from', 'last_ok_at', 'last_outcome'])
    .where('source_id', '=', (await sourceOf(slug)).id)
    .where('stream', '=', stream)
    .executeTakeFirstOrThrow()
/** Whether the commits of a project's repository were read at least this many days back. */
const coversDays = async (slug: string, days: number) => {
  const { covers_from: from, last_ok_at: readAt } = await streamOf(slug, 'commits')
  return from !== null && readAt !== null && msOf(readAt) - msOf(from) >= days * DAY_MS
}

test('[case 4] a 304 touches no release and records a good reading', async () => {
  await world.settle('lumen')
  const [ships, before, cursor] = [
    await shipsOf('lumen'),
    await streamOf('lumen', 'releases'),
    await reads.head(),
  ]
  await world.advance(2 * HOUR_MS)
  const after = await streamOf('lumen', 'releases')
  expect(after.last_outcome).toBe('not_modified')
  expect(Date.parse(String(after.last_ok_at))).toBeGreaterThan(Date.parse(String(before.last_ok_at)))
  expect(await shipsOf('lumen')).toEqual(ships)
  expect(await reads.changesAfter(cursor, 'lumen')).toEqual([])
})

test('[case 5] [case 11] edited notes and a moved tag are no event and no second ship', async () => {
  await act('release', 'lumen')
  await world.settle('lumen')
  const [ships, cursor] = [await shipsOf('lumen'), await reads.head()]
  await act('edit-release-notes', 'lumen')
  const { details } = await act('move-tag', 'lumen')
  await world.settle('lumen')
  expect(await reads.changesAfter(cursor, 'lumen')).toEqual([])
  expect((await shipsOf('lumen')).map(({ id, title }) => [id, title])).toEqual(
    ships.map(({ id, title }) => [id, title]),
  )
  expect((await sourceOf('lumen')).facts).toMatchObject({
    movedTags: [{ tag: details['tag'], from: details['before'], to: details['sha'] }],
  })
})

test('[case 12] a release recreated on its day is a new event, the old one is retracted, and the day counts once', async () => {
  for (const action of ['release', 'code-week']) await act(action as never, 'marlow')
  const start = await reads.head()
  await world.settle('marlow')
  const [old] = ofType(await reads.changesAfter(start, 'marlow'), 'build.release')
  const [count, cursor] = [await countOf('marlow'), await reads.head()]
  const { details } = await act('recreate-release', 'marlow')
  expect(details['tag']).toBe(old?.facts['version'])
  await world.settle('marlow')
  expect(await countOf('marlow')).toBe(count)
  await world.advance(2 * HOUR_MS)
  await world.settle('marlow')
  const after = await reads.changesAfter(cursor, 'marlow')
  expect(after.filter(({ op }) => op === 'retract').map(({ id }) => id)).toEqual([old?.id])
  const [anew, ...others] = ofType(after, 'build.release')
  expect(others).toEqual([])
  expect(anew).toMatchObject({ origin: 'live', revision: 1, facts: { version: details['tag'] } })
  expect(anew?.id).not.toBe(old?.id)
  expect(await countOf('marlow')).toBe(count)
  expect(await reads.card('marlow')).toMatchObject({ latest_release: { timestamp: anew?.occurredAt } })
})

test('[case 13] a draft is no event until it is published, and is dated by its publication', async () => {
  const cursor = await reads.head()
  const draft = await act('draft-release', 'opaline')
  await world.advance(5 * HOUR_MS)
  await world.settle('opaline')
  expect(await reads.changesAfter(cursor, 'opaline')).toEqual([])
  const published = await act('publish-draft', 'opaline')
  expect(published.details['releaseId']).toBe(draft.details['releaseId'])
  await world.settle('opaline')
  const [event, ...others] = ofType(await reads.changesAfter(cursor, 'opaline'), 'build.release')
  expect(others).toEqual([])
  expect(event).toMatchObject({ origin: 'live', precision: 'EXACT' })
  expect(toSecond(event?.occurredAt)).toBe(toSecond(published.at))
  expect(toSecond(event?.occurredAt)).toBeGreaterThanOrEqual(toSecond(draft.at) + 5 * 3600)
})

test('[case 15] a promoted prerelease counts as a release, and its week counts without it', async () => {
  await act('code-week', 'twinfalls')
  await world.settle('twinfalls')
  const before = await countOf('twinfalls')
  await act('prerelease', 'twinfalls')
  await act('prerelease', 'twinfalls')
  await world.settle('twinfalls')
  expect(await countOf('twinfalls')).toBe(before + 1)
  const cursor = await reads.head()
  const { details } = await act('promote-prerelease', 'twinfalls')
  await world.settle('twinfalls')
  expect(await countOf('twinfalls')).toBe(before + 2)
  const changes = await reads.changesAfter(cursor, 'twinfalls')
  expect(ofType(changes, 'build.release')).toMatchObject([
    { origin: 'live', facts: { kind: 'release', version: details['tag'] } },
  ])
  expect(toSecond(ofType(changes, 'build.release')[0]?.occurredAt)).toBe(toSecond(details['publishedAt']))
  expect(changes.filter(({ op }) => op === 'retract')).toEqual([])
  await act('promote-prerelease', 'twinfalls')
  await world.settle('twinfalls')
  expect(await countOf('twinfalls')).toBe(before + 1)
})

test('[case 16] commits dated in the future are noted on the source, in no week and in no count', async () => {
  const { facts } = await sourceOf('farsight')
  const noted = (facts as { futureDatedCommits: { committedAt: string }[] }).futureDatedCommits
  expect(noted.length).toBeGreaterThan(0)
  const now = msOf(world.service.clock.now())
  for (const { committedAt } of noted) expect(Date.parse(committedAt)).toBeGreaterThan(now + DAY_MS)
  for (const { occurred_at } of await shipsOf('farsight'))
    expect(msOf(occurred_at as Instant)).toBeLessThan(now + DAY_MS)
  const { last_activity_at } = await listed('farsight')
  expect(Date.parse(String(last_activity_at))).toBeLessThanOrEqual(now)
})

test('[case 22] [case 23] [R61] weeks of bots, merges or a script are recorded, neither announced nor counted', async () => {
  for (const slug of ['hedgerow', 'metronome']) {
    const excluded = ({ facts }: { facts: unknown }) =>
      (facts as { codeWeek: CodeWeekFacts }).codeWeek.excludedCommits > 0
    const weeks = (await shipsOf(slug)).filter((ship) => ship.kind === 'code_week' && excluded(ship))
    const [first] = weeks.map(({ occurred_at }) => occurred_at).toSorted()
    expect(new Set(weeks.map(({ counts_as }) => counts_as)), slug).toEqual(new Set([null]))
    const announced = ofType(await reads.changesAfter('c1.0', slug), 'build.code_activity')
    const since = announced.filter(({ occurredAt }) => first == null || String(occurredAt) >= first)
    expect(since, slug).toEqual([])
    const { meaningful_ships_30d, evidence } = await listed(slug)
    const isMeasured = await coversDays(slug, 30)
    expect(meaningful_ships_30d, slug).toBe(isMeasured ? 0 : null)
    const commits30d = isMeasured ? { value: { count: 0 } } : { kind: 'UNKNOWN' }
    expect(evidence, slug).toMatchObject({ activityMeasured: isMeasured, commits30d })
  }
})

test('[case 29] [case 30] a pair on another chain and a pair with the token as quote are ignored', async () => {
  const token = await reads.tokenOf('stillpond')
  const { providers } = world.service.config
  const answer = await fetch(`${providers.dexscreenerUrl}/token-pairs/v1/robinhood/${token}`)
  const pairs = (await answer.json()) as { chainId: string; baseToken: { address: string } }[]
  const own = pairs.filter(
    ({ chainId, baseToken }) => chainId === 'robinhood' && baseToken.address.toLowerCase() === token,
  )
  expect([pairs.length, own.length]).toEqual([3, 1])
  const readings = await world.service.database
    .selectFrom('market_readings')
    .select(['pools', 'price_usd'])
    .where('address', '=', token)
    .where('provider', '=', 'dexscreener')
    .execute()
  expect(readings.length).toBeGreaterThan(0)
  for (const reading of readings) {
    expect(reading.pools).toBe(1)
    expect(Number(reading.price_usd)).toBeCloseTo(0.001, 3)
  }
})

test('[case 28] two tokens with one symbol are two projects, told apart by address and both found by name', async () => {
  const symbols = await world.service.database
    .selectFrom('tokens')
    .innerJoin('projects', 'projects.id', 'tokens.project_id')
    .select(['slug', 'symbol'])
    .where('slug', 'in', ['marlow', 'wrenfield'] as Slug[])
    .execute()
  expect(symbols.map(({ symbol }) => symbol)).toEqual(['WREN', 'WREN'])
  for (const slug of ['marlow', 'wrenfield']) {
    expect((await reads.scan(slug))['project']).toMatchObject({ slug })
    expect((await reads.card(slug))['contract_address']).toBe(await reads.tokenOf(slug))
  }
  expect((await world.get('/api/v1/builder?token=WREN')).status).toBe(400)
  const { text } = await world.get('/api/search/suggest?q=wren')
  for (const slug of ['marlow', 'wrenfield']) expect(text).toContain(await reads.tokenOf(slug))
})

test('[case 24] a renamed repository is the same source with an alias, and its ships and events stand', async () => {
  const before = await sourceOf('opaline')
  const [ships, cursor] = [await shipsOf('opaline'), await reads.head()]
  await act('rename-repository', 'opaline')
  await world.settle('opaline')
  await world.advance(2 * HOUR_MS)
  await world.settle('opaline')
  expect(await reads.changesAfter(cursor, 'opaline')).toEqual([])
  const after = await sourceOf('opaline')
  const { fullName, aliases } = after.facts as { fullName: string; aliases: string[] }
  expect(after).toMatchObject({ id: before.id, locator: before.locator, external_id: before.external_id })
  expect(fullName).not.toBe(before.locator)
  expect(aliases).toContain(before.locator)
  expect((await shipsOf('opaline')).map(({ id }) => id)).toEqual(ships.map(({ id }) => id))
  await act('release', 'opaline')
  await world.settle('opaline')
  expect(ofType(await reads.changesAfter(cursor, 'opaline'), 'build.release')).toMatchObject([
    { origin: 'live', revision: 1, evidence: expect.arrayContaining([`source:${before.id}`]) },
  ])
})

test.each([
  ['before the service read the rename', 'farsight', MINUTE_MS],
  ['after the service read the rename', 'hedgerow', 90 * MINUTE_MS],
])(
  '[case 24] [R49] a file takes over a new name %s, and no ship, count or event changes',
  async (_, slug, wait) => {
    await act('release', slug)
    await world.advance(HOUR_MS)
    await world.settle(slug)
    const { locator } = await sourceOf(slug)
    const seen = async () => ({
      source: { ...(await sourceOf(slug)), facts: null },
      ships: (await shipsOf(slug)).map(({ id, source_id, counts_as }) => ({ id, source_id, counts_as })),
      meaningful: (await listed(slug)).meaningful_ships_30d,
    })
    const [before, cursor] = [await seen(), await reads.head()]
    await act('rename-repository', slug)
    await world.advance(wait)
    const directory = await mkdtemp(join(tmpdir(), 'svc-renamed-'))
    const text = await readFile(join(world.sandbox.catalogueDir, `${slug}.yaml`), 'utf8')
    await writeFile(join(directory, `${slug}.yaml`), text.replace(locator, `${locator}-2`))
    const { clock, database, config } = world.service
    const { lockers } = config.providers
    await applyCatalogue(directory, { database, now: clock.now(), lockers })
    await rm(directory, { recursive: true })
    await world.settle(slug)
    await world.advance(2 * HOUR_MS)
    await world.settle(slug)
    expect(await seen()).toEqual(before)
    expect(await reads.changesAfter(cursor, slug)).toEqual([])
  },
)

test('[case 18] [case 19] [R70] [R71] a running week ends on the last day read; once over, the same event has the whole range', async () => {
  await world.advance(7 * DAY_MS)
  const cursor = await reads.head()
  await act('code-week', 'burrow')
  await world.settle('burrow')
  const today = dateOf(world.service.clock.now())
  const monday = mondayOf(today)
  const running = `code changes, week starting ${monday} (to ${today})`
  const whole = `code changes, week starting ${monday} (to ${addDays(monday, 6)})`
  const isOfWeek = ({ facts }: Change) => (facts['codeWeek'] as { weekStart: string }).weekStart === monday
  const weekEvents = async () =>
    ofType(await reads.changesAfter(cursor, 'burrow'), 'build.code_activity').filter(isOfWeek)
  const [event, ...others] = await weekEvents()
  expect(others).toEqual([])
  expect(event).toMatchObject({
    revision: 1,
    summary: running,
    summaryCurrent: running,
    facts: { codeWeek: { complete: false } },
  })
  expect((await reads.card('burrow'))['last_code_activity']).toMatchObject({ summary: running })
  expect((await reads.scan('burrow'))['activity']).toMatchObject({ last_ship_title: running })
  await world.advance(DAY_MS)
  await act('code-week', 'burrow')
  await world.settle('burrow')
  const longer = `code changes, week starting ${monday} (to ${addDays(today, 1)})`
  const { last_code_activity: activity } = await reads.card('burrow')
  expect(activity).toMatchObject({ summary: longer, evidence_id: event?.id })
  const [again] = await weekEvents()
  expect(again).toMatchObject({ revision: 1, summary: running, summaryCurrent: longer })
  const { body } = await world.get('/api/ships?project=burrow&kind=code_week&limit=1')
  const [ship] = body['items'] as readonly Record<string, string>[]
  expect(ship).toMatchObject({ evidenceId: event?.id, displayTitle: longer })
  expect(Date.parse(ship?.['detectedAt'] ?? '')).toBeGreaterThanOrEqual(
    Date.parse(ship?.['occurredAt'] ?? ''),
  )
  await world.advance(5 * DAY_MS)
  await world.settle('burrow')
  const [finished, ...more] = await weekEvents()
  expect(more).toEqual([])
  expect(finished).toMatchObject({
    id: event?.id,
    revision: 2,
    summary: whole,
    facts: { codeWeek: { complete: true } },
  })
  const { detectedAt = '', occurredAt } = finished ?? {}
  expect(Date.parse(detectedAt)).toBeGreaterThanOrEqual(Date.parse(String(occurredAt)))
  expect((await reads.card('burrow'))['last_code_activity']).toMatchObject({ summary: whole })
})

test('[case 20] a forced push that drops commits from a closed week leaves the week unchanged', async () => {
  const commitsOf = async () => {
    const { last_code_activity: code } = await reads.card('burrow')
    return (code as { readonly commits_30d?: number } | null)?.commits_30d
  }
  const [ships, cursor, commits] = [await shipsOf('burrow'), await reads.head(), await commitsOf()]
  const { details } = await act('force-push', 'burrow')
  await world.advance(2 * HOUR_MS)
  await world.settle('burrow')
  const after = await shipsOf('burrow')
  expect(after.map(({ id, title, facts, withdrawn_at }) => ({ id, title, facts, withdrawn_at }))).toEqual(
    ships.map(({ id, title, facts, withdrawn_at }) => ({ id, title, facts, withdrawn_at })),
  )
  expect((await sourceOf('burrow')).facts).toMatchObject({
    rewrittenWeeks: expect.arrayContaining([
      { week: expect.any(String), seenAt: expect.any(String), byDay: expect.any(Object) },
    ]),
  })
  expect(await reads.changesAfter(cursor, 'burrow')).toEqual([])
  expect(await commitsOf()).toBe(Number(commits) - (details['commits'] as readonly unknown[]).length)
})
