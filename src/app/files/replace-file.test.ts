import { mkdtempDisposable, open, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { appendToFile, replaceFile } from './replace-file.ts'

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

test('the error of a full disk names the file that was to be replaced, and it keeps its text', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'svc-replace-'))
  const path = join(folder.path, 'file')
  await writeFile(path, 'old')
  async function* lines(): AsyncGenerator<string> {
    yield 'line'
    await using full = await open('/dev/full', 'w')
    await full.writeFile('line')
  }
  await expect(replaceFile({ path, text: lines() })).rejects.toThrow(
    `${path}: ENOSPC: no space left on device, write`,
  )
  expect(await readFile(path, 'utf8')).toBe('old')
})

test('the error of a full disk names the file that was appended to, and other errors are as they were', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'svc-append-'))
  const path = join(folder.path, 'file')
  await symlink('/dev/full', path)
  await expect(appendToFile(path, 'line')).rejects.toThrow(`${path}: ENOSPC: no space left on device, write`)
  const missing = join(folder.path, 'none', 'file')
  await expect(appendToFile(missing, 'line')).rejects.toThrow(/^ENOENT: no such file or directory, open /)
})
