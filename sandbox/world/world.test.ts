import { expect, test } from 'vitest'
import { runBackgroundEvent } from '../background.ts'
import { DAY, WEEK, weekStartOf } from '../clock.ts'
import { buildWorld } from './build.ts'
import { findRepository, type Repository } from './repositories.ts'
import type { World } from './world.ts'

const epoch = Date.parse('2026-11-21T12:00:00Z')

function lived(seed: string): { world: World; events: readonly unknown[] } {
  const world = buildWorld({ seed, epoch })
  const events = Array.from({ length: 200 }, (_, turn) =>
    runBackgroundEvent(world, { turn, at: epoch + turn * 30_000 }),
  )
  return { world, events }
}

test('one seed gives one world with the same events; another seed gives others', () => {
  const first = lived('a')
  const second = lived('a')
  const other = lived('b')
  expect(second.world.chain.blocks).toEqual(first.world.chain.blocks)
  expect(second.world.hosting).toEqual(first.world.hosting)
  expect(second.world.markets).toEqual(first.world.markets)
  expect(second.events).toEqual(first.events)
  expect(other.events).not.toEqual(first.events)
})

test('nothing happens by itself to members that show silence', () => {
  const before = buildWorld({ seed: 'a', epoch })
  const { world } = lived('a')
  for (const name of ['quillpad/quillpad', 'slatehouse/slate', 'hedgerow/hedgerow', 'metronome-data/feed']) {
    expect(findRepository(world.hosting, name)).toEqual(findRepository(before.hosting, name))
  }
})

test.each([
  ['quillpad/quillpad', 50],
  ['slatehouse/slate', 96],
  ['oldmill/mill', 101],
])('%s is silent since %i days', (name, days) => {
  const newest = Math.max(...instantsOf(repositoryNamed(name)))
  expect((epoch - newest) / DAY).toBeGreaterThanOrEqual(days)
  expect((epoch - newest) / DAY).toBeLessThan(days + 4)
})

test('the resumed member was silent for over sixty days, then ships within fourteen', () => {
  const instants = instantsOf(repositoryNamed('emberline/ember')).toSorted((a, b) => a - b)
  const gaps = instants.map((instant, place) => instant - (instants[place - 1] ?? instant))
  const widest = Math.max(...gaps)
  expect(widest / DAY).toBeGreaterThan(60)
  const back = instants[gaps.indexOf(widest)] ?? 0
  expect((epoch - back) / DAY).toBeLessThan(14)
})

test('twelve prereleases lie within one finished ISO week', () => {
  const weeks = repositoryNamed('fastloom/loom')
    .releases.filter((release) => release.prerelease)
    .map((release) => weekStartOf(release.publishedAt ?? 0))
  expect(weeks).toEqual(Array(12).fill(weekStartOf(epoch) - WEEK))
})

test('a burst of the monorepo publishes 27 releases within half a minute', () => {
  const instants = repositoryNamed('polyquarry/quarry').releases.map((release) => release.publishedAt ?? 0)
  const newest = Math.max(...instants)
  expect(instants.filter((instant) => newest - instant <= 30_000)).toHaveLength(27)
})

function repositoryNamed(name: string): Repository {
  const found = findRepository(buildWorld({ seed: 'a', epoch }).hosting, name)
  if (!found) throw new Error(`No ${name}`)
  return found
}

function instantsOf(repository: Repository): readonly number[] {
  return [
    ...repository.commits.map((commit) => commit.committedAt),
    ...repository.releases.map((release) => release.publishedAt ?? 0),
  ]
}
