import { HOUR, isoOf, weekStartOf } from '../clock.ts'
import { randomFrom } from '../random.ts'
import { commitTexts } from '../world/commit-text.ts'
import {
  addCommit,
  addRelease,
  fullNameOf,
  type Release,
  type Repository,
  renameRepository,
} from '../world/repositories.ts'
import { countDone, type Member, type World } from '../world/world.ts'
import { type Outcome, Refusal } from './refusal.ts'
import { nextTag, nextVersion } from './versions.ts'

export type Doing = { readonly world: World; readonly member: Member; readonly at: number }

/** Publishes a full release. A member without a repository publishes its packages instead. */
export function release(doing: Doing): Outcome {
  if (doing.member.repositories.length === 0) return releasePackages(doing)
  const repository = repositoryOf(doing)
  commitOnce(doing, repository)
  const tag = nextTag(repository)
  const added = publish(doing, repository, { tag, prerelease: false })
  const copies = publishPackages(doing, { repository, tag, content: 'new' })
  return outcomeOf(`Released ${tag} of ${fullNameOf(repository)}`, added, {
    repository: fullNameOf(repository),
    packages: copies,
  })
}

/** Publishes a full release of the commit that was released last. */
export function releaseNothing(doing: Doing): Outcome {
  const repository = repositoryOf(doing)
  const newest = newestOf(repository, (entry) => !entry.draft && !entry.prerelease)
  const tag = nextTag(repository)
  const added = publish(doing, repository, { tag, prerelease: false })
  added.sha = newest.sha
  return outcomeOf(`Released ${tag} of ${fullNameOf(repository)} at the commit of ${newest.tag}`, added, {
    repository: fullNameOf(repository),
  })
}

export function prerelease(doing: Doing): Outcome {
  const repository = repositoryOf(doing)
  commitOnce(doing, repository)
  const turn = countDone(doing.member, 'prerelease')
  const tag = `${nextTag(repository)}-next.${turn}`
  const added = publish(doing, repository, { tag, prerelease: true })
  return outcomeOf(`Released ${tag} of ${fullNameOf(repository)} as a prerelease`, added, {
    repository: fullNameOf(repository),
  })
}

export function deleteRelease(doing: Doing): Outcome {
  const repository = repositoryOf(doing)
  const newest = newestOf(repository, (entry) => !entry.draft)
  repository.releases.splice(repository.releases.indexOf(newest), 1)
  return outcomeOf(`Deleted release ${newest.tag} of ${fullNameOf(repository)}`, newest, {
    repository: fullNameOf(repository),
  })
}

/** Pushes five commits of a person that change source code, within the current ISO week and before the instant. */
export function codeWeek(doing: Doing): Outcome {
  const repository = repositoryOf(doing)
  const last = repository.commits.findLast((commit) => commit.committedAt <= doing.at)
  const from = Math.max(weekStartOf(doing.at), doing.at - 20 * HOUR, last?.committedAt ?? 0)
  const step = (doing.at - from) / 6
  const commits = Array.from({ length: 5 }, (_, place) =>
    writeCommit(doing, repository, Math.floor(from + (place + 1) * step)),
  )
  const summary = `Pushed ${commits.length} commits to ${fullNameOf(repository)}`
  return {
    summary,
    details: { repository: fullNameOf(repository), commits: commits.map((commit) => commit.sha) },
  }
}

export function renameTheRepository(doing: Doing): Outcome {
  const repository = repositoryOf(doing)
  const before = fullNameOf(repository)
  renameRepository(
    doing.world.hosting,
    repository,
    `${repository.name}-${countDone(doing.member, 'rename') + 2}`,
  )
  repository.updatedAt = doing.at
  return { summary: `Renamed ${before} to ${fullNameOf(repository)}`, details: { id: repository.id, before } }
}

export function archiveRepository(doing: Doing): Outcome {
  const repository = repositoryOf(doing)
  repository.archived = true
  repository.updatedAt = doing.at
  return { summary: `Archived ${fullNameOf(repository)}`, details: { id: repository.id } }
}

/** Pushes one commit by the member's own author. */
export function commitOnce(doing: Doing, repository: Repository): void {
  writeCommit(doing, repository, doing.at - 1000)
}

export function repositoryOf({ world, member }: Doing): Repository {
  const [id] = member.repositories
  const repository = id === undefined ? undefined : world.hosting.repositories.get(id)
  if (!repository) throw new Refusal('not_applicable', `${member.plan.slug} has no repository`)
  return repository
}

function writeCommit(doing: Doing, repository: Repository, at: number) {
  const turn = countDone(doing.member, 'commit')
  const random = randomFrom(doing.world.seed, 'commit', repository.id, turn, at)
  return addCommit(repository, { ...commitTexts.code(random, turn), author: authorOf(doing), at })
}

/** The login of the person who writes the member's commits. */
export function authorOf(doing: Doing): string {
  const people = doing.member.plan.repositories?.[0]?.streams?.map((stream) => stream.author) ?? []
  return people.find((login) => !login.endsWith('[bot]')) ?? `${repositoryOf(doing).owner}-dev`
}

export function publish(
  doing: Doing,
  repository: Repository,
  input: { tag: string; prerelease: boolean },
): Release {
  const author = repository.commits.at(-1)?.author.login ?? repository.owner
  repository.updatedAt = doing.at
  return addRelease(repository, { ...input, name: input.tag, body: 'See the commits.', at: doing.at, author })
}

/** Publishes each package of the repository, with new content or with the content of its last version. */
export function publishPackages(
  doing: Doing,
  { repository, tag, content }: { repository: Repository; tag: string; content: 'new' | 'same' },
): readonly string[] {
  const version = /(\d+\.\d+\.\d+)$/.exec(tag)?.[1]
  const own = [...doing.world.packages.values()].filter(
    (entry) => entry.repository === fullNameOf(repository),
  )
  return own.map((entry) => {
    const free = version !== undefined && entry.versions.every((published) => published.version !== version)
    const next = free ? version : nextVersion(entry.versions.at(-1)?.version)
    const last = entry.versions.at(-1)
    const contentOf = content === 'same' ? (last?.contentOf ?? last?.version) : undefined
    entry.versions.push({ version: next, at: doing.at + 1000, contentOf })
    return `${entry.name}@${next}`
  })
}

function releasePackages({ world, member, at }: Doing): Outcome {
  const packages = (member.plan.packages ?? []).flatMap((plan) => {
    const found = world.packages.get(plan.name)
    if (!found) return []
    const version = nextVersion(found.versions.at(-1)?.version)
    found.versions.push({ version, at })
    return [`${found.name}@${version}`]
  })
  if (packages.length === 0) throw new Refusal('not_applicable', `${member.plan.slug} has nothing to release`)
  return { summary: `Published ${packages.join(', ')}`, details: { packages } }
}

export function newestOf(repository: Repository, fits: (release: Release) => boolean): Release {
  const [newest] = repository.releases
    .filter(fits)
    .toSorted((a, b) => (b.publishedAt ?? 0) - (a.publishedAt ?? 0))
  if (!newest) throw new Refusal('not_applicable', `${fullNameOf(repository)} has no such release`)
  return newest
}

export function outcomeOf(summary: string, subject: Release, more: Record<string, unknown>): Outcome {
  const publishedAt = subject.publishedAt === undefined ? null : isoOf(subject.publishedAt)
  return { summary, details: { releaseId: subject.id, tag: subject.tag, publishedAt, ...more } }
}
