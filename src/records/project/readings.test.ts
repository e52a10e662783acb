import { expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { addMs, HOUR_MS } from '#contract/time.ts'
import { fileDatabase } from '#test/file-database.ts'
import { aProject, aSource, aStream, DEFAULT_NOW } from '#test/records.ts'
import { getReadings } from './readings.ts'

const { database } = await fileDatabase()

test('a reading of a source that only the project names shows nothing of it', async () => {
  const slug = 'lumen' as Slug
  const { id } = await aProject({ slug, state: 'published', published_at: DEFAULT_NOW }, database)
  const own = { project_id: String(id), attached_at: DEFAULT_NOW }
  const said = { ...own, established_by: 'self_reported' } as const
  const dueAt = (hours: number) => addMs(DEFAULT_NOW, hours * HOUR_MS)
  const streamOf = async (source: Parameters<typeof aSource>[0], stream: string, hours: number) => {
    const { id: sourceId } = await aSource(source, database)
    await aStream({ source_id: String(sourceId), stream, due_at: dueAt(hours) }, database)
  }
  const next = async () => (await getReadings([slug], database)).get(slug)?.next
  await streamOf({ ...said, kind: 'website', locator: 'https://said.example/' }, 'token_naming', 1)
  await streamOf({ ...said, kind: 'github_repository', locator: 'said/code' }, 'commits', 1)
  expect(await next()).toMatchObject({ building: null, token_verification: null })
  await streamOf({ ...own, kind: 'website', locator: 'https://own.example/' }, 'token_naming', 6)
  expect(await next()).toMatchObject({ building: null, token_verification: dueAt(6) })
})
