import { DAY, HOUR } from '../clock.ts'
import { digestOf, randomFrom } from '../random.ts'
import { commitTexts } from '../world/commit-text.ts'
import { addCommit, addRelease, type FileChange, fullNameOf, type Repository } from '../world/repositories.ts'
import { countDone } from '../world/world.ts'
import { type Outcome, Refusal } from './refusal.ts'
import { authorOf, type Doing, outcomeOf, publish, publishPackages, repositoryOf } from './ships.ts'
import { nextTag } from './versions.ts'

const branchCommits = 30
const branchFromDays = 22
const branchToDays = 16
const nights = 10
const syncedCommits = 20
const importedFiles = 400

/**
 * Moves the main branch on to a branch whose commits are 16 to 22 days old, without a merge commit. The listing then
 * has more commits, each at its own date, and none newer than before.
 */
export function mergeOldBranch(doing: Doing): Outcome {
  const repository = repositoryOf(doing)
  const turn = countDone(doing.member, 'old-branch')
  const step = ((branchFromDays - branchToDays) * DAY) / branchCommits
  const begins = doing.at - branchFromDays * DAY
  const random = randomFrom(doing.world.seed, 'old-branch', repository.id, turn)
  const commits = Array.from({ length: branchCommits }, (_, place) =>
    addCommit(repository, {
      ...commitTexts.code(random, place),
      author: authorOf(doing),
      at: Math.floor(begins + (place + random.fraction()) * step),
    }),
  )
  repository.commits.sort((a, b) => a.committedAt - b.committedAt)
  repository.updatedAt = doing.at
  return {
    summary: `Moved the main branch of ${fullNameOf(repository)} on to ${commits.length} old commits`,
    details: { repository: fullNameOf(repository), commits: commits.map(({ sha }) => sha) },
  }
}

/** Pushes a commit that changes one character of a comment. */
export function commentCommit(doing: Doing): Outcome {
  const file: FileChange = {
    filename: 'src/core/settings.ts',
    status: 'modified',
    additions: 1,
    deletions: 1,
    patch: '@@ -1,2 +1,2 @@\n-// The limits of a quote\n+// The limits of a quote.\n export const limit = 40',
  }
  return committed(doing, { message: 'settings: end the sentence', files: [file] })
}

/** Pushes a commit that changes the version and the changelog. */
export function versionCommit(doing: Doing): Outcome {
  const version = `0.9.${countDone(doing.member, 'version-commit') + 1}`
  const manifest: FileChange = {
    filename: 'package.json',
    status: 'modified',
    additions: 1,
    deletions: 1,
    patch: `@@ -2,3 +2,3 @@\n   "name": "made",\n-  "version": "0.9.0",\n+  "version": "${version}",`,
  }
  const changelog: FileChange = {
    filename: 'CHANGELOG.md',
    status: 'modified',
    additions: 2,
    deletions: 0,
    patch: `@@ -1,1 +1,3 @@\n # Changelog\n+## ${version}\n+- Maintenance.`,
  }
  return committed(doing, { message: `Prepare ${version}`, files: [manifest, changelog] })
}

/**
 * Publishes a release that changes the version and the changelog only. Its packages keep the content of the version
 * before.
 */
export function releaseVersion(doing: Doing): Outcome {
  versionCommit(doing)
  const repository = repositoryOf(doing)
  const tag = nextTag(repository)
  const added = publish(doing, repository, { tag, prerelease: false })
  const packages = publishPackages(doing, { repository, tag, content: 'same' })
  return outcomeOf(`Released ${tag} of ${fullNameOf(repository)}, a version alone`, added, {
    repository: fullNameOf(repository),
    packages,
  })
}

/** A fork takes over the commits that its upstream made in the last two days. */
export function syncFork(doing: Doing): Outcome {
  const repository = repositoryOf(doing)
  const { forkOf } = repository
  if (!forkOf) throw new Refusal('not_applicable', `${fullNameOf(repository)} is no fork`)
  const random = randomFrom(doing.world.seed, 'sync-fork', repository.id, doing.at)
  const commits = Array.from({ length: syncedCommits }, (_, place) =>
    addCommit(repository, {
      ...commitTexts.code(random, place),
      author: forkOf.author,
      at: Math.floor(doing.at - ((syncedCommits - place) * 2 * DAY) / syncedCommits),
    }),
  )
  repository.commits.sort((a, b) => a.committedAt - b.committedAt)
  repository.updatedAt = doing.at
  return {
    summary: `${fullNameOf(repository)} took over ${commits.length} commits of ${forkOf.fullName}`,
    details: { repository: fullNameOf(repository), commits: commits.map(({ sha }) => sha) },
  }
}

/** Pushes the first commit of an empty repository: code that was written elsewhere. */
export function importCode(doing: Doing): Outcome {
  const repository = repositoryOf(doing)
  if (repository.commits.length > 0)
    throw new Refusal('not_applicable', `${fullNameOf(repository)} has commits`)
  const files = Array.from(
    { length: importedFiles },
    (_, place): FileChange => ({
      filename: `src/module-${place}.ts`,
      status: 'added',
      additions: 1,
      deletions: 0,
      patch: `@@ -0,0 +1 @@\n+export const part = ${place}`,
    }),
  )
  return committed(doing, { message: 'Initial commit', files })
}

/** Publishes a release for each of the last ten nights, at changing times. A bot made each commit an hour before. */
export function nightlyReleases(doing: Doing): Outcome {
  const repository = repositoryOf(doing)
  if (repository.commits.length === 0)
    throw new Refusal('not_applicable', `${fullNameOf(repository)} has no commit`)
  const random = randomFrom(doing.world.seed, 'nightly', repository.id, doing.at)
  const tags = Array.from({ length: nights }, (_, night) => {
    const at = Math.floor(doing.at - (nights - night) * DAY + (2 + 5 * random.fraction()) * HOUR)
    const author = 'nightly-helper[bot]'
    const file: FileChange = {
      filename: 'src/core/build.ts',
      status: 'modified',
      additions: 1,
      deletions: 1,
      patch: `@@ -1 +1 @@\n-export const build = ''\n+export const build = '${digestOf('build', at).slice(0, 8)}'`,
    }
    addCommit(repository, { message: 'build: nightly', author, at: at - HOUR, files: [file] })
    const tag = nextTag(repository)
    return addRelease(repository, {
      tag,
      name: tag,
      body: '',
      prerelease: false,
      at,
      author,
    }).tag
  })
  repository.commits.sort((a, b) => a.committedAt - b.committedAt)
  repository.updatedAt = doing.at
  return {
    summary: `Released ${nights} nightlies of ${fullNameOf(repository)}`,
    details: { repository: fullNameOf(repository), tags },
  }
}

function committed(
  doing: Doing,
  input: { readonly message: string; readonly files: readonly FileChange[] },
): Outcome {
  const repository: Repository = repositoryOf(doing)
  const commit = addCommit(repository, { ...input, author: authorOf(doing), at: doing.at - 1000 })
  repository.updatedAt = doing.at
  return {
    summary: `Pushed "${commit.message}" to ${fullNameOf(repository)}`,
    details: { repository: fullNameOf(repository), commits: [commit.sha] },
  }
}
