import { expect, test } from 'vitest'
import { rankProjects } from '#evaluate/rank.ts'
import { httpServiceOfFile } from '#test/file-service.ts'
import { DEFAULT_NOW } from '#test/records.ts'

const service = await httpServiceOfFile()

test('without a published project the first page says so in words, and has no list and no table without rows', async () => {
  await rankProjects(
    { signal: new AbortController().signal },
    { database: service.database, clock: () => DEFAULT_NOW },
  )
  const { body } = await service.get('/api/builders')
  expect(body).toMatchObject({ available: true, total: 0 })
  const { status, text } = await service.get('/')
  expect(status).toBe(200)
  expect(text).toContain('No project is ranked.')
  expect(text).toContain('No change is recorded.')
  expect(text).not.toContain('<table')
  expect(text).not.toContain('newest activity first')
  expect(text).not.toContain('<ul class="rows"></ul>')
})
