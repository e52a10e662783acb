import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { applyCatalogue } from './catalogue.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')
const { database } = await fileDatabase()

async function establish(by: string, description = ''): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-speaking-'))
  const text = `slug: opaline
name: Opaline
description: "About ${description}"
state: published
sources:
  - { kind: website, locator: "https://opaline.example", established: { by: ${by} }, counted: true }
`
  await writeFile(join(directory, 'opaline.yaml'), text)
  await applyCatalogue(directory, { database, now: NOW, lockers: [] })
  await rm(directory, { recursive: true })
}

/** When the site was last tried and last read for the token that it names, and when it is due again. */
const naming = () =>
  database
    .selectFrom('source_streams')
    .select(['last_tried_at', 'last_ok_at', 'due_at'])
    .where('stream', '=', 'token_naming')
    .executeTakeFirstOrThrow()
const READ = { last_tried_at: NOW, last_ok_at: NOW, due_at: NOW }
const UNREAD = { last_tried_at: null, last_ok_at: null, due_at: toInstant('1970-01-01T00:00:00Z') }

test('a site that counts again is unread in the token that it names, because its readings looked for none', async () => {
  await establish('mutual')
  const { id } = await database.selectFrom('sources').select('id').executeTakeFirstOrThrow()
  const stream = { source_id: id, stream: 'token_naming', provider: 'site', cadence_seconds: 86_400 }
  await database
    .insertInto('source_streams')
    .values({ ...stream, coverage: 'present_state', ...READ, first_ok_at: NOW, last_outcome: 'fresh' })
    .execute()
  await establish('mutual', 'something else')
  expect(await naming()).toEqual(READ)
  await establish('self_reported')
  await database.updateTable('source_streams').set(READ).execute()
  await establish('mutual')
  expect(await naming()).toEqual(UNREAD)
})
