import { expect, test } from 'vitest'
import { addMs } from '#contract/time.ts'
import { aProject, aReading, aSource, DEFAULT_NOW } from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { countReadingsSince } from './readings.ts'

const { database } = await fileDatabase()

test('counts the attempts of the providers from an instant on', async () => {
  const { id } = await aProject({}, database)
  const source = await aSource({ project_id: String(id) }, database)
  const read = async (ms: number, given: { readonly provider?: string; readonly outcome?: string } = {}) =>
    aReading({ source_id: String(source.id), attempted_at: addMs(DEFAULT_NOW, ms), ...given }, database)
  await Promise.all([
    read(-1),
    read(0),
    read(1),
    read(2, { outcome: 'missing' }),
    read(3, { provider: 'site' }),
  ])
  const counted = await countReadingsSince({ providers: ['github', 'rss'], since: DEFAULT_NOW }, database)
  expect(counted).toEqual({ 'github.fresh': 2, 'github.missing': 1 })
})
