import { readFile } from 'node:fs/promises'
import { errorCodeOf } from '#contract/error-code.ts'

/** The text of a file that can be removed at any time; undefined when there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === 'ENOENT' || code === 'ESRCH') return undefined
    throw error
  }
}
