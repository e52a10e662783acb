import { appendFile, open, rename, rm } from 'node:fs/promises'
import { errorCodeOf } from '#contract/error-code.ts'
import { errorMessageOf } from '#contract/error-message.ts'

/** A file that only its owner can read, unless `mode` says otherwise. */
type Written = {
  readonly path: string
  readonly text: string | AsyncIterable<string>
  readonly mode?: number
}

/** Writes a file atomically: readers, and anyone after a kill or on a full disk, see the old text or the new text. */
export async function replaceFile({ path, text, mode = 0o600 }: Written): Promise<void> {
  await namingFile(path, async () => {
    const making = `${path}.new`
    // A file that a kill left keeps its mode.
    await rm(making, { force: true })
    await using file = await open(making, 'w', mode)
    await file.writeFile(text)
    await file.sync()
    await rename(making, path)
  })
}

/** Appends to a file, and resolves when the text is on the disk. */
export async function appendToFile(path: string, text: string): Promise<void> {
  await namingFile(path, () => appendFile(path, text, { flush: true }))
}

/** Adds the file's name to the error of a write, for example of a full disk. Other errors of files name it already. */
async function namingFile(path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (errorCodeOf(error) === undefined || Object.hasOwn(Object(error), 'path')) throw error
    throw new Error(`${path}: ${errorMessageOf(error)}`, { cause: error })
  }
}
