import { expect, test } from 'vitest'
import { parseSlug, type Slug } from '#contract/ids.ts'
import { inTransaction } from '#records/database.ts'
import { saveProjectSlug } from '#records/project/projects.ts'
import { evaluatedCast } from '#test/given/evaluated-cast.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { NOW } from '#test/service/http-service.ts'
import { runFor } from '#test/webhooks/ledger.ts'
import { readCoverage } from './coverage.ts'
import type { ReadDeps } from './deps.ts'
import { readExplain } from './explain.ts'
import { readFullProject } from './full-project.ts'
import { readProject } from './project.ts'
import { readSnapshot } from './snapshot.ts'

const { database } = await fileDatabase()
const known = await evaluatedCast(NOW, database)
const cast = known.map(({ id, slug }) => ({ id, slug: parseSlug(slug) as Slug }))
for (const { id } of cast.slice(0, 3)) await runFor(id, database)
const deps: ReadDeps = { reader: database, now: NOW, site: { baseUrl: 'https://svc.example' } }

test('one loading of a project answers as its own reads do', async () => {
  expect(cast.length).toBeGreaterThan(20)
  for (const { slug } of cast) {
    const of = { slug, ignoredParameters: [] }
    const { project: _, tokenVerification: __, lockers: ___, ...full } = await readFullProject({ slug }, deps)
    expect(full).toEqual({
      dossier: await readProject(of, deps),
      snapshot: await readSnapshot(of, deps),
      coverage: await readCoverage(of, deps),
      activity: await readExplain({ ...of, fact: 'activity.status' }, deps),
    })
  }
})

test('a former slug moves to the current one, and a slug of nothing is not found', async () => {
  const [known] = cast
  if (known === undefined) throw new Error('No project is stored: expected a cast')
  const other = 'another-name' as Slug
  await inTransaction(database, (writer) => saveProjectSlug({ id: known.id, slug: other, now: NOW }, writer))
  await expect(readFullProject({ slug: known.slug }, deps)).rejects.toMatchObject({ slug: other })
  await expect(readFullProject({ slug: 'never-was' as Slug }, deps)).rejects.toMatchObject({
    code: 'not_found',
  })
})
