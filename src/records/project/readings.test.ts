import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { addMs, HOUR_MS } from '#contract/time.ts'
import { aProject, aSource, aStream, DEFAULT_NOW } from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { getReadings } from './readings.ts'

const { database } = await fileDatabase()

const dueAt = (hours: number) => addMs(DEFAULT_NOW, hours * HOUR_MS)

async function streamOf(source: Parameters<typeof aSource>[0], stream: string, hours: number) {
  const { id } = await aSource(source, database)
  await aStream({ source_id: String(id), stream, due_at: dueAt(hours) }, database)
}

async function aReadProject() {
  const slug = `lumen-${randomUUID()}` as Slug
  const { id } = await aProject({ slug, state: 'published', published_at: DEFAULT_NOW }, database)
  const own = { project_id: String(id), attached_at: DEFAULT_NOW }
  return { own, next: async () => (await getReadings([slug], database)).get(slug)?.next }
}

test('a reading of a source that only the project names shows nothing of it', async () => {
  const { own, next } = await aReadProject()
  const said = { ...own, established_by: 'self_reported' } as const
  await streamOf({ ...said, kind: 'website', locator: 'https://said.example/' }, 'token_naming', 1)
  await streamOf({ ...said, kind: 'github_repository', locator: 'said/code' }, 'commits', 1)
  expect(await next()).toMatchObject({ building: null, token_verification: null })
  await streamOf({ ...own, kind: 'website', locator: 'https://own.example/' }, 'token_naming', 6)
  expect(await next()).toMatchObject({ building: null, token_verification: dueAt(6) })
})

test('a source that was detached is not read again', async () => {
  const { own, next } = await aReadProject()
  await streamOf({ ...own, detached_at: DEFAULT_NOW }, 'commits', 1)
  expect(await next()).toMatchObject({ building: null })
  await streamOf({ ...own, locator: 'lumen-labs/core' }, 'commits', 6)
  expect(await next()).toMatchObject({ building: dueAt(6) })
})
