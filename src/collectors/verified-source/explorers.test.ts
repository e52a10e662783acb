import { beforeEach, expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { addMs, type Instant, toInstant } from '#contract/time.ts'
import { getOfProject } from '#records/by-project.ts'
import { getInterfaces } from '#records/contracts/interfaces.ts'
import { type StoredProject, storeProject } from '#test/given/stored-project.ts'
import { readOnce } from '#test/providers/collected-stream.ts'
import { nextAddress, useProviderWorld } from '#test/providers/provider-world.ts'
import type { Scripted } from '#test/servers/answering-server.ts'
import { blockscoutContract } from '../blockscout/contract.ts'
import { openParserThread, type ParserThread } from '../parser-thread/parser-thread.ts'
import { sourcifyContract } from '../sourcify/contract.ts'

const morning = toInstant('2026-11-20T06:00:00Z')
const noon = toInstant('2026-11-20T12:00:00Z')
const evening = toInstant('2026-11-20T18:00:00Z')
const poke = { type: 'function', name: 'poke', inputs: [], outputs: [], stateMutability: 'nonpayable' }
const poked = { type: 'event', name: 'Poked', inputs: [] }
const world = useProviderWorld()
let stored: StoredProject
const { parserThread } = world
let contract: ContractAddress

beforeEach(async () => {
  contract = nextAddress()
  stored = await storeProject({ kind: 'explorer', locator: contract }, world.database)
})

const json = (value: unknown, status = 200): Scripted => ({ status, body: JSON.stringify(value) })
const storedRows = async () =>
  (await getOfProject({ projectId: stored.projectId, get: getInterfaces }, world.database)).map(
    ({ functions, events, match, detectedAt, observedAt, supersededAt }) => ({
      functions,
      events,
      match,
      detectedAt,
      observedAt,
      supersededAt,
    }),
  )

function readBlockscout(answer: Scripted, now: Instant, by: ParserThread = parserThread) {
  world.server.answer = () => answer
  const read = { collector: blockscoutContract, stored, locator: `blockscout:${contract}`, now }
  const providers = { explorerApiUrl: world.server.url, explorerApiKey: { reveal: () => 'secret-key' } }
  const deps = { parserThread: by, providers }
  return readOnce(read, { deps, database: world.database })
}
function readSourcify(answer: Scripted, now: Instant, by: ParserThread = parserThread) {
  world.server.answer = () => answer
  const read = { collector: sourcifyContract, stored, locator: `sourcify:${contract}`, now }
  return readOnce(read, {
    deps: { parserThread: by, providers: { sourcifyUrl: world.server.url } },
    database: world.database,
  })
}

const atBlockscout = (abi: readonly object[]) => json({ is_verified: true, is_fully_verified: true, abi })
const atSourcify = (abi: readonly object[]) => json({ match: 'match', address: contract, abi })
const first = { functions: 1, events: 0, match: 'exact', detectedAt: morning }
const second = { functions: 1, events: 1, match: 'exact', detectedAt: noon }

test('a changed interface is a new record that supersedes the previous one', async () => {
  expect((await readBlockscout(atBlockscout([poke]), morning)).outcome).toBe('fresh')
  expect(world.server.asked.at(-1)).toBe(`/api/v2/smart-contracts/${contract}`)
  await readBlockscout(atBlockscout([poke, poked]), noon)
  await readBlockscout(atBlockscout([poked, poke]), evening)
  expect(await storedRows()).toEqual([
    { ...first, observedAt: morning, supersededAt: noon },
    { ...second, observedAt: evening, supersededAt: null },
  ])
})

test.each([
  ['Blockscout', readBlockscout, atBlockscout],
  ['Sourcify', readSourcify, atSourcify],
])(
  '[R31] %s has an event that cannot be read: the interface is recorded, and the reading is partial',
  async (_, read, withAbi) => {
    const partial = 'entries of the interface that could not be read, or not in whole: 1'
    expect(await read(withAbi([poke, { type: 'event', name: 'Odd' }]), morning)).toMatchObject({
      outcome: 'fresh',
      partial,
    })
    expect(await storedRows()).toMatchObject([{ functions: 1, events: 1, supersededAt: null }])
    const methods = await world.database
      .selectFrom('interface_methods')
      .innerJoin('interfaces', 'interfaces.digest', 'interface_methods.digest')
      .where('interfaces.contract', '=', contract)
      .select('signature')
      .execute()
    expect(methods).toEqual([{ signature: 'poke()' }])
  },
)

test('[R31] a function without a readable name is stored as one, beside the functions that have a selector', async () => {
  const partial = 'entries of the interface that could not be read, or not in whole: 1'
  const odd = { type: 'function', inputs: [] }
  expect(await readSourcify(atSourcify([poke, odd]), morning)).toMatchObject({ outcome: 'fresh', partial })
  const stored = () =>
    world.database
      .selectFrom('interfaces')
      .leftJoin('interface_methods', 'interface_methods.digest', 'interfaces.digest')
      .where('interfaces.contract', '=', contract)
      .where('superseded_at', 'is', null)
      .select(['functions', 'unnamed_functions', 'signature'])
      .execute()
  expect(await stored()).toEqual([{ functions: 2, unnamed_functions: 1, signature: 'poke()' }])
})

test('sends the key in a header, never in the URL', async () => {
  let authorization: string | undefined
  world.server.answer = (request) => {
    authorization = request.headers.authorization
    return json({}, 404)
  }
  const read = { collector: blockscoutContract, stored, locator: `blockscout:${contract}`, now: noon }
  const providers = {
    explorerApiUrl: `${world.server.url}/4663/api/v2/`,
    explorerApiKey: { reveal: () => 'k' },
  }
  await readOnce(read, { deps: { parserThread, providers }, database: world.database })
  expect(authorization).toBe('Bearer k')
  expect(world.server.asked.at(-1)).toBe(`/4663/api/v2/smart-contracts/${contract}`)
})

const unverified = () => json({ match: null, address: contract }, 404)
const partial = { ...first, match: 'partial' }

test('[R32] one "not verified" leaves a verified interface; the second, an hour later, supersedes it', async () => {
  await readSourcify(atSourcify([poke]), morning)
  for (const at of [noon, addMs(noon, 3_599_999)]) {
    expect(await readSourcify(unverified(), at)).toMatchObject({ outcome: 'fresh' })
    expect(await storedRows()).toEqual([{ ...partial, observedAt: morning, supersededAt: null }])
  }
  await readSourcify(unverified(), evening)
  expect(await storedRows()).toEqual([{ ...partial, observedAt: morning, supersededAt: evening }])
})

test.each([
  ['Blockscout', readBlockscout, atBlockscout, () => json({ is_verified: true, abi: null })],
  ['Sourcify', readSourcify, atSourcify, () => json({ match: 'match', address: contract, abi: null })],
])('%s has no interface of verified code: the one that it had stays', async (_, read, withAbi, without) => {
  await read(withAbi([poke]), morning)
  for (const now of [noon, evening]) {
    expect(await read(without(), now)).toMatchObject({
      outcome: 'fresh',
      detail: 'verified, without an interface',
    })
  }
  expect(await storedRows()).toMatchObject([{ detectedAt: morning, supersededAt: null }])
})

test.each([
  ['Blockscout', readBlockscout, atBlockscout, () => json({ is_verified: true, abi: null })],
  ['Sourcify', readSourcify, atSourcify, () => json({ match: 'match', address: contract, abi: null })],
])(
  '%s has verified code without an interface: it is noted until the next answer',
  async (_, read, withAbi, without) => {
    const isNoted = async (answer: Scripted, now: Instant) => {
      const { position } = await read(answer, now)
      return typeof position === 'object' && position !== null && 'withoutInterface' in position
    }
    expect(await isNoted(without(), morning)).toBe(true)
    expect(await isNoted(withAbi([poke]), noon)).toBe(false)
  },
)

test('[R32] an interface that answered in between must be missing twice again', async () => {
  await readSourcify(atSourcify([poke]), morning)
  await readSourcify(unverified(), noon)
  await readSourcify(atSourcify([poke]), evening)
  await readSourcify(unverified(), addMs(evening, 7_200_000))
  expect(await storedRows()).toEqual([{ ...partial, observedAt: evening, supersededAt: null }])
})

test('[R32] an interface that returns is current, and must be missing twice again', async () => {
  await readSourcify(atSourcify([poke]), morning)
  await readSourcify(unverified(), noon)
  await readSourcify(unverified(), evening)
  await readSourcify(atSourcify([poke]), addMs(evening, 7_200_000))
  await readSourcify(unverified(), addMs(evening, 9_000_000))
  expect(await storedRows()).toMatchObject([{ supersededAt: null }])
})

test('[R46] each explorer keeps the source that it has, also when the other has another or none any more', async () => {
  await readBlockscout(atBlockscout([poke]), morning)
  await readSourcify(atSourcify([poke, poked]), noon)
  const own = { ...first, observedAt: morning, supersededAt: null }
  expect(await storedRows()).toEqual([
    own,
    { ...second, match: 'partial', observedAt: noon, supersededAt: null },
  ])
  await readSourcify(unverified(), evening)
  await readSourcify(unverified(), addMs(evening, 7_200_000))
  expect(await storedRows()).toMatchObject([
    own,
    { match: 'partial', supersededAt: addMs(evening, 7_200_000) },
  ])
})

test.each<[string, Scripted, string]>([
  ['404', json({ message: 'Not found' }, 404), 'missing'],
  ['400', json({ message: 'Invalid parameter(s)' }, 400), 'error'],
  ['[R27] 404 with a page', { status: 404, body: '<html>' }, 'unavailable'],
  ['[R27] 404 with another message', json({ message: 'no such route' }, 404), 'unavailable'],
  ['[R36] a challenge', { status: 403, body: '<html>Just a moment</html>' }, 'unavailable'],
  ['an error with status 200', json({ status: '0', message: 'x', result: null }), 'unavailable'],
  ['a body cut short', { body: '{"is_verified":tr' }, 'unavailable'],
  ['verified with a broken ABI', json({ is_verified: true, abi: [{}] }), 'unavailable'],
  ['a server error', { status: 500, body: '' }, 'unavailable'],
])('Blockscout, %s: the stored interface stays', async (_, answer, outcome) => {
  await readBlockscout(atBlockscout([poke]), morning)
  const collected = await readBlockscout(answer, noon)
  expect(collected).toMatchObject({ outcome, detail: expect.any(String) })
  expect(JSON.stringify(collected)).not.toContain('secret-key')
  expect(await storedRows()).toEqual([{ ...first, observedAt: morning, supersededAt: null }])
})

/** An ABI within every bound: 3,000 functions of 60 parameters. */
const LARGE_ABI = Array.from({ length: 3000 }, (_, n) => ({
  type: 'function',
  name: `f${n}`,
  outputs: [],
  inputs: Array.from({ length: 60 }, () => ({ type: 'uint256' })),
}))
test.each([
  ['Blockscout', (by: ParserThread) => readBlockscout(atBlockscout(LARGE_ABI), noon, by)],
  ['Sourcify', (by: ParserThread) => readSourcify(atSourcify(LARGE_ABI), noon, by)],
])('[R95] %s, a contract that takes too long to parse leaves the stored interface', async (_, readLarge) => {
  await readBlockscout(atBlockscout([poke]), morning)
  await using hasty = openParserThread(5)
  expect(await readLarge(hasty)).toEqual({
    outcome: 'unavailable',
    detail: 'the contract took too long to parse',
  })
  expect(await storedRows()).toEqual([{ ...first, observedAt: morning, supersededAt: null }])
})
