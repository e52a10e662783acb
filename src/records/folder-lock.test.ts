import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { holdFolderLock } from './folder-lock.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-lock-'))
  return () => rm(dataDir, { recursive: true, force: true })
})

test('[R4] one holder at a time has the lock of a folder', () => {
  const first = holdFolderLock(dataDir)
  expect(first).toBeDefined()
  expect(holdFolderLock(dataDir)).toBeUndefined()
  first?.[Symbol.dispose]()
  const next = holdFolderLock(dataDir)
  expect(next).toBeDefined()
  next?.[Symbol.dispose]()
})

test('[R4] the lock of a killed process is free', async () => {
  const holder = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { holdFolderLock } from '#records/folder-lock.ts'
       globalThis.lock = holdFolderLock(${JSON.stringify(dataDir)})
       console.log('held'); setInterval(() => {}, 1000)`,
    ],
    { cwd: process.cwd(), stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await once(holder.stdout, 'data')
  expect(holdFolderLock(dataDir)).toBeUndefined()
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const next = holdFolderLock(dataDir)
  expect(next).toBeDefined()
  next?.[Symbol.dispose]()
})

test('names a folder that cannot hold the lock', () => {
  expect(() => holdFolderLock(join(dataDir, 'missing'))).toThrow('unable to open database file')
})
