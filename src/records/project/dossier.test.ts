import { expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { addMs } from '#contract/time.ts'
import { SHIPS_RULE } from '#domain/ships/ships.ts'
import { aProject, aShip, aSource, DEFAULT_NOW } from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { loadDossier } from './dossier.ts'

const { database } = await fileDatabase()

test('a ship that is dated further ahead than clocks differ is not shown', async () => {
  const { id, slug } = await aProject({}, database)
  const source = await aSource({ project_id: String(id) }, database)
  const ahead = (ms: number) =>
    aShip(
      {
        project_id: String(id),
        source_id: String(source.id),
        occurred_at: addMs(DEFAULT_NOW, SHIPS_RULE.futureToleranceMs + ms),
      },
      database,
    )
  const [within] = [await ahead(0), await ahead(1)]
  const dossier = await loadDossier({ slug: slug as Slug, now: DEFAULT_NOW }, database)
  expect(dossier?.ships.map((ship) => ship.id)).toEqual([within.evidence])
})

test.each([
  ['a fork', { fork: true, upstream: { fullName: 'base/base' } }, { fork: true, upstream: 'base/base' }],
  ['a fork without a named upstream', { fork: true }, { fork: true, upstream: null }],
  ['no fork', { fork: false }, { fork: false, upstream: null }],
  ['a repository that was not read yet', {}, { fork: null, upstream: null }],
])('a source has what its last reading said of forks: %s', async (_, facts, expected) => {
  const { id, slug } = await aProject({}, database)
  await aSource({ project_id: String(id), facts }, database)
  const dossier = await loadDossier({ slug: slug as Slug, now: DEFAULT_NOW }, database)
  expect(dossier?.sources).toMatchObject([expected])
})
