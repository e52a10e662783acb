import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toAddress } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { applyCatalogue } from './catalogue.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')
const TOKEN = '0x00000000000000000000000000000000000000aa'
const [ONE, OTHER] = [
  '0x00000000000000000000000000000000000000f1',
  '0x00000000000000000000000000000000000000f2',
]

const { database } = await fileDatabase()

/** Applies a project with a token; returns the locators of its attached lockers. */
async function lockersAfter(...lockers: readonly string[]): Promise<readonly string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-catalogue-'))
  const lines = ['slug: lumen', 'name: Lumen', 'state: published', 'token:', `  address: "${TOKEN}"`]
  await writeFile(join(directory, 'lumen.yaml'), lines.join('\n'))
  await applyCatalogue(directory, { database, now: NOW, lockers: lockers.map(toAddress) })
  await rm(directory, { recursive: true })
  const sources = await database
    .selectFrom('sources')
    .select('locator')
    .where('kind', '=', 'locker')
    .where('detached_at', 'is', null)
    .orderBy('locator')
    .execute()
  return sources.map(({ locator }) => locator)
}

test('[R52] a token has a source at each locker, and that of a locker that is left out is detached', async () => {
  expect(await lockersAfter(ONE)).toEqual([`${ONE}:${TOKEN}`])
  expect(await lockersAfter(ONE, OTHER)).toEqual([`${ONE}:${TOKEN}`, `${OTHER}:${TOKEN}`])
  expect(await lockersAfter(OTHER)).toEqual([`${OTHER}:${TOKEN}`])
})
