import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const BUSY = 5

/**
 * Takes the lock by which only one `svc up` uses a data folder, until disposed; undefined when another process has it.
 * It is a lock of the operating system on an empty SQLite file, so it always ends with its process.
 */
export function holdFolderLock(dataDir: string): Disposable | undefined {
  const file = new DatabaseSync(join(dataDir, 'up.lock'))
  try {
    file.exec('begin exclusive')
    return { [Symbol.dispose]: () => file.close() }
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return undefined
    throw error
  }
}
