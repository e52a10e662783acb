import { open, rename, rm } from 'node:fs/promises'

/** A file that only its owner can read, unless `mode` says otherwise. */
type Written = {
  readonly path: string
  readonly text: string | AsyncIterable<string>
  readonly mode?: number
}

/** Writes a file in one step: a reader, a kill and a full disk meet the old text or the new one. */
export async function replaceFile({ path, text, mode = 0o600 }: Written): Promise<void> {
  const making = `${path}.new`
  // What a kill left keeps its mode.
  await rm(making, { force: true })
  await using file = await open(making, 'w', mode)
  await file.writeFile(text)
  await file.sync()
  await rename(making, path)
}
