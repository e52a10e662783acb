import { expect, test } from 'vitest'
import { type GithubTrial, openGithubTrial, release, type ServedRepository } from '#test/github.ts'

const NOW = '2026-11-18T10:00:00.000Z'
const open = (repository: Partial<ServedRepository>) =>
  openGithubTrial({ now: NOW, streams: ['releases'] }, repository)

const SOURCE = { filename: 'src/a.ts', additions: 2, deletions: 1, patch: '+a\n-b' }
const DOCS = { filename: 'CHANGELOG.md', additions: 2, deletions: 1, patch: '+a\n-b' }
const tagged = (tag: string, day: number, over: Record<string, unknown> = {}) =>
  release(day, { tag_name: tag, published_at: `2026-11-${day}T09:00:00Z`, ...over })

async function changesOf(trial: GithubTrial) {
  const ships = await trial.ships()
  return Object.fromEntries(
    ships.map(({ version, facts }) => [version, (facts as Record<string, unknown>)['changes']]),
  )
}
const compared = (trial: GithubTrial) => trial.asked.filter((path) => path.includes('/compare/'))

test.each<[string, unknown, string | undefined]>([
  ['the commit that was released before', { status: 'identical', files: [] }, 'identical'],
  ['an older commit', { status: 'behind', files: [] }, 'identical'],
  ['source', { status: 'ahead', files: [DOCS, SOURCE] }, 'substantive'],
  ['source on another branch', { status: 'diverged', files: [SOURCE] }, 'substantive'],
  ['a changelog alone', { status: 'ahead', files: [DOCS] }, 'none'],
  ['more files than GitHub names', { status: 'ahead', files: Array(300).fill(DOCS) }, 'not_read'],
  ['no files named', { status: 'ahead' }, 'not_read'],
  ['a tag that is gone', undefined, 'not_read'],
])('R81: a release of %s', async (_, row, expected) => {
  await using trial = await open({
    releases: [tagged('v2', 16), tagged('v1', 14)],
    compared: row === undefined ? {} : { 'v1...v2': row },
  })
  expect(await trial.read()).toEqual({ 'github.fresh': 1 })
  expect(await changesOf(trial)).toEqual({ v1: undefined, v2: expected })
})

test('R81: a full release is compared with the full one before, a prerelease with the newest of either kind', async () => {
  await using trial = await open({
    releases: [
      tagged('@lumen/core@2.0.0', 17),
      tagged('v2-rc.2', 16, { prerelease: true }),
      tagged('v2-rc.1', 15, { prerelease: true }),
      tagged('v1', 14),
    ],
  })
  await trial.read()
  expect(compared(trial).map((path) => decodeURIComponent(path.replace(/^.*compare\/|\?.*$/g, '')))).toEqual([
    ...['v1...@lumen/core@2.0.0', 'v2-rc.1...v2-rc.2', 'v1...v2-rc.1'],
  ])
})

test('R81: a release is compared once, also when its listing changes; another tag is compared again', async () => {
  const row = { status: 'identical', files: [] }
  await using trial = await open({
    releases: [tagged('v2', 16), tagged('v1', 14)],
    compared: { 'v1...v2': row },
  })
  await trial.read()
  trial.repository.releases = [tagged('v2', 16, { name: 'Two' }), tagged('v1', 14)]
  await trial.read(1)
  expect(await changesOf(trial)).toEqual({ v1: undefined, v2: 'identical' })
  expect(compared(trial)).toHaveLength(1)
  trial.repository.releases = [tagged('v2.0', 16), tagged('v1', 14)]
  trial.repository.compared = { 'v1...v2.0': { status: 'ahead', files: [SOURCE] } }
  await trial.read(1)
  expect(await changesOf(trial)).toEqual({ v1: undefined, 'v2.0': 'substantive' })
})

test('R81: a comparison that fails is asked for again, and the release is recorded without it', async () => {
  await using trial = await open({
    releases: [tagged('v2', 16), tagged('v1', 14)],
    compared: { 'v1...v2': { status: 'identical', files: [] } },
  })
  trial.override = ({ url = '' }) => (url.includes('/compare/') ? { status: 502, body: 'busy' } : undefined)
  expect(await trial.read()).toEqual({ 'github.fresh': 1 })
  expect(await changesOf(trial)).toEqual({ v1: undefined, v2: undefined })
  trial.override = () => undefined
  expect(await trial.read(1)).toEqual({ 'github.fresh': 1 })
  expect(await changesOf(trial)).toEqual({ v1: undefined, v2: 'identical' })
  expect(await trial.read(1)).toEqual({ 'github.not_modified': 1 })
})

test('R81: the twenty newest releases are compared, and those of the last 90 days alone', async () => {
  const daily = Array.from({ length: 25 }, (_, n) => {
    const published_at = new Date(Date.parse('2026-11-17T09:00:00Z') - n * 86_400_000).toISOString()
    return release(1000 - n, { tag_name: `v${1000 - n}`, published_at })
  })
  await using trial = await open({ releases: daily })
  await trial.read()
  expect(compared(trial)).toHaveLength(20)
  expect(compared(trial)[0]).toContain('v999...v1000')
  expect(await trial.read(1)).toEqual({ 'github.not_modified': 1 })
  const monthly = [9, 8, 7].map((month) =>
    release(month, { tag_name: `v0.${month}`, published_at: `2026-0${month}-01T00:00:00Z` }),
  )
  await using older = await open({ releases: monthly })
  await older.read()
  expect(compared(older).map((path) => path.replace(/^.*compare\/|\?.*$/g, ''))).toEqual(['v0.8...v0.9'])
})
