import { expect, test } from 'vitest'
import type { Reader } from '#records/database.ts'
import { aProject } from '#test/given/records.ts'
import type { TestDatabase } from '#test/postgres/database.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { onOneSnapshot } from './deps.ts'

const { database } = await fileDatabase()

async function countTwice(_: object, { reader }: { readonly reader: Reader }): Promise<readonly number[]> {
  const count = async () => (await reader.selectFrom('projects').select('id').execute()).length
  const first = await count()
  await aProject({}, database)
  return [first, await count()]
}

test('a read of several statements does not see writes between them', async () => {
  const deps = { reader: database }
  expect(await countTwice({}, deps)).toEqual([0, 1])
  expect(await onOneSnapshot(countTwice)({}, deps)).toEqual([1, 1])
})

test('a snapshot refuses writes', async () => {
  const write = onOneSnapshot((_: object, { reader }: { readonly reader: Reader }) =>
    aProject({}, reader as TestDatabase['database']),
  )
  await expect(write({}, { reader: database })).rejects.toThrow('read-only transaction')
})
