import { expect, test } from 'vitest'
import { DAY, HOUR } from '../clock.ts'
import { buildWorld } from '../world/build.ts'
import { findRepository, type Repository } from '../world/repositories.ts'
import { actionEffects } from './effects.ts'
import { act, actionNames } from './index.ts'

const epoch = Date.parse('2026-11-21T12:00:00Z')

function done(action: string, slug: string, fullName: string) {
  const world = buildWorld({ seed: 'a', epoch })
  const repository = findRepository(world.hosting, fullName)
  if (!repository) throw new Error(`No ${fullName}`)
  const before = { commits: [...repository.commits], releases: [...repository.releases] }
  const at = epoch + HOUR
  const { details } = act(world, { action, slug, at })
  return { repository, before, details, at }
}

function added(repository: Repository, before: { commits: Repository['commits'] }) {
  return repository.commits.filter((commit) => !before.commits.includes(commit))
}

test('[R12] every action has its effect, and every effect an action', () => {
  expect(actionNames.toSorted()).toEqual(Object.keys(actionEffects).toSorted())
})

test('[R94] every situation from R81 to R93 and from R113 to R127 has an action, a fault or a member that shows it', async () => {
  const { faultKinds } = await import('../providers/faults/kinds.ts')
  const { cast } = await import('../cast/index.ts')
  const shown = new Set<string>([
    ...Object.values(actionEffects).flatMap(({ shows = [] }) => shows),
    ...Object.values(faultKinds).flatMap(({ shows }) => shows),
    ...cast.flatMap(({ shows = [] }) => shows),
    ...byUnreadTime,
  ])
  const wanted = [...situations(81, 93), ...situations(113, 127)]
  expect(wanted.filter((situation) => !shown.has(situation))).toEqual([])
})
function situations(from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `R${from + index}`)
}
/** Situations that `sandbox advance --unread` shows, not an action. */
const byUnreadTime = ['R113', 'R114', 'R127']

test('[R117] a branch that is merged late brings commits of two to three weeks ago, and none newer', () => {
  const { repository, before, at } = done('merge-old-branch', 'stillpond', 'stillpond/pond')
  const ages = added(repository, before).map(({ committedAt }) => (at - committedAt) / DAY)
  expect(ages).toHaveLength(30)
  expect(Math.min(...ages)).toBeGreaterThan(15)
  expect(Math.max(...ages)).toBeLessThanOrEqual(22)
  expect(repository.commits.map(({ committedAt }) => committedAt)).toEqual(
    repository.commits.map(({ committedAt }) => committedAt).toSorted((a, b) => a - b),
  )
})

test('[R125] a release is published again with its tag and commit, under another id and now', () => {
  const { repository, before, at } = done('republish-release', 'lumen', 'lumen-labs/lumen')
  const [made] = repository.releases.filter((release) => !before.releases.includes(release))
  const [gone] = before.releases.filter((release) => !repository.releases.includes(release))
  expect([made?.tag, made?.sha, made?.publishedAt]).toEqual([gone?.tag, gone?.sha, at])
  expect(made?.id).not.toBe(gone?.id)
})

test.each([
  ['comment-commit', ['src/core/settings.ts'], /^.*\n-\/\/ .*\n\+\/\/ /],
  ['version-commit', ['package.json', 'CHANGELOG.md'], /"version"/],
])('[R126] %s changes only that', (action, files, patch) => {
  const { repository, before } = done(action, 'oldmill', 'oldmill/mill')
  const [commit] = added(repository, before)
  expect(commit?.files.map(({ filename }) => filename)).toEqual(files)
  expect(commit?.files[0]?.patch).toMatch(patch)
  expect(commit?.author.type).toBe('User')
})

test('[R132] nightly releases come at changing hours, each of a commit by a bot', () => {
  const { repository, before } = done('nightly-releases', 'oldmill', 'oldmill/mill')
  const releases = repository.releases.filter((release) => !before.releases.includes(release))
  const hours = new Set(releases.map(({ publishedAt = 0 }) => publishedAt % DAY))
  expect([releases.length, hours.size]).toEqual([10, 10])
  expect(new Set(added(repository, before).map(({ author }) => author.type))).toEqual(new Set(['Bot']))
  expect(new Set(releases.map(({ sha }) => sha)).size).toBe(10)
})

test('[R92] a release of a version alone changes a version line and the changelog', () => {
  const { repository, before, details } = done('release-version', 'oldmill', 'oldmill/mill')
  const [made] = repository.releases.filter((release) => !before.releases.includes(release))
  const commits = added(repository, before)
  expect(commits.map(({ sha }) => sha)).toEqual([made?.sha])
  expect(commits.flatMap(({ files }) => files.map(({ filename }) => filename))).toEqual([
    'package.json',
    'CHANGELOG.md',
  ])
  expect(details).toMatchObject({ tag: made?.tag, packages: [expect.stringMatching(/^.+@\d/)] })
})

test('[R86] a fork takes over commits of its upstream of the last two days', () => {
  const { repository, before, at } = done('sync-fork', 'graftwood', 'graftwood/client')
  const commits = added(repository, before)
  expect(new Set(commits.map(({ author }) => author.login))).toEqual(new Set(['upstream-maintainer']))
  expect(commits).toHaveLength(20)
  expect(Math.min(...commits.map(({ committedAt }) => committedAt))).toBeGreaterThanOrEqual(at - 2 * DAY)
  expect(() => done('sync-fork', 'lumen', 'lumen-labs/lumen')).toThrow('is no fork')
})

test('[R88] an empty repository begins with a commit of 400 files, and no other can', () => {
  const { repository } = done('import-code', 'blankslate', 'blankslate-dev/blankslate')
  expect(repository.commits.map(({ parents, files }) => [parents, files.length])).toEqual([[[], 400]])
  expect(() => done('import-code', 'lumen', 'lumen-labs/lumen')).toThrow('has commits')
})
