import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { COLLECTORS } from '#collectors/index.ts'
import { evaluateProjects } from '#evaluate/run.ts'
import { ensureStreams } from '#records/collecting/streams.ts'
import { inTransaction } from '#records/database.ts'
import { commit, type GithubTrial, githubTrialsOfFile, release } from '#test/providers/github.ts'
import { applyCatalogue } from './catalogue.ts'

const openGithubTrial = await githubTrialsOfFile()
const OLD = 'lumen-labs/lumen'
const NEW = 'lumen-org/lumen-core'
const NEWEST = 'lumen-org/core'
const SPECS = COLLECTORS.filter(({ provider }) => provider === 'github')
const SECOND = release(2, { published_at: '2026-11-18T09:00:00Z' })
const RELEASED = { releases: [release(1)], commits: [commit('aa', '2026-11-17T08:00:00Z')] }

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'svc-renamed-'))
  return () => rm(directory, { recursive: true })
})

/** A project whose file names one repository, which was read. */
async function registered(): Promise<GithubTrial> {
  const trial = await openGithubTrial({ now: '2026-11-18T10:00:00.000Z' }, RELEASED)
  await sql`insert into project_slugs (slug, project_id, since) select slug, id, created_at from projects`.execute(
    trial.database,
  )
  await trial.read()
  return trial
}

type Filed = Pick<GithubTrial, 'now' | 'projectId' | 'database'>

/** Applies the project's file with these repositories, and says what changed. */
async function name({ now, projectId, database }: Filed, ...names: readonly string[]) {
  const sources = names.map(
    (locator) =>
      `  - { kind: github_repository, locator: ${locator}, established: { by: mutual }, counted: true }\n`,
  )
  const text = `slug: p-${projectId}\nname: Lumen\nstate: draft\n${names.length === 0 ? '' : 'sources:\n'}${sources.join('')}`
  await writeFile(join(directory, 'lumen.yaml'), text)
  const [applied] = await applyCatalogue(directory, { database, now, lockers: [] })
  await inTransaction(database, (writer) => ensureStreams({ specs: SPECS }, writer))
  return applied?.changed
}

/** The attached sources: the repository's name, the day on which it was attached, and its ships. */
async function sourcesOf({ database }: GithubTrial) {
  const { rows } = await sql<{ id: string; name: string; since: string; ships: string[] }>`
    select id, coalesce(facts ->> 'fullName', locator) as name, attached_at::date::text as since,
      array(select natural_key from ships where source_id = sources.id order by natural_key) as ships
    from sources where detached_at is null order by attached_at, id`.execute(database)
  return rows
}

/** The number of ships of the project that count. */
async function counted({ database, projectId, now }: GithubTrial) {
  await inTransaction(database, (writer) => evaluateProjects({ projectIds: [projectId], now }, writer))
  const { rows } = await sql`select from ships where counts_as is not null`.execute(database)
  return rows.length
}

const SHIPS = ['github:101:release:1', expect.stringMatching(/^github:101:week:/)]
const asBefore = ({ sourceId: id }: GithubTrial, currentName: string) => [
  { id, name: currentName, since: '2026-08-01', ships: SHIPS },
]

test('[case 24] [R49] a file that takes over the current name of a repository changes nothing', async () => {
  await using trial = await registered()
  expect(await counted(trial)).toBe(2)
  trial.repository.fullName = NEW
  await trial.read(6)
  expect(await name(trial, NEW)).toEqual([])
  expect(await name(trial, NEW.toUpperCase())).toEqual([])
  trial.repository.fullName = NEWEST
  await trial.read(6)
  expect(await name(trial, NEW)).toEqual([])
  expect(await name(trial, OLD)).toEqual([])
  expect(await sourcesOf(trial)).toEqual(asBefore(trial, NEWEST))
  expect(await counted(trial)).toBe(2)
})

test('[R49] a repository that was deleted and made again under its name is another one, once a file names it again', async () => {
  await using trial = await registered()
  trial.repository.id = 202
  trial.repository.releases = [SECOND]
  await trial.read(6)
  await name(trial)
  expect(await name(trial, OLD)).toEqual([`source added: github_repository ${OLD}`])
  await trial.read()
  await trial.read(6)
  const [made, ...others] = await sourcesOf(trial)
  expect(made).toMatchObject({ name: OLD, ships: expect.arrayContaining(['github:202:release:2']) })
  expect(made?.id).not.toBe(trial.sourceId)
  expect(others).toEqual([])
  expect(await name(trial, OLD)).toEqual([])
  const { rows } = await sql`select natural_key from ships where source_id = ${trial.sourceId}`.execute(
    trial.database,
  )
  expect(rows).toHaveLength(2)
})

test('[case 24] a repository that was missing and is there again goes on as the source that it was', async () => {
  await using trial = await registered()
  trial.repository.broken = 404
  await trial.read(6)
  await name(trial)
  trial.repository.broken = undefined
  await name(trial, OLD)
  await trial.read()
  await trial.read(1)
  expect(await sourcesOf(trial)).toMatchObject([{ id: trial.sourceId, name: OLD, ships: SHIPS }])
  expect(await name(trial, OLD)).toEqual([])
})

test('[case 24] a name that a file has before the service read it becomes the source that the repository had', async () => {
  await using trial = await registered()
  await counted(trial)
  trial.repository.fullName = NEW
  const changed = [`source added: github_repository ${NEW}`, `source removed: github_repository ${OLD}`]
  expect(await name(trial, NEW)).toEqual(changed)
  trial.repository.releases = [SECOND, release(1)]
  await trial.read()
  await trial.read(1)
  expect(await sourcesOf(trial)).toEqual([
    { ...asBefore(trial, NEW)[0], ships: ['github:101:release:1', 'github:101:release:2', SHIPS[1]] },
  ])
  expect(await counted(trial)).toBe(3)
  expect(await name(trial, NEW)).toEqual([])
  expect(await name(trial, OLD)).toEqual([])
})

test('[case 24] a repository that a file had long ago is attached anew under its new name, with its ships', async () => {
  await using trial = await registered()
  await name(trial)
  await trial.read(24)
  trial.repository.fullName = NEW
  await name(trial, NEW)
  await trial.read()
  await trial.read()
  expect(await sourcesOf(trial)).toEqual([{ ...asBefore(trial, NEW)[0], since: '2026-11-19' }])
})

test('[R49] the former name beside the current one is the repository that took it, which stays when it is alone', async () => {
  await using trial = await registered()
  trial.repository.fullName = NEW
  await trial.read(6)
  const { answer } = strangers()
  trial.override = answer
  expect(await name(trial, NEW, OLD)).toEqual([`source added: github_repository ${OLD}`])
  await trial.read()
  const [own, other] = await sourcesOf(trial)
  expect(own).toEqual(asBefore(trial, NEW)[0])
  expect(other).toMatchObject({ name: OLD, since: '2026-11-18', ships: ['github:999:release:900'] })
  expect(await name(trial, OLD, NEW)).toEqual([])
  expect(await name(trial, OLD)).toEqual([`source removed: github_repository ${NEW}`])
  expect(await sourcesOf(trial)).toEqual([other])
  expect(await name(trial, NEW)).toEqual([
    `source added: github_repository ${NEW}`,
    `source removed: github_repository ${OLD}`,
  ])
  expect(await sourcesOf(trial)).toMatchObject([{ id: own?.id, ships: SHIPS }])
})

test('the repository that took a former name is a source of its own, with an id of its own', async () => {
  await using trial = await registered()
  await name(trial)
  const file = { ...trial, projectId: randomUUID() }
  await name(file, OLD)
  const renamed = { external_id: '7', facts: { fullName: NEW } }
  await trial.database.updateTable('sources').set(renamed).where('id', '<>', trial.sourceId).execute()
  expect(await name(file, NEW, OLD)).toEqual([`source added: github_repository ${OLD}`])
  expect(await name(file, OLD, NEW)).toEqual([])
  expect(await name(file, OLD)).toEqual([`source removed: github_repository ${NEW}`])
})

/** Somebody else's repository under the former name. */
function strangers() {
  const rows: readonly [RegExp, unknown][] = [
    [/\/releases\b/, [release(900, { name: 'Of somebody else' })]],
    [/\/(commits|tags)\b/, []],
    [/./, { id: 999, full_name: OLD, html_url: `https://github.example/${OLD}` }],
  ]
  const answer: GithubTrial['override'] = ({ url = '' }) =>
    url.startsWith(`/repos/${OLD}`) || url.startsWith('/repositories/999')
      ? { body: JSON.stringify(rows.find(([path]) => path.test(url))?.[1]) }
      : undefined
  return { answer }
}

test.each([[OLD], [NEW]])(
  'a repository of two names keeps every ship once its file has %s alone',
  async (kept) => {
    await using trial = await registered()
    trial.repository.fullName = NEW
    await name(trial, OLD, NEW)
    await trial.read()
    trial.repository.releases = [SECOND, release(1)]
    await trial.read(1)
    const ships = await trial.ships()
    expect(await sourcesOf(trial)).toHaveLength(2)
    await name(trial, kept)
    await trial.read(1)
    expect(await sourcesOf(trial)).toMatchObject([{ id: trial.sourceId, since: '2026-08-01' }])
    const after = await trial.ships()
    expect(after.map(({ id }) => id)).toEqual(ships.map(({ id }) => id))
    expect(new Set(after.map(({ source_id: id }) => id))).toEqual(new Set([trial.sourceId]))
    expect(await name(trial, kept)).toEqual([])
  },
)

test('a source that an earlier version added under the new name gives way to the one with the ships', async () => {
  await using trial = await registered()
  trial.repository.fullName = NEW
  const added = await name(trial, OLD, NEW)
  expect(added).toEqual([`source added: github_repository ${NEW}`])
  await trial.read()
  await trial.database
    .updateTable('sources')
    .set({ detached_at: trial.now })
    .where('id', '=', trial.sourceId)
    .execute()
  await trial.read(24)
  expect(await name(trial, NEW)).toEqual([
    `source added: github_repository ${OLD}`,
    `source removed: github_repository ${NEW}`,
  ])
  expect(await sourcesOf(trial)).toMatchObject([{ id: trial.sourceId, since: '2026-08-01', ships: SHIPS }])
  expect(await name(trial, NEW)).toEqual([])
})
