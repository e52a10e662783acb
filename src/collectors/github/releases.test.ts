import { expect, test } from 'vitest'
import { commit, githubTrialsOfFile, release } from '#test/providers/github.ts'

const openGithubTrial = await githubTrialsOfFile()

const NOW = '2026-11-18T10:00:00.000Z'
const EARLIER = '2026-11-12T09:00:00Z'
const open = (releases: Record<string, unknown>[]) =>
  openGithubTrial({ now: NOW, streams: ['releases'] }, { releases })

test('[R82] a release is recorded with its author', async () => {
  await using trial = await open([release(1, { author: { login: 'ada' } })])
  await trial.read()
  expect(await trial.ships()).toMatchObject([{ facts: { author: 'ada' } }])
})

test('[case 1] a release of Monday first read on Wednesday has both times', async () => {
  await using trial = await open([release(1)])
  expect(await trial.read()).toEqual({ 'github.fresh': 1 })
  expect(await trial.ships()).toMatchObject([
    {
      kind: 'release',
      title: 'Release 1',
      version: 'v1.1.0',
      natural_key: 'github:101:release:1',
      occurred_at: '2026-11-16T09:00:00.000Z',
      precision: 'EXACT',
      detected_at: NOW,
      backing: 'source-linked',
      facts: { origin: 'github:101', tag: 'v1.1.0', prerelease: false },
    },
  ])
})

test('[case 3] forty old releases of a new repository are stored with their own dates', async () => {
  const releases = Array.from({ length: 40 }, (_, n) =>
    release(40 - n, { published_at: `2026-0${1 + (n % 9)}-1${n % 10}T00:00:00Z` }),
  )
  await using trial = await open(releases)
  await trial.read()
  const ships = await trial.ships()
  expect(ships).toHaveLength(40)
  expect(new Set(ships.map(({ detected_at }) => detected_at))).toEqual(new Set([NOW]))
})

test('[case 4] a 304 changes no ship and records a good reading', async () => {
  await using trial = await open([release(1)])
  await trial.read()
  const before = await trial.database
    .selectFrom('ships')
    .select('xmin' as never)
    .execute()
  expect(await trial.read(1)).toEqual({ 'github.not_modified': 1 })
  expect(
    await trial.database
      .selectFrom('ships')
      .select('xmin' as never)
      .execute(),
  ).toEqual(before)
  expect(await trial.stream('releases')).toMatchObject({ last_ok_at: trial.now, first_ok_at: NOW })
})

test('[case 5] an edited body changes nothing', async () => {
  await using trial = await open([release(1)])
  await trial.read()
  const before = await trial.ships()
  trial.repository.releases = [release(1, { body: 'Edited', assets: [{ name: 'app.dmg', size: 1 }] })]
  expect(await trial.read(1)).toEqual({ 'github.fresh': 1 })
  expect(await trial.ships()).toEqual(before)
})

test('[case 6] an edited title changes the ship but not its detection time', async () => {
  await using trial = await open([release(1)])
  await trial.read()
  trial.repository.releases = [release(1, { name: 'Release one' })]
  await trial.read(1)
  expect(await trial.ships()).toMatchObject([{ title: 'Release one', detected_at: NOW }])
})

test('[case 7] a deleted release is withdrawn at the second miss, an hour or more after the first', async () => {
  await using trial = await open([release(2), release(1)])
  await trial.read()
  trial.repository.releases = [release(2)]
  await trial.read(1)
  const missed = trial.now
  expect(await trial.ships()).toMatchObject([
    { natural_key: 'github:101:release:1', missing_since: missed, withdrawn_at: null },
    { natural_key: 'github:101:release:2', missing_since: null },
  ])
  await trial.database.updateTable('source_streams').set({ due_at: trial.now }).execute()
  expect(await trial.read(0.5)).toEqual({ 'github.not_modified': 1 })
  expect(await trial.ships()).toMatchObject([{ missing_since: missed, withdrawn_at: null }, {}])
  expect(await trial.read(1)).toEqual({ 'github.not_modified': 1 })
  expect(await trial.ships()).toMatchObject([
    { withdrawn_at: trial.now, withdrawn_reason: 'release deleted' },
    { withdrawn_at: null },
  ])
})

test('[case 7] a release that returns is neither missing nor withdrawn', async () => {
  await using trial = await open([release(2), release(1)])
  await trial.read()
  trial.repository.releases = [release(2)]
  await trial.read(1)
  trial.repository.releases = [release(2), release(1)]
  await trial.read(1)
  expect(await trial.ships()).toMatchObject([{ missing_since: null }, { missing_since: null }])
  trial.repository.releases = [release(2)]
  await trial.read(1)
  await trial.read(1)
  expect(await trial.ships()).toMatchObject([{ withdrawn_reason: 'release deleted' }, {}])
  trial.repository.releases = [release(2), release(1)]
  await trial.read(1)
  expect(await trial.ships()).toMatchObject([
    { withdrawn_at: null, withdrawn_reason: null, detected_at: NOW },
    {},
  ])
})

test('[case 7] a release that the listing omits but that its id still finds is not missing', async () => {
  await using trial = await open([release(2), release(1)])
  await trial.read()
  trial.override = (request) =>
    request.url?.includes('releases?') === true ? { body: JSON.stringify([release(2)]) } : undefined
  await trial.read(1)
  expect(trial.asked).toContain('/repositories/101/releases/1')
  expect(await trial.ships()).toMatchObject([{ missing_since: null }, { missing_since: null }])
})

test('[case 7] a failed check withdraws nothing', async () => {
  await using trial = await open([release(2), release(1)])
  await trial.read()
  trial.repository.releases = [release(2)]
  trial.override = (request) => (request.url?.endsWith('/releases/1') ? { status: 500, body: '' } : undefined)
  expect(await trial.read(1)).toEqual({ 'github.fresh': 1 })
  expect(await trial.ships()).toMatchObject([{ missing_since: null }, {}])
  expect(await trial.stream('releases')).toMatchObject({ etag: null })
  trial.override = () => undefined
  await trial.read(1)
  expect(await trial.ships()).toMatchObject([{ missing_since: trial.now }, {}])
})

test('[case 8] a missing repository withdraws nothing, and is read daily after two misses', async () => {
  await using trial = await open([release(1)])
  await trial.read()
  trial.repository.broken = 404
  expect(await trial.read(1)).toEqual({ 'github.missing': 1 })
  expect(await trial.read(1)).toEqual({ 'github.missing': 1 })
  expect(await trial.ships()).toMatchObject([{ missing_since: null, withdrawn_at: null }])
  expect(await trial.stream('releases')).toMatchObject({ failures_in_a_row: 2, last_outcome: 'missing' })
  expect(await trial.read(23)).toEqual({})
  trial.repository.broken = undefined
  expect(await trial.read(1)).toEqual({ 'github.not_modified': 1 })
})

test('[case 12] a release recreated on the same day with its tag on another commit is a new ship', async () => {
  const [c0, c1] = ['c0', 'c1'].map((sha) => commit(sha, '2026-11-15T00:00:00Z'))
  const compared = {
    status: 'ahead',
    files: [],
    total_commits: 1,
    commits: [c1],
    base_commit: c0,
  }
  await using trial = await open([release(1, { tag_name: 'v2' }), release(3, { published_at: EARLIER })])
  trial.repository.compared = { 'v1.3.0...v2': compared }
  await trial.read()
  trial.repository.tags = [{ name: 'v2', commit: { sha: 'd'.repeat(40) } }]
  trial.repository.releases = [
    release(7, { tag_name: 'v2', published_at: '2026-11-16T15:00:00.000Z' }),
    release(3, { published_at: EARLIER }),
  ]
  await trial.read(1)
  await trial.read(1)
  expect(await trial.ships()).toMatchObject([
    { natural_key: 'github:101:release:3' },
    { natural_key: 'github:101:release:1', withdrawn_reason: 'release deleted' },
    {
      natural_key: 'github:101:release:7',
      withdrawn_at: null,
      occurred_at: '2026-11-16T15:00:00.000Z',
      version: 'v2',
    },
  ])
})

test('[case 13] a draft is no ship until it is published, and is dated by its publication', async () => {
  await using trial = await open([release(1, { draft: true, published_at: null })])
  await trial.read()
  expect(await trial.ships()).toEqual([])
  trial.repository.releases = [release(1, { published_at: '2026-11-18T10:30:00.000Z' })]
  await trial.read(1)
  expect(await trial.ships()).toMatchObject([{ occurred_at: '2026-11-18T10:30:00.000Z' }])
})

test('[case 15] a promoted prerelease stays one ship and has the time of its promotion', async () => {
  await using trial = await open([release(1, { prerelease: true })])
  await trial.read()
  const [before] = await trial.ships()
  expect(before).toMatchObject({ kind: 'prerelease' })
  trial.repository.releases = [release(1)]
  await trial.read(1)
  const flipped = { id: before?.['id'], kind: 'release', facts: { prerelease: false, promotedAt: trial.now } }
  expect(await trial.ships()).toMatchObject([flipped])
  trial.repository.releases = [release(1, { name: 'Final' })]
  await trial.read(1)
  expect(await trial.ships()).toMatchObject([{ ...flipped, title: 'Final' }])
})
