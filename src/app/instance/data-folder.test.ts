import { existsSync } from 'node:fs'
import { mkdtempDisposable, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { holdDataFolder } from './data-folder.ts'
import { readInstanceConfig } from './instance.ts'

afterEach(() => void vi.unstubAllEnvs())

/** A folder with a file and a dangling symbolic link. */
async function oddFolder() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'svc-odd-'))
  await writeFile(join(folder.path, 'file'), '')
  await symlink(join(folder.path, 'nothing'), join(folder.path, 'link'))
  return folder
}

test.each([
  ['a file', 'file', 'ENOTDIR'],
  ['below a file', 'file/data', 'ENOTDIR'],
  ['a link to nothing', 'link', 'ENOENT'],
  ['below /proc', '/proc/data', 'ENOENT'],
  ['below a process of /proc', '/proc/self/data', 'ENOENT'],
])('DATA_DIR is refused when it is %s', async (_, path, code) => {
  await using folder = await oddFolder()
  const dataDir = path.startsWith('/') ? path : join(folder.path, path)
  await expect(holdDataFolder(dataDir)).rejects.toThrow(
    `Invalid DATA_DIR: "${dataDir}", expected a folder that this process can write to (${code})`,
  )
})

test.each(['file', 'file/data'])('a command refuses the data folder %s by its variable', async (path) => {
  await using folder = await oddFolder()
  const dataDir = join(folder.path, path)
  for (const [name, value] of Object.entries({ BASE_URL: '', DATA_DIR: dataDir })) vi.stubEnv(name, value)
  await expect(readInstanceConfig()).rejects.toThrow(
    `Invalid DATA_DIR: "${dataDir}", expected a folder that this process can read (ENOTDIR)`,
  )
})

test('a data folder and those above it are made, and one process holds it', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'svc-new-'))
  const dataDir = join(folder.path, 'new', 'data')
  using _held = await holdDataFolder(dataDir)
  expect(existsSync(dataDir)).toBe(true)
  await expect(holdDataFolder(dataDir)).rejects.toThrow(`Another svc up runs on ${dataDir}`)
})
