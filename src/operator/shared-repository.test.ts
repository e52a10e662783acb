import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { COLLECTORS } from '#collectors/index.ts'
import { addMs, HOUR_MS } from '#contract/time.ts'
import { COUNTED_ELSEWHERE, COUNTED_ELSEWHERE_BEFORE } from '#domain/project/repository-names.ts'
import { ensureStreams } from '#records/collecting/streams.ts'
import { inTransaction } from '#records/database.ts'
import { type GithubTrial, githubTrialsOfFile, release } from '#test/providers/github.ts'
import { applyCatalogue } from './catalogue.ts'

const openGithubTrial = await githubTrialsOfFile()
const OLD = 'lumen-labs/lumen'
const NEW = 'lumen-org/lumen-core'
const SPECS = COLLECTORS.filter(({ provider }) => provider === 'github')

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'svc-shared-'))
  return () => rm(directory, { recursive: true })
})

/** The repositories of each file by the slug of its project. */
type Files = Readonly<Record<string, string>>

/** Applies the files, an hour after the last time. */
async function apply(trial: GithubTrial, files: Files, counted = 'true') {
  trial.now = addMs(trial.now, HOUR_MS)
  const { now, database } = trial
  for (const [slug, locator] of Object.entries(files)) {
    const source = `{ kind: github_repository, locator: ${locator}, established: { by: mutual }, counted: ${counted} }`
    await writeFile(
      join(directory, `${slug}.yaml`),
      `slug: ${slug}\nname: Twin\nstate: draft\nsources: [${source}]\n`,
    )
  }
  const applied = await applyCatalogue(directory, { database, now, lockers: [] })
  await inTransaction(database, (writer) => ensureStreams({ specs: SPECS }, writer))
  return applied.map(({ slug, changed }) => `${slug}: ${changed.join(', ')}`)
}

/** Opens a trial whose own project has no repository any more. */
async function opened(): Promise<GithubTrial> {
  const trial = await openGithubTrial({ now: '2026-11-18T10:00:00.000Z' }, { releases: [release(1)] })
  await trial.database.deleteFrom('source_streams').execute()
  await trial.database.deleteFrom('sources').execute()
  return trial
}

/** Opens a trial with two projects: the first has the renamed repository, the second names it by its former name. */
async function openedWithFormerName(): Promise<GithubTrial> {
  const trial = await opened()
  await apply(trial, { first: OLD })
  await trial.read()
  trial.repository.fullName = NEW
  await trial.read(6)
  await apply(trial, { second: OLD })
  await trial.read()
  return trial
}

/** The projects that count the ships of the repository. */
async function countingShips({ database }: GithubTrial) {
  const rows = await database
    .selectFrom('ships')
    .innerJoin('sources', 'sources.id', 'ships.source_id')
    .innerJoin('projects', 'projects.id', 'ships.project_id')
    .select('slug')
    .where('counted', '=', true)
    .execute()
  return rows.map(({ slug }) => slug)
}

/** Why the attached source of each project does not count; null for one that counts. */
async function counting({ database }: GithubTrial) {
  const rows = await database
    .selectFrom('sources')
    .innerJoin('projects', 'projects.id', 'sources.project_id')
    .select(['slug', 'not_counted_reason'])
    .where('detached_at', 'is', null)
    .execute()
  return Object.fromEntries(rows.map(({ slug, not_counted_reason }) => [slug, not_counted_reason]))
}

const refused = (name: string) => `${name} is counted by`

test('[R23] [R49] a file cannot count the current name of a repository that another project counts', async () => {
  await using trial = await opened()
  await apply(trial, { first: OLD })
  await trial.read()
  trial.repository.fullName = NEW
  await trial.read(6)
  await expect(apply(trial, { second: NEW.toUpperCase() })).rejects.toThrow(refused(NEW))
  await rm(join(directory, 'first.yaml'))
  await expect(apply(trial, { second: NEW })).rejects.toThrow(refused(NEW))
  expect(await apply(trial, { second: NEW }, 'false, reason: The first counts it')).toHaveLength(1)
  await expect(apply(trial, { second: NEW })).rejects.toThrow(refused(NEW))
})

test('[R23] [R49] a former name is free for another project, and does not count while it leads to the same repository', async () => {
  await using trial = await opened()
  await apply(trial, { first: OLD })
  await trial.read()
  trial.repository.fullName = NEW
  await trial.read(6)
  expect(await apply(trial, { second: OLD })).toEqual([
    'first: ',
    `second: source added: github_repository ${OLD}`,
  ])
  await trial.read()
  const once = { first: null, second: COUNTED_ELSEWHERE }
  expect(await counting(trial)).toEqual(once)
  expect(await apply(trial, {})).toEqual(['first: ', 'second: '])
  await trial.read(6)
  expect(await counting(trial)).toEqual(once)
  await apply(trial, { first: 'lumen-labs/other' })
  expect(await counting(trial)).toEqual({ first: null, second: null })
  expect(await countingShips(trial)).toEqual(['second'])
})

test('[R23] a repository that its project no longer names counts for the other one at once, and its ships count once', async () => {
  await using trial = await openedWithFormerName()
  expect(await countingShips(trial)).toEqual(['first'])
  await rm(join(directory, 'second.yaml'))
  await trial.database.deleteFrom('project_work').execute()
  await apply(trial, { first: 'lumen-labs/other' })
  expect(await counting(trial)).toEqual({ first: null, second: null })
  expect(await countingShips(trial)).toEqual(['second'])
  const marked = await trial.database.selectFrom('project_work').select('ledger_due_since').execute()
  expect(marked).toHaveLength(2)
  await apply(trial, { first: NEW }, 'false, reason: It is of the second')
  expect(await countingShips(trial)).toEqual(['second'])
})

test('[R23] of three projects that name a repository, the one that named it first after the first counts it', async () => {
  await using trial = await opened()
  trial.repository.fullName = NEW
  await apply(trial, { first: OLD })
  await apply(trial, { second: 'lumen-labs/lumen-1' })
  await apply(trial, { third: 'lumen-labs/lumen-2' })
  await trial.read()
  await trial.read(6)
  expect(await counting(trial)).toEqual({ first: null, second: COUNTED_ELSEWHERE, third: COUNTED_ELSEWHERE })
  await rm(join(directory, 'second.yaml'))
  await rm(join(directory, 'third.yaml'))
  await apply(trial, { first: 'lumen-labs/other' })
  expect(await counting(trial)).toEqual({ first: null, second: null, third: COUNTED_ELSEWHERE })
})

test('[R23] the words of an earlier version for a repository that counts elsewhere are renewed', async () => {
  await using trial = await openedWithFormerName()
  await trial.database
    .updateTable('sources')
    .set({ not_counted_reason: COUNTED_ELSEWHERE_BEFORE })
    .where('not_counted_reason', '=', COUNTED_ELSEWHERE)
    .execute()
  await trial.read(6)
  expect(await counting(trial)).toEqual({ first: null, second: COUNTED_ELSEWHERE })
})

test('[R23] two names that turn out to be one repository count for the project that had it first', async () => {
  await using trial = await opened()
  trial.repository.fullName = NEW
  await apply(trial, { second: OLD })
  await apply(trial, { first: NEW })
  await trial.read()
  await trial.read(6)
  const once = { second: null, first: COUNTED_ELSEWHERE }
  expect(await counting(trial)).toEqual(once)
  expect(await apply(trial, {})).toEqual(['first: ', 'second: '])
  expect(await counting(trial)).toEqual(once)
})

test('a repository that goes from one file to another counts for the project that has it now', async () => {
  await using trial = await opened()
  await apply(trial, { first: OLD })
  await trial.read()
  const other = { id: 5, full_name: 'lumen-labs/other' }
  trial.override = ({ url = '' }) =>
    /other|repositories.5/.test(url) ? { body: JSON.stringify(/s$/.test(url) ? [] : other) } : undefined
  await apply(trial, { first: other.full_name, second: OLD })
  await trial.read()
  expect(await counting(trial)).toEqual({ first: null, second: null })
})
