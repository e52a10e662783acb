import { afterAll, beforeAll } from 'vitest'
import { openTestDatabase, type TestDatabase } from './database.ts'

/** A migrated, empty database of a test file, from before its first test until after its last. Call it outside of tests. */
export function fileDatabase(
  options: Parameters<typeof openTestDatabase>[0] = {},
): Pick<TestDatabase, 'database' | 'url'> {
  let opened: TestDatabase | undefined
  beforeAll(async () => {
    opened = await openTestDatabase(options)
  })
  afterAll(() => opened?.[Symbol.asyncDispose]())
  const found = () => {
    if (opened === undefined) throw new Error('the database of a test file is used outside of its tests')
    return opened
  }
  return {
    get database() {
      return found().database
    },
    get url() {
      return found().url
    },
  }
}
