import { expect, test } from 'vitest'
import { ChainFailure } from '#collectors/chain/failure.ts'
import { readConfig } from '../config.ts'
import { missingSettings, missingState, warnAboutNewerMigrations } from './warnings.ts'

const COMPLETE = {
  BASE_URL: '',
  GITHUB_TOKEN: 'ghp_1',
  CONTACT_URL: 'https://research.example/about',
  MARKET_CANARY_TOKEN: '0x00000000000000000000000000000000000000aa',
  NODE_ENV: 'production',
  WEBHOOK_MASTER_KEY: 'a-master-key-of-at-least-32-characters',
}

test.each([
  { newerMigrations: [], warnings: [] },
  { newerMigrations: ['0099_next.sql'], warnings: [{ migrations: ['0099_next.sql'] }] },
])('warns once of the migrations of a newer version: $newerMigrations', ({ newerMigrations, warnings }) => {
  const warned: unknown[] = []
  warnAboutNewerMigrations({ newerMigrations, logger: { warn: (fields: unknown) => warned.push(fields) } })
  expect(warned).toEqual(warnings)
})

test('[R7] a complete configuration has no warning', () => {
  expect(missingSettings(readConfig(COMPLETE))).toEqual([])
})

test.each([
  ['GITHUB_TOKEN', /^GITHUB_TOKEN is not set: .*60 requests an hour/],
  ['CONTACT_URL', /^CONTACT_URL is not set: .*may refuse/],
  ['MARKET_CANARY_TOKEN', /^MARKET_CANARY_TOKEN is not set: .*unknown market/],
  ['WEBHOOK_MASTER_KEY', /^WEBHOOK_MASTER_KEY is not set: .*unavailable/],
])('[R7] without %s there is one warning', (name, warning) => {
  expect(missingSettings(readConfig({ ...COMPLETE, [name]: '' }))).toEqual([expect.stringMatching(warning)])
})

test.each([
  ['an archive node', async () => '0x' as const, undefined, undefined],
  [
    'a node without old state',
    () => Promise.reject(new ChainFailure('no_state', 'eth_getCode: missing trie node')),
    'old_state',
    /^RPC_URL names no archive node: .*unknown$/,
  ],
  [
    'a node that does not answer',
    () => Promise.reject(new ChainFailure('unavailable', 'eth_getCode: the connection failed')),
    'answer',
    /^RPC_URL does not answer \(eth_getCode: the connection failed\): .*unknown until it does$/,
  ],
])('[R7] the warning for %s', async (_, code, lacks, warning) => {
  const said = await missingState({ code })
  if (warning === undefined) expect(said).toBeUndefined()
  else expect(said).toMatchObject({ lacks, says: expect.stringMatching(warning) })
})
