import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { openConfiguredCardSigner } from './card-signer.ts'
import { makeLocalKeys } from './local-key.ts'

const KEY = 'an-agent-card-key-of-at-least-32-characters'
let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-card-key-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const configOf = (settings: Readonly<Record<string, string>> = {}) =>
  readConfig({ AGENT_CARD_KEYS: '', NODE_ENV: '', BASE_URL: '', DATA_DIR: dataDir, ...settings })

const namesOf = async (settings?: Readonly<Record<string, string>>) =>
  (await openConfiguredCardSigner(configOf(settings)))?.publicKeys.map(({ kid }) => kid)

test('outside production the agent card gets a key of the data folder, which stays', async () => {
  expect(await namesOf()).toBeUndefined()
  await makeLocalKeys(configOf())
  const path = join(dataDir, 'agent-card-key')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const made = await namesOf()
  expect(made).toHaveLength(1)
  await makeLocalKeys(configOf())
  expect(await namesOf()).toEqual(made)
  expect(await readFile(path, 'utf8')).not.toBe(await readFile(join(dataDir, 'webhook-master-key'), 'utf8'))
})

test('a configured key comes first, and production uses no key of a data folder', async () => {
  await writeFile(join(dataDir, 'agent-card-key'), KEY)
  const local = await namesOf()
  expect(await namesOf({ NODE_ENV: 'production' })).toBeUndefined()
  const configured = await namesOf({ NODE_ENV: 'production', AGENT_CARD_KEYS: `${KEY}-2,${KEY}` })
  expect(configured).toHaveLength(2)
  expect(configured?.[1]).toBe(local?.[0])
})

test.each(['short', `${KEY},short`, `${KEY},`, `${KEY},${KEY},${KEY},${KEY}`])(
  'refuses the keys %s without printing them',
  (keys) => {
    expect(() => configOf({ AGENT_CARD_KEYS: keys })).toThrow(
      'Invalid AGENT_CARD_KEYS: (secret), expected up to 3 keys',
    )
  },
)
