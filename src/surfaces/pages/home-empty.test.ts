import { expect, test } from 'vitest'
import { rankProjects } from '#evaluate/rank.ts'
import { DEFAULT_NOW } from '#test/given/records.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'

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
  expect(text).toContain('No change is recorded, because the ledger was not written yet.')
  expect(text).not.toContain('<table')
  expect(text).not.toContain('newest activity first')
  expect(text).not.toContain('<ul class="rows"></ul>')
})

const HEADING = /^#+ /
test.each([
  '/index.md',
  '/projects.md',
  '/projects.md?q=nothing',
  '/radar.md',
  '/radar.md?filter=shipping&q=nothing',
  '/changes.md',
  '/reports.md',
  '/compare.md',
  '/status.md',
])('without any record the Markdown of %s has a sentence under each heading', async (path) => {
  const { status, text } = await service.get(path)
  expect(status).toBe(200)
  const lines = text.split('\n').filter((line) => line !== '')
  const bare = lines.filter((line, at) => HEADING.test(line) && HEADING.test(lines[at + 1] ?? '# the end'))
  expect(bare).toEqual([])
  expect(text).toMatch(/\b[Nn]o(?:t|ne)? /)
})
