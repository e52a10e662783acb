import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Slug, toAddress } from '#contract/ids.ts'
import { addMs, HOUR_MS } from '#contract/time.ts'
import { append } from '#ledger/append.ts'
import { runLedger } from '#ledger/write.ts'
import { lockForLedger } from '#records/project/work.ts'
import { aShip, DEFAULT_NOW } from '#test/given/records.ts'
import { countWaiting } from '#test/postgres/database.ts'
import {
  aFinding,
  aWatchedProject,
  fileLedger,
  follow,
  ledgerFaults,
  type Mirror,
  START,
} from '#test/webhooks/ledger.ts'
import { aSubscription } from '#test/webhooks/webhooks.ts'
import { fanOut } from '#webhooks/enqueue.ts'
import { applyCatalogue } from './catalogue.ts'
import { hideProject, publishProject, renameProject } from './projects.ts'

const NOW = DEFAULT_NOW
const LATER = addMs(NOW, HOUR_MS)
const { database } = await fileLedger()
const deps = { database, now: LATER }

const run = () => runLedger({ now: LATER }, { database })
const notify = () => fanOut({ signal: new AbortController().signal, now: () => LATER }, { database })
const namesIn = (mirror: Mirror) =>
  new Set([...mirror.values()].map((entry) => entry.op === 'upsert' && entry.project?.slug))

async function mirrorOf(slug: string): Promise<Mirror> {
  const mirror: Mirror = new Map()
  await follow(mirror, { from: START, filters: { project: slug as Slug } }, database)
  return mirror
}

async function aReleasedProject() {
  const { project, ship } = await aWatchedProject(database)
  await aShip(ship, database)
  await aShip(ship, database)
  await renameProject({ slug: project.slug, newSlug: `${project.slug}-first` }, deps)
  await run()
  return { id: project.id, slug: `${project.slug}-first` as Slug, ship }
}

test('[R104] [case 25] after a rename each standing event has one revision with the new slug, and no webhook', async () => {
  const { slug, ship } = await aReleasedProject()
  await aSubscription({ now: NOW, starts_after: 0 }, database)
  await notify()
  const mirror: Mirror = new Map()
  const seen = await follow(mirror, { from: START, filters: { project: slug } }, database)
  expect([mirror.size, namesIn(mirror)]).toEqual([3, new Set([slug])])

  const renamed = `${slug}-labs` as Slug
  await renameProject({ slug, newSlug: renamed }, deps)
  await aShip(ship, database)
  expect(await run()).toMatchObject({ upserts: 1, revisions: 3, retractions: 0 })
  await follow(mirror, { from: seen, filters: { project: renamed } }, database)
  expect([mirror.size, namesIn(mirror)]).toEqual([4, new Set([renamed])])
  expect(mirror).toEqual(await mirrorOf(renamed))
  expect((await notify()).queued).toBe(1)

  await renameProject({ slug: renamed, newSlug: `${slug}-works` }, deps)
  await hideProject({ slug: `${slug}-works` }, deps)
  expect(await run()).toMatchObject({ upserts: 0, revisions: 0, retractions: 0 })
  await publishProject({ slug: `${slug}-works` }, deps)
  expect(await run()).toMatchObject({ upserts: 4, revisions: 0, retractions: 0 })
  expect(namesIn(await mirrorOf(`${slug}-works`))).toEqual(new Set([`${slug}-works`]))
  expect(await ledgerFaults(database)).toEqual([])
})

test('[R104] a rename waits for a batch that is written, and the next run revises the events of that batch', async () => {
  const { id, slug } = await aReleasedProject()
  const event = { draft: aFinding(7, 'a word'), projectId: id, publishedAt: NOW }
  const { renaming } = await database.transaction().execute(async (writer) => {
    await lockForLedger([id], writer)
    const renaming = renameProject({ slug, newSlug: `${slug}-labs` }, deps)
    await expect.poll(() => countWaiting(database)).toBe(1)
    await append({ events: [event], retractions: [], now: LATER }, writer)
    return { renaming }
  })
  await renaming
  const rows = database
    .selectFrom('changes')
    .innerJoin('projects', 'projects.id', 'changes.project_id')
    .where('projects.id', '=', id)
    .where('superseded_by', 'is', null)
    .select(['position', 'renamed_at_position'])
  const before = await rows.execute()
  expect(before.every((row) => row.position <= Number(row.renamed_at_position))).toBe(true)
  expect(before).toHaveLength(4)
})

const SOURCE = `sources:
  - kind: github_repository
    locator: northlight/maps
    established: { by: mutual, on: 2026-07-20 }
    counted: true
`

test('[R104] another name in the catalogue revises the events once, and another description none', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'svc-names-'))
  const lockers = [toAddress('0x00000000000000000000000000000000000000ff')]
  const apply = async (name: string, description: string) => {
    const text = `slug: northlight\nname: ${name}\ndescription: ${description}\nstate: published\n${SOURCE}`
    await writeFile(join(directory, 'northlight.yaml'), text)
    await applyCatalogue(directory, { ...deps, lockers })
    return run()
  }
  expect(await apply('Northlight', 'A map.')).toMatchObject({ upserts: 1 })
  expect(await apply('Northlight', 'A map of tokens.')).toMatchObject({ upserts: 0, revisions: 0 })
  expect(await apply('Northlight Maps', 'A map of tokens.')).toMatchObject({ upserts: 0, revisions: 1 })
  expect(await apply('Northlight Maps', 'A map.')).toMatchObject({ upserts: 0, revisions: 0 })
  expect([...(await mirrorOf('northlight')).values()]).toMatchObject([
    { revision: 2, project: { name: 'Northlight Maps' } },
  ])
  await rm(directory, { recursive: true })
})
