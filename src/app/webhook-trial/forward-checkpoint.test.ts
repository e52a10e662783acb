import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { Cursor } from '#contract/ids.ts'
import { findForwardCheckpoint, saveForwardCheckpoint } from './forward-checkpoint.ts'

const ROUTE = { url: 'http://127.0.0.1:4663', forward: 'http://127.0.0.1:3000/hook' }
const PLACE = { after: 'c1.7' as Cursor, forwarded: ['ship:a revision 1'] }
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-place-'))
  return () => rm(folder, { recursive: true, force: true })
})

test('stores the checkpoint of each pair of service and receiver by itself, in a folder that it makes', async () => {
  const dataDir = join(folder, 'not/yet/made')
  const route = { dataDir, ...ROUTE }
  expect(await findForwardCheckpoint(route)).toBeUndefined()
  await saveForwardCheckpoint(route, { after: 'c1.3' as Cursor, forwarded: [] })
  await saveForwardCheckpoint(route, PLACE)
  expect(await findForwardCheckpoint(route)).toEqual(PLACE)
  expect(await findForwardCheckpoint({ ...route, forward: 'http://127.0.0.1:3001/hook' })).toBeUndefined()
  expect(await findForwardCheckpoint({ ...route, url: 'https://svc.example' })).toBeUndefined()
})

test.each(['', '{', '{}', '{"after":"x1.7","forwarded":[]}'])(
  'refuses a file that holds %j',
  async (text) => {
    const route = { dataDir: folder, ...ROUTE }
    await saveForwardCheckpoint(route, PLACE)
    const [file = ''] = await readdir(folder)
    await writeFile(join(folder, file), text)
    await expect(findForwardCheckpoint(route)).rejects.toThrow(/^Invalid .*: delete it, or set --after$/)
  },
)
