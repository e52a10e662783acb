import { isoOf, weekStartOf } from '../clock.ts'
import { digestOf } from '../random.ts'
import { addRelease, fullNameOf } from '../world/repositories.ts'
import { countDone } from '../world/world.ts'
import { type Outcome, Refusal } from './refusal.ts'
import { type Doing, newestOf, outcomeOf, repositoryOf } from './ships.ts'
import { nextTag } from './versions.ts'

const forgottenCommits = 10

export function retitleRelease(doing: Doing): Outcome {
  const repository = repositoryOf(doing)
  const newest = newestOf(repository, (entry) => !entry.draft)
  const before = newest.name
  newest.name = `${newest.tag}: revised notes ${countDone(doing.member, 'retitle') + 1}`
  return outcomeOf(`Retitled release ${newest.tag} of ${fullNameOf(repository)}`, newest, { before })
}

/** Deletes the newest release and publishes its tag again, with a new id and at the newest commit. */
export function recreateRelease(doing: Doing): Outcome {
  const repository = repositoryOf(doing)
  const before = newestOf(repository, (entry) => !entry.draft)
  repository.releases.splice(repository.releases.indexOf(before), 1)
  const { tag, name, body, prerelease, author } = before
  const made = addRelease(repository, { tag, name, body, prerelease, at: doing.at, author: author.login })
  return outcomeOf(`Recreated release ${tag} of ${fullNameOf(repository)}`, made, { before: before.id })
}

/** Deletes the newest release and publishes its tag again, with a new id and at the same commit. */
export function republishRelease(doing: Doing): Outcome {
  const repository = repositoryOf(doing)
  const { sha } = newestOf(repository, (entry) => !entry.draft)
  const done = recreateRelease(doing)
  newestOf(repository, (entry) => !entry.draft).sha = sha
  return { ...done, details: { ...done.details, sha } }
}

/** Drafts a release. */
export function draftRelease(doing: Doing): Outcome {
  const repository = repositoryOf(doing)
  const tag = nextTag(repository)
  const author = repository.commits.at(-1)?.author.login ?? repository.owner
  const draft = { tag, name: tag, body: '', prerelease: false, at: doing.at, author, draft: true } as const
  return outcomeOf(`Drafted ${tag} of ${fullNameOf(repository)}`, addRelease(repository, draft), {})
}

export function publishDraft(doing: Doing): Outcome {
  const repository = repositoryOf(doing)
  const draft = newestOf(repository, (entry) => entry.draft)
  draft.draft = false
  draft.publishedAt = doing.at
  const createdAt = isoOf(draft.createdAt)
  return outcomeOf(`Published draft ${draft.tag} of ${fullNameOf(repository)}`, draft, { createdAt })
}

export function editReleaseNotes(doing: Doing): Outcome {
  const repository = repositoryOf(doing)
  const newest = newestOf(repository, (entry) => !entry.draft)
  newest.body = `See the commits. Edited ${countDone(doing.member, 'notes') + 1} times.`
  return outcomeOf(`Edited the notes of ${newest.tag} of ${fullNameOf(repository)}`, newest, {})
}

export function promotePrerelease(doing: Doing): Outcome {
  const repository = repositoryOf(doing)
  const newest = newestOf(repository, (entry) => entry.prerelease)
  newest.prerelease = false
  return outcomeOf(`Promoted ${newest.tag} of ${fullNameOf(repository)} to a full release`, newest, {})
}

/** Moves the newest release's tag to another commit; the release id does not change. */
export function moveTag(doing: Doing): Outcome {
  const repository = repositoryOf(doing)
  const newest = newestOf(repository, (entry) => !entry.draft)
  const before = newest.sha
  newest.sha = digestOf('moved tag', newest.id, countDone(doing.member, 'move-tag'))
  return outcomeOf(`Moved tag ${newest.tag} of ${fullNameOf(repository)}`, newest, {
    before,
    sha: newest.sha,
  })
}

/** Drops the newest commits of finished weeks, as a force push does. */
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
