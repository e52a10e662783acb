import { beforeEach, expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { addMs, type Instant, toInstant } from '#contract/time.ts'
import { getOfProject } from '#records/by-project.ts'
import { getInterfaces } from '#records/contracts/interfaces.ts'
import { type StoredProject, storeProject } from '#test/given/stored-project.ts'
import { readOnce } from '#test/providers/collected-stream.ts'
import { nextAddress, useProviderWorld } from '#test/providers/provider-world.ts'
import { answerNamed, expectAllUsed, PROXY_CASES, recordedAnswers } from '#test/providers/recorded.ts'
import type { Scripted } from '#test/servers/answering-server.ts'
import { blockscoutContract } from './contract.ts'

const recorded = await recordedAnswers('blockscout')
const morning = toInstant('2026-11-20T06:00:00Z')
const noon = toInstant('2026-11-20T12:00:00Z')
const world = useProviderWorld()
let stored: StoredProject
const { parserThread } = world
let contract: ContractAddress

beforeEach(async () => {
  contract = nextAddress()
  stored = await storeProject({ kind: 'explorer', locator: contract }, world.database)
})

function read(answer: Scripted, now: Instant, key?: string) {
  world.server.answer = () => answer
  const one = { collector: blockscoutContract, stored, locator: `blockscout:${contract}`, now }
  const explorerApiKey = key === undefined ? undefined : { reveal: () => key }
  const deps = { parserThread, providers: { explorerApiUrl: world.server.url, explorerApiKey } }
  return readOnce(one, { deps, database: world.database })
}
const readNamed = (name: string, now: Instant) => read(answerNamed(name, recorded), now)
const storedRows = async () =>
  (await getOfProject({ projectId: stored.projectId, get: getInterfaces }, world.database)).map(
    ({ functions, match, verifiedAt, supersededAt }) => ({ functions, match, verifiedAt, supersededAt }),
  )

const VERIFIED: readonly (readonly [name: string, match: string])[] = [
  ['verified', 'exact'],
  ['verified-in-part', 'partial'],
]
const NOT_VERIFIED: readonly (readonly [name: string, detail: string])[] = [
  ['verified-by-bytecode', 'only the bytecode is known'],
  ['bytecode-twin', 'not verified'],
  ['unverified', 'not verified'],
  ['unverified-failed-creation', 'not verified'],
  ['unverified-destroyed', 'not verified'],
]
const REFUSALS: readonly (readonly [name: string, outcome: string, detail: string])[] = [
  ['not-found', 'missing', 'no such contract (404)'],
  ['invalid-address', 'error', 'refused (422)'],
  ['unknown-action', 'error', 'refused (400)'],
  ['wrong-key', 'error', 'refused (401)'],
  ['restricted', 'error', 'refused (403)'],
  ['route-not-found', 'unavailable', 'refused (404)'],
  ['internal-error', 'unavailable', 'server error (500)'],
  ['service-disabled', 'unavailable', 'server error (501)'],
  ['frontend-page', 'unavailable', 'the answer is no JSON, not whole, or too large to read (404)'],
  ['etherscan-error', 'unavailable', 'the answer describes no contract'],
  ['cut', 'unavailable', 'the answer is no JSON, not whole, or too large to read (200)'],
  ['empty-body', 'unavailable', 'the answer is no JSON, not whole, or too large to read (200)'],
]
const LIMITS: readonly (readonly [name: string, pauseMs: number | undefined])[] = [
  ['limit', 90_000],
  ['limit-of-unknown-end', undefined],
]
/** Answers that `recorded-calls.test.ts` uses. */
const OF_CALLS = ['block-not-there', 'block-lost-consensus', 'indexing', 'no-transactions']
const PARTS = ['transactions', 'transactions-part']

test('every recorded answer is used, and names its source', () => {
  const used = [...VERIFIED, ...NOT_VERIFIED, ...REFUSALS, ...LIMITS].map(([name]) => name)
  expectAllUsed([...used, ...OF_CALLS, ...PARTS], recorded)
})

test.each(VERIFIED)('an answer %s stores an interface with match %s', async (name, match) => {
  expect(await readNamed(name, noon)).toMatchObject({ outcome: 'fresh' })
  expect(await storedRows()).toEqual([
    { functions: 2, match, verifiedAt: '2026-11-19T10:15:30.123Z', supersededAt: null },
  ])
})

test.each(NOT_VERIFIED)(
  '[R32] an answer %s says "%s", twice before an interface ends',
  async (name, detail) => {
    await readNamed('verified', morning)
    expect(await readNamed(name, noon)).toMatchObject({ outcome: 'fresh', detail })
    expect(await storedRows()).toMatchObject([{ supersededAt: null }])
    const later = addMs(noon, 7_200_000)
    await readNamed(name, later)
    expect(await storedRows()).toMatchObject([{ supersededAt: later }])
  },
)

test.each(REFUSALS)('[R27] [R30] an answer %s is %s and ends no interface', async (name, outcome, detail) => {
  await readNamed('verified', morning)
  for (const hours of [0, 2, 4])
    expect(await readNamed(name, addMs(noon, hours * 3_600_000))).toMatchObject({ outcome, detail })
  expect(await storedRows()).toMatchObject([{ supersededAt: null }])
})

test.each(LIMITS)('[R36] an answer %s pauses for %s ms', async (name, pauseMs) => {
  const collected = await readNamed(name, noon)
  expect(collected.outcome).toBe('rate_limited')
  expect(collected.coolOffUntil).toBe(pauseMs === undefined ? undefined : addMs(noon, pauseMs))
})

// What the PRO API answers without a key, with its words of 2026-11.
const PAYMENT: Scripted = {
  status: 402,
  headers: { 'content-type': 'application/json' },
  body: '{"error":"Proceed with API key or make a X402 payment to continue"}',
}

test.each([
  ['without a key', undefined, { outcome: 'error', detail: 'a key is needed, and none is set (402)' }],
  [
    'with a key',
    'proapi_of_test',
    {
      outcome: 'rate_limited',
      detail: 'the key has no credits left (402)',
      coolOffUntil: toInstant('2026-11-21T00:00:00Z'),
    },
  ],
])('[R36] a demand for payment %s ends no interface', async (_, key, expected) => {
  await readNamed('verified', morning)
  expect(await read(PAYMENT, noon, key)).toEqual(expected)
  expect(await storedRows()).toMatchObject([{ supersededAt: null }])
})

test.each(PROXY_CASES)('[R27] [R36] a proxy’s answer %s is %s', async (_, outcome, answer) => {
  await readNamed('verified', morning)
  expect(await read(answer, noon)).toMatchObject({ outcome })
  expect(await storedRows()).toMatchObject([{ supersededAt: null }])
})
