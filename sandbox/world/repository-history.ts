import type { CommitStream, ReleasePlan, RepositoryPlan } from '../cast/plan.ts'
import { DAY, HOUR, WEEK, weekStartOf } from '../clock.ts'
import { numberOf, randomFrom } from '../random.ts'
import { commitTexts } from './commit-text.ts'
import { addCommit, addRelease, type NewCommit, type Repository } from './repositories.ts'

/** A repository with the commits and releases of its plan, up to the epoch. */
export function buildRepository(
  plan: RepositoryPlan,
  world: { seed: string; epoch: number; resolve: (text: string) => string },
): Repository {
  const [owner = '', name = ''] = plan.fullName.split('/')
  const repository: Repository = {
    id: numberOf('repository', plan.fullName),
    owner,
    name,
    createdAt: world.epoch + plan.createdDay * DAY,
    updatedAt: world.epoch - DAY,
    archived: plan.archived ?? false,
    gone: plan.gone ?? false,
    refused: plan.refused ?? false,
    forkOf: plan.forkOf,
    homepage: plan.homepage,
    description: plan.description,
    stars: plan.stars,
    watchers: plan.watchers ?? Math.ceil(plan.stars / 9),
    commits: [],
    releases: [],
    files: new Map(Object.entries(plan.files ?? {}).map(([path, text]) => [path, world.resolve(text)])),
  }
  for (const commit of plannedCommits(plan, world)) addCommit(repository, commit)
  const releases = (plan.releases ?? []).map((release) => ({ release, at: instantOf(release, world.epoch) }))
  for (const { release, at } of releases.toSorted((a, b) => a.at - b.at)) {
    addRelease(repository, {
      tag: release.tag,
      name: release.name ?? release.tag,
      body: '',
      prerelease: release.prerelease ?? false,
      at,
      author: plan.streams?.[0]?.author ?? owner,
    })
  }
  return repository
}

function plannedCommits(plan: RepositoryPlan, world: { seed: string; epoch: number }): readonly NewCommit[] {
  const named = (plan.commits ?? []).map((commit): NewCommit => {
    const text = commitTexts.code(randomFrom(world.seed, plan.fullName, commit.message), 0)
    const authored =
      commit.authoredDay === undefined ? {} : { authoredAt: world.epoch + commit.authoredDay * DAY }
    const at = world.epoch + commit.day * DAY
    return { message: commit.message, author: commit.author, at, files: text.files, ...authored }
  })
  const streamed = (plan.streams ?? []).flatMap((stream, place) =>
    streamCommits(stream, `${plan.fullName} ${place}`, world),
  )
  return [...named, ...streamed].toSorted((a, b) => a.at - b.at)
}

function streamCommits(
  stream: CommitStream,
  key: string,
  world: { seed: string; epoch: number },
): NewCommit[] {
  const from = world.epoch + stream.from * DAY
  const span = (stream.to - stream.from) * DAY
  const count = Math.max(1, Math.round((span / WEEK) * stream.perWeek))
  const random = randomFrom(world.seed, 'commits', key)
  const step = span / count
  return Array.from({ length: count }, (_, place) => {
    const within = stream.regular ? 0.5 : random.fraction()
    const at = Math.floor(from + (place + within) * step)
    return { ...commitTexts[stream.style](random, place), author: stream.author, at }
  })
}

function instantOf(plan: ReleasePlan, epoch: number): number {
  if (plan.week) return weekStartOf(epoch) + plan.week.offset * WEEK + plan.week.hour * HOUR
  return Math.floor(epoch + (plan.day ?? 0) * DAY)
}
