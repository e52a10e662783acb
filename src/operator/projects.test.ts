import { expect, test } from 'vitest'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import { aProject, DEFAULT_NOW } from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { hideProject, publishProject } from './projects.ts'

const { database } = await fileDatabase()

const after = (days: number): Instant => addMs(DEFAULT_NOW, days * DAY_MS)

test('publishing again keeps the time of the first publication', async () => {
  const { id, slug } = await aProject({ state: 'draft' }, database)
  const timesAfter = async (days: number, move: typeof publishProject) => {
    await move({ slug }, { database, now: after(days) })
    return database
      .selectFrom('projects')
      .select(['state', 'first_published_at', 'published_at', 'hidden_at'])
      .where('id', '=', String(id))
      .executeTakeFirstOrThrow()
  }
  const first = { first_published_at: after(1), published_at: after(1) }
  expect(await timesAfter(1, publishProject)).toEqual({ ...first, state: 'published', hidden_at: null })
  expect(await timesAfter(2, hideProject)).toEqual({ ...first, state: 'hidden', hidden_at: after(2) })
  expect(await timesAfter(9, publishProject)).toEqual({
    state: 'published',
    first_published_at: after(1),
    published_at: after(9),
    hidden_at: after(2),
  })
})
