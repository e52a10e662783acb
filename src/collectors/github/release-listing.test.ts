import { expect, test } from 'vitest'
import { addMs, HOUR_MS, toInstant } from '#contract/time.ts'
import type { RecordedShip } from '#domain/evidence.ts'
import { shipOf } from '#test/given/build-evidence.ts'
import { type GithubTrial, githubTrialsOfFile, release } from '#test/providers/github.ts'
import { parseRelease } from './releases.ts'
import { absentees } from './releases-checkpoint.ts'

const openGithubTrial = await githubTrialsOfFile()

const NOW = '2026-11-18T10:00:00.000Z'
const open = (releases: Record<string, unknown>[]) =>
  openGithubTrial({ now: NOW, streams: ['releases'] }, { releases })

test.each<[string, unknown, unknown]>([
  [
    'a release',
    release(9, { tag_name: 'v1.2.0', name: '1.2' }),
    {
      id: '9',
      tag: 'v1.2.0',
      title: '1.2',
      prerelease: false,
      publishedAt: '2026-11-16T09:00:00.000Z',
      url: 'https://github.example/lumen-labs/lumen/releases/tag/v1.9.0',
    },
  ],
  ['[R82] by an author', release(9, { author: { login: 'ada', type: 'User' } }), { author: 'ada' }],
  ['[R82] by nobody', release(9, { author: null }), { author: null }],
  ['without a name: the tag', release(9, { name: null }), { title: 'v1.9.0' }],
  ['with a blank name: the tag', release(9, { name: ' ' }), { title: 'v1.9.0' }],
  ['a prerelease', release(9, { prerelease: true }), { prerelease: true }],
  ['[case 13] a draft', release(9, { draft: true, published_at: null }), 'draft'],
  ['taken back to a draft after its publication', release(9, { draft: true }), 'draft'],
  ['without a publication', release(9, { published_at: null }), undefined],
  ['with an invalid date', release(9, { published_at: '2026-13-01' }), undefined],
  ['without an id', release(9, { id: undefined }), undefined],
  ['with an id that is text', release(9, { id: '9' }), undefined],
  ['without a tag', release(9, { tag_name: '' }), undefined],
  ['with a script URL', release(9, { html_url: 'javascript:alert(1)' }), { url: null }],
  [
    'with NUL and an unpaired surrogate in its name',
    release(9, { name: 'a\u0000b\ud800c' }),
    { title: 'ab\ufffdc' },
  ],
  [
    'with a very long name',
    release(9, { name: '\u{1f600}'.repeat(3000) }),
    { title: '\u{1f600}'.repeat(1000) },
  ],
  ['null', null, undefined],
  ['a list', [], undefined],
])('a release %s', (_, item, expected) => {
  if (typeof expected !== 'object') expect(parseRelease(item)).toBe(expected)
  else expect(parseRelease(item)).toMatchObject(expected as object)
})

test('follows the links of a long listing to its end, and covers the time since the repository creation', async () => {
  const releases = Array.from({ length: 230 }, (_, n) => release(230 - n))
  await using trial = await open(releases)
  await trial.read()
  expect(await trial.ships()).toHaveLength(230)
  expect(trial.asked.filter((path) => path.includes('/releases'))).toHaveLength(3)
  expect(await trial.stream('releases')).toMatchObject({
    covers_from: '2026-01-05T00:00:00.000Z',
    position: { whole: { pages: 3, at: NOW }, round: null },
  })
})

test('reads all parts of a listing once a day, for changes that are not on the first part', async () => {
  await using trial = await open(Array.from({ length: 102 }, (_, n) => release(102 - n)))
  await trial.read()
  trial.repository.releases.pop()
  expect(await trial.read(1)).toEqual({ 'github.not_modified': 1 })
  expect(await trial.read(23)).toEqual({ 'github.fresh': 1 })
  const missed = (await trial.ships()).filter(({ missing_since }) => missing_since !== null)
  expect(missed).toMatchObject([{ natural_key: 'github:101:release:1' }])
})

const hoursAgo = (n: number) => new Date(Date.parse('2026-11-18T00:00:00Z') - n * 3_600_000).toISOString()
const hourly = (count: number) =>
  Array.from({ length: count }, (_, n) => release(count - n, { published_at: hoursAgo(n) }))
/** A 502 for each part that begins after `count` releases, whatever the size of a part. */
const failingAfter =
  (count: number) =>
  ({ url = '' }: { readonly url?: string | undefined }) => {
    const { searchParams } = new URL(url, 'http://x')
    const number = Number(searchParams.get('page') ?? '1')
    const isBeyond = (number - 1) * Number(searchParams.get('per_page')) >= count
    return url.includes('/releases?') && isBeyond ? { status: 502, body: '' } : undefined
  }
const missed = async (trial: GithubTrial) =>
  (await trial.ships()).filter(({ missing_since }) => missing_since !== null).map(({ title }) => title)

test('[R34] 1,700 releases are read to the end over several readings; coverage says up to where', async () => {
  const releases = hourly(1700)
  await using trial = await open(releases)
  await trial.read()
  expect(await trial.ships()).toHaveLength(1000)
  expect(await trial.stream('releases')).toMatchObject({
    covers_from: toInstant(hoursAgo(999)),
    last_ok_at: NOW,
    position: { whole: null, round: { query: 'per_page=100&page=10', pages: 10 } },
  })
  const [reading] = await trial.database.selectFrom('readings').selectAll().execute()
  expect(reading).toMatchObject({ outcome: 'fresh', detail: 'the first 10 parts' })
  await trial.read(0.01)
  expect(await trial.ships()).toHaveLength(1700)
  expect(await trial.stream('releases')).toMatchObject({
    covers_from: '2026-01-05T00:00:00.000Z',
    last_ok_at: NOW,
    position: { whole: { pages: 17, at: NOW }, round: null },
  })
  expect(trial.asked.filter((path) => path.endsWith('&page=10'))).toHaveLength(2)
  expect(trial.asked.filter((path) => /\/releases\/\d+$/.test(path))).toEqual([])
  expect(await trial.read(1)).toEqual({ 'github.not_modified': 1 })
})

test('[R34] a reading that fails goes on at the same part, and keeps what was read', async () => {
  await using trial = await open(hourly(1100))
  await trial.read()
  trial.override = failingAfter(1000)
  expect(await trial.read(0.01)).toEqual({ 'github.unavailable': 1 })
  expect(await trial.stream('releases')).toMatchObject({ position: { round: { pages: 10 } } })
  trial.override = () => undefined
  await trial.read(1)
  expect(await trial.ships()).toHaveLength(1100)
})

test('[R34] a reading whose part fails keeps the parts before it, and is no good reading until the end is read', async () => {
  await using trial = await open(hourly(350))
  trial.override = failingAfter(200)
  expect(await trial.read()).toEqual({ 'github.unavailable': 1 })
  expect(await trial.ships()).toHaveLength(200)
  expect(await trial.stream('releases')).toMatchObject({
    last_ok_at: null,
    covers_from: null,
    position: { whole: null, coversFrom: null, round: { query: 'per_page=100&page=2', pages: 2 } },
  })
  const asked = trial.asked.length
  expect(await trial.read(1)).toEqual({ 'github.unavailable': 1 })
  expect(await trial.stream('releases')).toMatchObject({ position: { round: { pages: 2 } } })
  expect(trial.asked.slice(asked).map((path) => path.replace(/^.*\?/, ''))).toEqual([
    'per_page=100&page=2',
    'per_page=100&page=3',
    'per_page=25&page=9',
    'per_page=5&page=41',
  ])
  trial.override = () => undefined
  await trial.read(1)
  expect(await trial.ships()).toHaveLength(350)
  expect(await trial.stream('releases')).toMatchObject({
    covers_from: '2026-01-05T00:00:00.000Z',
    last_ok_at: NOW,
    position: { whole: { at: NOW }, round: null },
  })
})

test('[R34] releases too large for a part of 100 are read in smaller parts, and so is the next round', async () => {
  await using trial = await open(hourly(60))
  const tooLong = { body: `[${' '.repeat(16 * 1024 * 1024)}]` }
  trial.override = ({ url = '' }) => (url.includes('releases?per_page=100') ? tooLong : undefined)
  expect(await trial.read()).toEqual({ 'github.fresh': 1 })
  expect(await trial.ships()).toHaveLength(60)
  expect(await trial.stream('releases')).toMatchObject({ position: { whole: { pages: 3 }, pageSize: 25 } })
  const asked = trial.asked.length
  expect(await trial.read(24)).toEqual({ 'github.fresh': 1 })
  expect(trial.asked.slice(asked).filter((path) => path.includes('per_page=100'))).toEqual([])
})

test('a part that GitHub says it never lists makes the listing partial', async () => {
  await using trial = await open(hourly(350))
  const message = 'Only the first 200 results are available.'
  trial.override = (request) =>
    failingAfter(200)(request) && { status: 422, body: JSON.stringify({ message, status: '422' }) }
  expect(await trial.read()).toEqual({ 'github.fresh': 1 })
  expect(await trial.ships()).toHaveLength(200)
  const [reading] = await trial.database.selectFrom('readings').selectAll().execute()
  expect(reading).toMatchObject({ detail: 'partial: the link after 2 parts cannot be followed' })
})

test('[R34] a round of a day ago is given up, so that new releases are read', async () => {
  await using trial = await open(hourly(1100))
  await trial.read()
  trial.override = failingAfter(1000)
  trial.repository.releases = [release(1101, { published_at: NOW }), ...trial.repository.releases]
  for (const hours of [1, 12, 12]) await trial.read(hours)
  expect((await trial.ships()).at(-1)).toMatchObject({ natural_key: 'github:101:release:1101' })
})

test('[R34] a release deleted on a late part is missed there, and no older one is', async () => {
  await using trial = await open(hourly(1100))
  for (const _ of [1, 2]) await trial.read(0.01)
  trial.repository.releases = trial.repository.releases.filter(({ id }) => id !== 50 && id !== 900)
  await trial.read(24)
  expect(await missed(trial)).toEqual(['Release 900'])
  await trial.read(0.01)
  expect(await missed(trial)).toEqual(['Release 50', 'Release 900'])
  expect(trial.asked.filter((path) => /\/releases\/\d+$/.test(path))).toHaveLength(2)
})

test('[R33] a proxy that leaves the upstream address in the links is read to the end', async () => {
  await using trial = await open(hourly(230))
  trial.repository.linkOrigin = 'https://upstream.example/api'
  await trial.read()
  expect(await trial.ships()).toHaveLength(230)
  expect(await trial.stream('releases')).toMatchObject({ covers_from: '2026-01-05T00:00:00.000Z' })
})

test('[R33] a link that cannot be followed makes the listing partial, and older releases are not missing', async () => {
  const releases = hourly(230)
  await using trial = await open(releases)
  await trial.read()
  trial.override = ({ url = '' }) =>
    url.includes('releases?')
      ? { body: JSON.stringify(releases.slice(0, 100)), headers: { link: '<garbage>; rel="next"' } }
      : undefined
  await trial.read(24)
  expect(await missed(trial)).toEqual([])
  const readings = await trial.database.selectFrom('readings').selectAll().orderBy('attempted_at').execute()
  expect(readings.at(-1)).toMatchObject({
    outcome: 'fresh',
    detail: 'partial: the link after 1 parts cannot be followed',
  })
  expect(await trial.stream('releases')).toMatchObject({
    etag: null,
    covers_from: '2026-01-05T00:00:00.000Z',
  })
})

test('[R31] an item that cannot be read makes the reading partial; nothing is withdrawn, and silence is not covered', async () => {
  await using trial = await open([release(2), release(1, { published_at: '2026-11-10T09:00:00+02:00' })])
  await trial.read()
  expect((await trial.ships())[0]).toMatchObject({ occurred_at: '2026-11-10T07:00:00.000Z' })
  const unreadable = release(1, { published_at: 'last Tuesday' })
  trial.repository.releases = [release(2), unreadable]
  for (const _ of [1, 2, 3]) await trial.read(2)
  expect(await missed(trial)).toEqual([])
  expect(await trial.ships()).toMatchObject([{ withdrawn_at: null }, { withdrawn_at: null }])
  const readings = await trial.database.selectFrom('readings').selectAll().orderBy('attempted_at').execute()
  expect(readings.at(-1)).toMatchObject({ detail: 'partial: 1 item could not be read' })
  trial.repository.releases = [unreadable, release(2)]
  await trial.read(2)
  const { last_ok_at, last_tried_at } = await trial.stream('releases')
  expect([last_ok_at, last_tried_at]).toEqual([addMs(trial.now, -2 * HOUR_MS), trial.now])
})

test('every request has the token, the API version and the user agent of the service', async () => {
  await using trial = await open([release(1)])
  const seen: Record<string, unknown>[] = []
  trial.override = (request) => {
    seen.push(request.headers)
    return undefined
  }
  await trial.read()
  expect(seen).toHaveLength(3)
  for (const headers of seen) {
    expect(headers).toMatchObject({
      authorization: 'Bearer token-of-test',
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      'user-agent': expect.stringMatching(/^Mozilla\/5\.0 \(compatible; svc/),
    })
  }
})

type Span = { isFirst: boolean; isLast: boolean }
test.each<[string, Span, readonly string[]]>([
  [
    'from its first part to its end',
    { isFirst: true, isLast: true },
    ['missed', 'older', 'oldest', 'between', 'newer'],
  ],
  ['from its first part on', { isFirst: true, isLast: false }, ['missed', 'between', 'newer']],
  ['from a later part on', { isFirst: false, isLast: false }, ['between']],
  ['from a later part to its end', { isFirst: false, isLast: true }, ['older', 'oldest', 'between']],
])('a listing read %s gives the releases to check by id, earlier misses first', (_, span, expected) => {
  const key = (id: string) => `github:101:release:${id}`
  const listed = [
    { naturalKey: key('1'), publishedAt: toInstant('2026-11-10T00:00:00Z') },
    { naturalKey: key('2'), publishedAt: toInstant('2026-11-16T09:00:00Z') },
  ]
  const ship = (id: string, occurredAt: string, over: Partial<RecordedShip> = {}): RecordedShip => ({
    ...shipOf(id, 0, { naturalKey: key(id), occurredAt: toInstant(occurredAt) }),
    ...over,
  })
  const recorded = [
    ship('older', '2026-11-09T23:59:59Z'),
    ship('oldest', '2026-11-10T00:00:00Z'),
    ship('between', '2026-11-10T00:00:01Z'),
    ship('newer', '2026-11-17T00:00:00Z'),
    ship('missed', '2026-11-01T00:00:00Z', { missingSince: toInstant(NOW) }),
    ship('gone', '2026-11-12T00:00:00Z', { withdrawn: true }),
    ship('1', '2026-11-10T00:00:00Z'),
  ]
  const keysOf = (ships: readonly RecordedShip[]) => ships.map(({ naturalKey }) => naturalKey)
  expect(keysOf(absentees({ listed, ...span, recorded }))).toEqual(expected.map(key))
  const unchanged = absentees({ listed: null, isFirst: true, isLast: false, recorded })
  expect(keysOf(unchanged)).toEqual([key('missed')])
})

test('an empty listing to its end gives every recorded release to check', () => {
  const recorded = [shipOf('a', 0, { naturalKey: 'github:101:release:1' })]
  expect(absentees({ listed: [], isFirst: true, isLast: true, recorded })).toHaveLength(1)
})
