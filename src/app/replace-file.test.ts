import { mkdtempDisposable, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { replaceFile } from './replace-file.ts'

test.each([
  ['its owner alone', undefined, 0o600],
  ['those whom the mode names', 0o644, 0o644],
])('a file is replaced, and can be read by %s, whatever a kill left', async (_, mode, expected) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'svc-replace-'))
  const path = join(folder.path, 'file')
  await writeFile(path, 'old')
  await writeFile(`${path}.new`, 'half of a longer text', { mode: 0o666 })
  await replaceFile({ path, text: 'new', ...(mode !== undefined && { mode }) })
  expect(await readFile(path, 'utf8')).toBe('new')
  expect((await stat(path)).mode & 0o777).toBe(expected)
  await expect(stat(`${path}.new`)).rejects.toThrow('ENOENT')
})
