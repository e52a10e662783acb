import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { REASONS } from '#client/card-lines.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { forFile } from '#test/run/for-file.ts'
import { someAddress, storeToken } from '#test/service/http-service.ts'
import { REASON_WORDS } from '#views/words/figures.ts'
import { openServed } from './served.ts'

const BIN = join(import.meta.dirname, '../../clients/typescript/src/bin.ts')
const run = promisify(execFile)
const print = (...args: readonly string[]) => run(process.execPath, [BIN, ...args])

const served = await forFile(openServed())

/** The value of each printed line, by the name of the line. */
async function cardOf(token: string): Promise<Readonly<Record<string, string>>> {
  const { stdout } = await print('card', token, '--url', served.url)
  return Object.fromEntries(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/)),
  )
}

test('a card is printed in plain words', async () => {
  const { address } = await storeToken({ evidence: KNOWN }, served.service.database)
  const card = await cardOf(address)
  expect(card['Project']).toMatch(/^Lumen, https:/)
  expect(card['Ships in 30 days']).toMatch(/^\d+$/)
  expect(card['Last release']).not.toMatch('unknown')
})

test('a card of a project that nothing was read of says unknown, and never 0 or none', async () => {
  const stored = await storeToken({ name: 'Ember\u001b[31m' }, served.service.database)
  const card = await cardOf(stored.address)
  expect(card['Project']).toMatch(/^Ember \[31m, /)
  for (const name of ['Last activity', 'Last ship', 'Ships in 30 days', 'Repository', 'Commits in 30 days'])
    expect([name, card[name]]).toEqual([name, 'unknown (not watched for long enough yet)'])
  expect(Object.values(card).filter((words) => /^(?:0|none|null|undefined|)$/.test(words))).toEqual([])
})

test('a token that is not published, and an unknown option, end with words and a status', async () => {
  const refused = print('card', someAddress(), '--url', served.url)
  await expect(refused).rejects.toMatchObject({
    code: 1,
    stderr: 'No published project has this contract as its token.\n',
  })
  await expect(print('card')).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(/^Usage:/) })
})

test('reasons have the words of the pages', () => {
  expect(REASON_WORDS).toMatchObject(REASONS)
})
