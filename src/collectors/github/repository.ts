import { known } from '#contract/known.ts'
import type { Instant } from '#contract/time.ts'
import { resumedAt } from '#domain/project/repository-names.ts'
import { makeStreamsDue } from '#records/collecting/streams.ts'
import type { Writer } from '#records/database.ts'
import { saveMutualLinks } from '#records/project/mutual-links.ts'
import { endDoubleCount, findDetachedRepository, resumeRepository } from '#records/project/repositories.ts'
import { saveSourceFacts } from '#records/project/sources.ts'
import { saveBacking } from '#records/ships/backing.ts'
import { moveShipUrls } from '#records/ships/ships.ts'
import type { Collected, Collector, StreamToRead } from '../collector.ts'
import { fault } from '../json-answer.ts'
import { countAt, fieldAt, instantAt, textAt } from '../json-field.ts'
import { storedText, storedTextAt } from '../stored-text.ts'
import { broken, type GithubDeps, type GithubFailed, type GithubValue, requestGithub } from './api.ts'
import { readDeployRecords } from './deploy-records.ts'

type Branch = { readonly fullName: string; readonly branch: string }
/**
 * The upstream of a fork: the repository and branch that it was made from. `ownBranch` is the fork's branch that is
 * compared with it. `root` is the repository at the root of all the forks; null when that is the upstream itself, or is
 * not known.
 */
export type Upstream = Branch & { readonly ownBranch: string; readonly root: Branch | null }

/** A repository in GitHub's answer. `id` survives renames and transfers; the name does not. */
type Repository = {
  readonly id: string
  readonly fullName: string
  /** The address of the repository's page; null when GitHub gives no web address. */
  readonly url: string | null
  readonly archived: boolean | null
  readonly fork: boolean | null
  /** The upstream of a fork; null for any other repository, and when GitHub does not name it. */
  readonly upstream: Upstream | null
  readonly createdAt: Instant | null
  readonly pushedAt: Instant | null
  readonly defaultBranch: string | null
  readonly homepage: string | null
  readonly stars: number | null
  readonly watchers: number | null
}

const ADDRESS_LENGTH = 2000
const TEXT_LENGTH = 500

/**
 * The repository's facts: whether it is archived, its name, its upstream, and its last push. A push wakes the streams
 * that are read less often in silence. Stars count for attention only, never for activity.
 */
export const repository: Collector<GithubDeps> = {
  kind: 'github_repository',
  stream: 'repository',
  provider: 'github',
  cadenceSeconds: 6 * 3600,
  coverage: 'present_state',
  collect: collectRepository,
}

async function collectRepository(leased: StreamToRead, deps: GithubDeps): Promise<Collected> {
  const current = placeOf(leased)
  if (current === undefined) return WRONG_LOCATOR.collected
  const etag = lacksRoot(current.facts) ? null : leased.etag
  const answer = await readRepository({ ...current, etag }, deps)
  if (answer.kind === 'failed') return answer.collected
  const resumed = await resuming(leased, answer, deps)
  if (resumed !== undefined) return resumed.collected
  const newest = answer.kind === 'repository' ? [answer.repository.fullName] : []
  const names = [...namesOf(current, leased), ...newest]
  const path = answer.kind === 'repository' ? idPath(answer.repository.id) : current.path
  const records = await readDeployRecords(leased, { path, names }, deps)
  if (records.kind === 'failed') return records.collected
  if (answer.kind === 'not_modified') {
    return {
      outcome: records.count === 0 ? 'not_modified' : 'fresh',
      ...known({
        detail: records.detail,
        changedAt: instantAt(current.facts, 'pushedAt'),
        etag: leased.etag,
      }),
      save: async (writer, { now }) => {
        await records.save(writer)
        await saveSupport(leased, now, writer)
      },
    }
  }
  const { repository: read, digest } = answer
  return {
    outcome: 'fresh',
    digest,
    ...known({ detail: records.detail, etag: answer.etag, changedAt: read.pushedAt }),
    save: async (writer, { now }) => {
      const { sourceId } = leased
      await records.save(writer)
      await saveRepository({ sourceId, repository: read }, writer)
      await saveSourceFacts({ sourceId, facts: { aliases: aliasesOf(current, leased, read) } }, writer)
      await saveSupport(leased, now, writer)
      const from = textAt(current.facts, 'url')
      if (from !== undefined && from !== read.url)
        await moveShipUrls({ sourceId, from, to: read.url }, writer)
    },
  }
}

/**
 * Records whether another project counts the repository, whether a site of the project links back to it, and how well
 * the source supports its ships.
 */
async function saveSupport(
  { projectId, sourceId }: StreamToRead,
  now: Instant,
  writer: Writer,
): Promise<void> {
  await endDoubleCount(sourceId, writer)
  await saveMutualLinks({ projectId, now }, writer)
  await saveBacking({ sourceIds: [sourceId] }, writer)
}

const WRONG_LOCATOR: GithubFailed = { ...fault('the locator is not owner/name'), status: null }
const ALIASES_MAX = 20

/** The former names of the repository, newest last. */
function aliasesOf(current: Place, leased: StreamToRead, read: Repository): readonly string[] {
  return namesOf(current, leased)
    .filter((name) => name.toLowerCase() !== read.fullName.toLowerCase())
    .slice(-ALIASES_MAX)
}

/** Every name under which the repository was recorded, the name of the last reading last. */
function namesOf({ facts, fullName }: Place, { locator }: StreamToRead): readonly string[] {
  const known = Array.isArray(facts['aliases']) ? facts['aliases'] : []
  return [...new Set([...known.filter((alias) => typeof alias === 'string'), locator, fullName])]
}

/** The recorded identity and address of a source's repository. */
type Place = {
  readonly id: string | null
  /** The name at the last reading, or else the locator. */
  readonly fullName: string
  /** The API path: by id once the id is known, because somebody else may take a former name. */
  readonly path: string
  readonly createdAt: Instant | null
  readonly facts: Readonly<Record<string, unknown>>
}

/** The recorded state of the repository; undefined for an invalid locator. */
function placeOf({ externalId: id, facts, locator }: StreamToRead): Place | undefined {
  const fullName = textAt(facts, 'fullName') ?? locator
  const namePath = repositoryPath(fullName)
  if (namePath === undefined) return undefined
  return {
    id,
    fullName,
    path: id === null ? namePath : idPath(id),
    facts,
    createdAt: instantAt(facts, 'createdAt'),
  }
}

/**
 * A repository whose id is known. `save` runs before the reading's ships are saved, because their backing depends on
 * it.
 */
export type KnownRepository = Pick<Place, 'path' | 'fullName' | 'createdAt' | 'facts'> & {
  readonly kind: 'known'
  readonly id: string
  readonly upstream: Upstream | null
  readonly save: NonNullable<Collected['save']>
}

/** The first reading of a source whose repository continues as an earlier source of the project. */
type Resumed = { readonly kind: 'resumed'; readonly collected: Collected }

/** The repository of a leased stream. GitHub is asked only while the id is not known. */
export async function knownRepository(
  leased: StreamToRead,
  deps: GithubDeps,
): Promise<KnownRepository | Resumed | GithubFailed> {
  const current = placeOf(leased)
  if (current === undefined) return WRONG_LOCATOR
  const { id, path, fullName, createdAt, facts } = current
  const { projectId, sourceId } = leased
  if (id !== null) {
    const upstream = parseUpstream(facts['upstream'])
    const known = { kind: 'known', id, path, fullName, createdAt, upstream, facts } as const
    return { ...known, save: (writer, { now }) => saveMutualLinks({ projectId, now }, writer) }
  }
  const answer = await readRepository({ ...current, etag: null }, deps)
  if (answer.kind === 'not_modified') return broken('an unasked-for 304')
  if (answer.kind === 'failed') return answer
  const resumed = await resuming(leased, answer, deps)
  if (resumed !== undefined) return resumed
  const read = answer.repository
  return {
    kind: 'known',
    id: read.id,
    path: idPath(read.id),
    fullName: read.fullName,
    facts,
    createdAt: read.createdAt,
    upstream: read.upstream,
    save: async (writer, { now }) => {
      await saveRepository({ sourceId, repository: read }, writer)
      await endDoubleCount(sourceId, writer)
      await saveMutualLinks({ projectId, now }, writer)
    },
  }
}

/**
 * Ends the first reading of a source when the project had the same repository before, under a name that is no longer in
 * its file. The earlier source then continues in place of this source, and is read next. Undefined for every other
 * reading.
 */
async function resuming(
  { projectId, sourceId, externalId, attachedAt: addedAt }: StreamToRead,
  answer: RepositoryRead | { readonly kind: 'not_modified' },
  deps: GithubDeps,
): Promise<Resumed | undefined> {
  if (externalId !== null || answer.kind === 'not_modified') return undefined
  const detached = await findDetachedRepository({ projectId, externalId: answer.repository.id }, deps.reader)
  if (detached === undefined) return undefined
  const attachedAt = resumedAt(detached, addedAt)
  return {
    kind: 'resumed',
    collected: {
      outcome: 'fresh',
      digest: answer.digest,
      save: async (writer, { now }) => {
        await resumeRepository({ detached, addedId: sourceId, attachedAt, now }, writer)
        await makeStreamsDue({ now, sourceIds: [detached.id] }, writer)
      },
    },
  }
}

type RepositoryRead = Pick<GithubValue, 'etag' | 'digest'> & {
  readonly kind: 'repository'
  repository: Repository
}

/**
 * Reads a repository by GitHub's id, or by its name until the id is known. GitHub redirects a former name. A 404 counts
 * only when GitHub also answers about the owner.
 */
export async function readRepository(
  known: Pick<Place, 'id' | 'path' | 'fullName'> & { readonly etag: string | null },
  deps: GithubDeps,
): Promise<RepositoryRead | { readonly kind: 'not_modified' } | GithubFailed> {
  const answer = await requestGithub({ path: known.path, etag: known.etag }, deps)
  if (answer.kind === 'failed' && isNotFound(answer)) return confirmByOwner(answer, known, deps)
  if (answer.kind !== 'value') return answer
  const { value, etag, digest } = answer
  const read = parseRepository(value)
  if (read === undefined) return broken('the answer describes no repository')
  if (known.id !== null && read.id !== known.id) return broken('another repository answers under the id')
  return { kind: 'repository', repository: read, etag, digest }
}

/**
 * The outcome of a failed reading of a part of a repository. The part is missing only if the whole repository is: for a
 * repository without releases or tags GitHub answers with an empty listing.
 */
export async function confirmMissing(
  failed: GithubFailed,
  known: KnownRepository,
  deps: GithubDeps,
): Promise<Collected> {
  if (!isNotFound(failed)) return failed.collected
  const whole = await readRepository({ ...known, etag: null }, deps)
  return whole.kind === 'failed'
    ? whole.collected
    : broken('not there (404), although its repository answers').collected
}

/** Whether GitHub says that the thing does not exist. False when it says that access to the repository is blocked. */
export function isNotFound({ status, collected }: GithubFailed): boolean {
  return status === 404 && collected.outcome === 'missing'
}

/**
 * The failure of a repository that GitHub did not find. It counts only when GitHub still answers about its owner, with
 * the owner's page or with a 404 of its own.
 */
async function confirmByOwner(
  failed: GithubFailed,
  { fullName }: Pick<Place, 'fullName'>,
  deps: GithubDeps,
): Promise<GithubFailed> {
  const [owner = ''] = fullName.split('/')
  const answer = await requestGithub({ path: `/users/${owner}` }, deps)
  const isAnswered = answer.kind === 'value' && textAt(answer.value, 'login') !== undefined
  if (isAnswered || (answer.kind === 'failed' && isNotFound(answer))) return failed
  return answer.kind === 'failed' ? answer : broken('not there (404), and no answer for its owner')
}

/** Parses a repository; undefined without an id or a name. Other missing values are null. */
export function parseRepository(value: unknown): Repository | undefined {
  const id = parseId(fieldAt(value, 'id'))
  const fullName = textAt(value, 'full_name')
  if (id === undefined || fullName === undefined || repositoryPath(fullName) === undefined) return undefined
  return {
    id,
    fullName,
    url: webAddressAt(value, 'html_url'),
    archived: booleanAt(value, 'archived'),
    fork: booleanAt(value, 'fork'),
    upstream: parseUpstream({
      fullName: textAt(value, 'parent', 'full_name'),
      branch: textAt(value, 'parent', 'default_branch'),
      ownBranch: textAt(value, 'default_branch'),
      root: {
        fullName: textAt(value, 'source', 'full_name'),
        branch: textAt(value, 'source', 'default_branch'),
      },
    }),
    createdAt: instantAt(value, 'created_at'),
    pushedAt: instantAt(value, 'pushed_at'),
    defaultBranch: storedTextAt(value, TEXT_LENGTH, 'default_branch'),
    homepage: storedTextAt(value, TEXT_LENGTH, 'homepage'),
    stars: countAt(value, 'stargazers_count') ?? null,
    watchers: countAt(value, 'subscribers_count') ?? null,
  }
}

function parseUpstream(value: unknown): Upstream | null {
  const parent = parseBranch(value)
  const ownBranch = textAt(value, 'ownBranch')
  if (parent === null || ownBranch === undefined) return null
  const root = parseBranch(fieldAt(value, 'root'))
  return { ...parent, ownBranch, root: root?.fullName === parent.fullName ? null : root }
}

function parseBranch(value: unknown): Branch | null {
  const fullName = textAt(value, 'fullName')
  const branch = textAt(value, 'branch')
  if (fullName === undefined || branch === undefined || repositoryPath(fullName) === undefined) return null
  return { fullName, branch }
}

/** Whether an earlier version of the service stored the upstream of a fork without its root. */
function lacksRoot(facts: Place['facts']): boolean {
  return (
    textAt(facts, 'upstream', 'fullName') !== undefined && fieldAt(facts['upstream'], 'root') === undefined
  )
}

/** GitHub's numeric id as text; undefined for another form. */
export function parseId(value: unknown): string | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? String(value) : undefined
}

/** A web address under a key; null when it is absent or does not begin with `https://`. */
export function webAddressAt(value: unknown, key: string): string | null {
  const url = textAt(value, key)
  return url?.startsWith('https://') === true ? storedText(url, ADDRESS_LENGTH) : null
}

/** The API path of `owner/name`; undefined for another form. */
export function repositoryPath(fullName: string): string | undefined {
  const match = /^([A-Za-z0-9](?:[A-Za-z0-9-]{0,38}))\/([A-Za-z0-9._-]{1,100})$/.exec(fullName)
  if (match?.[1] === undefined || match[2] === undefined || /^\.{1,2}$/.test(match[2])) return undefined
  return `/repos/${match[1]}/${match[2]}`
}

/** The API path of a repository by id, to which GitHub redirects a renamed repository. */
function idPath(id: string): string {
  return `/repositories/${encodeURIComponent(id)}`
}

function saveRepository(
  input: { readonly sourceId: string; readonly repository: Repository },
  writer: Writer,
): Promise<void> {
  const { id, ...facts } = input.repository
  return saveSourceFacts({ sourceId: input.sourceId, externalId: id, facts }, writer)
}

function booleanAt(value: unknown, key: string): boolean | null {
  const flag = fieldAt(value, key)
  return typeof flag === 'boolean' ? flag : null
}
