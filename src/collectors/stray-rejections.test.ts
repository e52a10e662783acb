import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const PROCESS = join(import.meta.dirname, '../../test/service/stray-process.ts')

test.each([
  ['fails its reading', '1', { results: ['Error: stray', 'read'], late: [] }],
  ['is reported when its reading has ended', '60', { results: ['read', 'read'], late: ['Error: stray'] }],
])('[R146] a rejection that nobody handles %s, and the process lives', async (_, strayMs, expected) => {
  const { stdout } = await run(process.execPath, [PROCESS, strayMs])
  expect(JSON.parse(stdout)).toEqual(expected)
})

test('[R146] a rejection of no reading ends the process', async () => {
  await expect(run(process.execPath, [PROCESS, '1', 'outside'])).rejects.toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('Error: outside'),
  })
})
