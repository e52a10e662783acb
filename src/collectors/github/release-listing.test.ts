import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import type { Ship } from '#domain/evidence.ts'
import { shipOf } from '#test/build-evidence.ts'
import { openGithubTrial, release } from '#test/github.ts'
import { absentees, coveredFrom, parseRelease } from './releases.ts'

const NOW = '2026-11-18T10:00:00.000Z'
const open = (releases: Record<string, unknown>[]) =>
  openGithubTrial({ now: NOW, streams: ['releases'] }, { releases })

test.each<[string, unknown, unknown]>([
  [
    'a release',
    release(9, { tag_name: 'v1.2.0', name: '1.2' }),
    {
      ...{ id: '9', tag: 'v1.2.0', title: '1.2', prerelease: false, publishedAt: '2026-11-16T09:00:00.000Z' },
      url: 'https://github.example/lumen-labs/lumen/releases/tag/v1.9.0',
    },
  ],
  ['R82: by an author', release(9, { author: { login: 'ada', type: 'User' } }), { author: 'ada' }],
  ['R82: by nobody', release(9, { author: null }), { author: null }],
  ['without a name: the tag', release(9, { name: null }), { title: 'v1.9.0' }],
  ['with a blank name: the tag', release(9, { name: ' ' }), { title: 'v1.9.0' }],
  ['a prerelease', release(9, { prerelease: true }), { prerelease: true }],
  ['case 13: a draft', release(9, { draft: true, published_at: null }), undefined],
  ['taken back to a draft after its publication', release(9, { draft: true }), undefined],
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
  if (expected === undefined) expect(parseRelease(item)).toBeUndefined()
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
    position: { pages: 3 },
  })
})

test('reads all pages of a listing once a day, for changes that are not on the first page', async () => {
  await using trial = await open(Array.from({ length: 102 }, (_, n) => release(102 - n)))
  await trial.read()
  trial.repository.releases.pop()
  expect(await trial.read(1)).toEqual({ 'github.not_modified': 1 })
  expect(await trial.read(23)).toEqual({ 'github.fresh': 1 })
  const missed = (await trial.ships()).filter(({ missing_since }) => missing_since !== null)
  expect(missed).toMatchObject([{ natural_key: 'github:101:release:1' }])
})

test('a listing over the page limit is partial: it covers back to its oldest item, and older releases are not missing', async () => {
  const at = (n: number) => new Date(Date.parse('2026-11-18T00:00:00Z') - n * 3_600_000).toISOString()
  const releases = Array.from({ length: 1100 }, (_, n) => release(1100 - n, { published_at: at(n) }))
  await using trial = await open(releases)
  await trial.read()
  expect(await trial.ships()).toHaveLength(1000)
  expect(await trial.stream('releases')).toMatchObject({ covers_from: toInstant(at(999)) })
  const [reading] = await trial.database.selectFrom('readings').selectAll().execute()
  expect(reading).toMatchObject({ outcome: 'fresh', detail: 'partial: the first 10 pages' })
  trial.repository.releases = [release(1101, { published_at: '2026-11-18T10:30:00.000Z' }), ...releases]
  await trial.read(1)
  expect((await trial.ships()).filter(({ missing_since }) => missing_since !== null)).toEqual([])
  expect(trial.asked.filter((path) => /\/releases\/\d+$/.test(path))).toEqual([])
})

test.each<[string, () => { status?: number; body: string; headers?: Record<string, string> }, string]>([
  ['cut', () => ({ body: '[{"id":1,' }), 'error'],
  ['an object', () => ({ body: '{}' }), 'error'],
  ['a challenge', () => ({ status: 403, body: '<!doctype html>' }), 'error'],
  ['a server error', () => ({ status: 502, body: '' }), 'unavailable'],
  ['being computed', () => ({ status: 202, body: '{}' }), 'unavailable'],
  ['451', () => ({ status: 451, body: '{}' }), 'missing'],
  ['410', () => ({ status: 410, body: '{}' }), 'missing'],
  ['refused', () => ({ status: 401, body: '{}' }), 'error'],
  [
    'a secondary limit',
    () => ({ status: 403, body: '{"message":"You have exceeded a secondary rate limit"}' }),
    'rate_limited',
  ],
  ['elsewhere', () => ({ status: 301, body: '', headers: { location: 'http://192.0.2.1/x' } }), 'error'],
])('an answer %s changes no ship', async (_, answer, outcome) => {
  await using trial = await open([release(1)])
  await trial.read()
  const before = await trial.ships()
  trial.override = answer
  expect(await trial.read(1)).toEqual({ [`github.${outcome}`]: 1 })
  expect(await trial.ships()).toEqual(before)
  expect(await trial.stream('releases')).toMatchObject({ last_ok_at: NOW, last_outcome: outcome })
})

test('every request has the token, the API version and the user agent of the service', async () => {
  await using trial = await open([release(1)])
  const seen: Record<string, unknown>[] = []
  trial.override = (request) => {
    seen.push(request.headers)
    return undefined
  }
  await trial.read()
  expect(seen).toHaveLength(2)
  for (const headers of seen) {
    expect(headers).toMatchObject({
      ...{ authorization: 'Bearer token-of-test', accept: 'application/vnd.github+json' },
      ...{
        'x-github-api-version': '2022-11-28',
        'user-agent': expect.stringMatching(/^Mozilla\/5\.0 \(compatible; svc/),
      },
    })
  }
})

test('an empty listing without a known creation time covers nothing', () => {
  expect(coveredFrom([], null)).toBeNull()
})

test.each<[string, boolean, readonly string[]]>([
  ['to its end', true, ['missed', 'older', 'oldest', 'newer']],
  ['to the page cap', false, ['missed', 'newer']],
])('a listing read %s gives the releases to check by id, earlier misses first', (_, complete, expected) => {
  const listed = [release(1, { published_at: '2026-11-10T00:00:00Z' }), release(2)].flatMap(
    (item) => parseRelease(item) ?? [],
  )
  const ship = (id: string, occurredAt: string, over: Partial<Ship> = {}): Ship => ({
    ...shipOf(id, 0, { naturalKey: `github:101:release:${id}`, occurredAt: toInstant(occurredAt) }),
    ...over,
  })
  const at = toInstant(NOW)
  const recorded = [
    ship('older', '2026-11-09T23:59:59Z'),
    ship('oldest', '2026-11-10T00:00:00Z'),
    ship('newer', '2026-11-10T00:00:01Z'),
    ship('missed', '2026-11-01T00:00:00Z', { missingSince: at }),
    ship('gone', '2026-11-12T00:00:00Z', { withdrawn: true }),
    ship('1', '2026-11-10T00:00:00Z'),
  ]
  const absent = absentees({ listed, complete, recorded, id: '101' })
  expect(absent.map(({ naturalKey }) => naturalKey.slice('github:101:release:'.length))).toEqual(expected)
  const missed = absentees({ listed: null, complete: false, recorded, id: '101' })
  expect(missed.map(({ naturalKey }) => naturalKey)).toEqual(['github:101:release:missed'])
})
