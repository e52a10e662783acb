import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { castDigest } from './cast/index.ts'
import { Stage } from './stage.ts'

let instance: string
beforeEach(async () => {
  instance = await mkdtemp(join(tmpdir(), 'sandbox-'))
})
afterEach(() => rm(instance, { recursive: true }))

test.each([
  ['another cast', { version: 3, castDigest: 'other' }],
  ['another version', { version: 2, castDigest: castDigest() }],
])('a world of %s is refused, and the whole data folder is to be removed with it', async (_, origin) => {
  const dataDir = join(instance, 'sandbox')
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'world.json'), JSON.stringify(origin))
  const opened = Stage.open({ dataDir, seed: 'test', epoch: undefined, background: false })
  await expect(opened).rejects.toThrow(
    `${dataDir}/world.json was made with another cast of the sandbox: to begin anew, ` +
      `remove the whole DATA_DIR, ${instance}, and use an empty database when DATABASE_URL is set`,
  )
})
