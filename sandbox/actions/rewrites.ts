import { weekStartOf } from '../clock.ts'
import { digestOf } from '../random.ts'
import { fullNameOf } from '../world/repositories.ts'
import { countDone } from '../world/world.ts'
import { type Outcome, Refusal } from './refusal.ts'
import { type Doing, newestOf, repositoryOf, said } from './ships.ts'

const forgottenCommits = 10

export function retitleRelease(doing: Doing): Outcome {
  const repository = repositoryOf(doing)
  const newest = newestOf(repository, (entry) => !entry.draft)
  const before = newest.name
  newest.name = `${newest.tag}: revised notes ${countDone(doing.member, 'retitle') + 1}`
  return said(`Retitled release ${newest.tag} of ${fullNameOf(repository)}`, newest, { before })
}

export function editReleaseNotes(doing: Doing): Outcome {
  const repository = repositoryOf(doing)
  const newest = newestOf(repository, (entry) => !entry.draft)
  newest.body = `See the commits. Edited ${countDone(doing.member, 'notes') + 1} times.`
  return said(`Edited the notes of ${newest.tag} of ${fullNameOf(repository)}`, newest, {})
}

export function promotePrerelease(doing: Doing): Outcome {
  const repository = repositoryOf(doing)
  const newest = newestOf(repository, (entry) => entry.prerelease)
  newest.prerelease = false
  return said(`Promoted ${newest.tag} of ${fullNameOf(repository)} to a full release`, newest, {})
}

/** The newest release's tag points at another commit; the release keeps its id. */
export function moveTag(doing: Doing): Outcome {
  const repository = repositoryOf(doing)
  const newest = newestOf(repository, (entry) => !entry.draft)
  const before = newest.sha
  newest.sha = digestOf('moved tag', newest.id, countDone(doing.member, 'move-tag'))
  return said(`Moved tag ${newest.tag} of ${fullNameOf(repository)}`, newest, { before, sha: newest.sha })
}

/** A pushed rewrite that drops the newest commits of finished weeks. */
export function forcePush(doing: Doing): Outcome {
  const repository = repositoryOf(doing)
  const monday = weekStartOf(doing.at)
  const last = repository.commits.findLastIndex((commit) => commit.committedAt < monday)
  if (last < 0)
    throw new Refusal('not_applicable', `${fullNameOf(repository)} has no commits of a finished week`)
  const from = Math.max(0, last + 1 - forgottenCommits)
  const dropped = repository.commits.splice(from, last + 1 - from)
  const summary = `Dropped ${dropped.length} commits of ${fullNameOf(repository)} by a forced push`
  return {
    summary,
    details: { repository: fullNameOf(repository), commits: dropped.map((commit) => commit.sha) },
  }
}
