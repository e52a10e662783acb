import { forFile } from '#test/run/for-file.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'

/** A migrated, empty database of a test file, until after its last test. Call it outside of tests. */
export function fileDatabase(options: Parameters<typeof openTestDatabase>[0] = {}): Promise<TestDatabase> {
  return forFile(openTestDatabase(options))
}
