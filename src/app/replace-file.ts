import { chmod, rename, writeFile } from 'node:fs/promises'

/** Writes a file that only its owner can read. A kill or a full disk leaves the old text or has the new one. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const making = `${path}.new`
  await writeFile(making, text, { mode: 0o600 })
  await chmod(making, 0o600)
  await rename(making, path)
}
