import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { CHAIN_ID, type ContractAddress } from '#contract/ids.ts'
import { addMs, type CalendarDate, DAY_MS, toInstant } from '#contract/time.ts'
import { callsOver } from '#domain/contracts/contract-use.ts'
import type { HeldContract } from '#domain/contracts/held-contract.ts'
import { recordsOf } from '#records/by-project.ts'
import { inTransaction } from '#records/database.ts'
import { address, recordOf } from '#test/given/contract-record.ts'
import { type StoredProject, storeProject } from '#test/given/stored-project.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { getAnsweringCode } from './answering-code.ts'
import { getContractUse } from './contract-use.ts'
import { saveImplementations } from './implementations.ts'
import { saveInterfaceMethods } from './interface-methods.ts'
import { saveInterface } from './interfaces.ts'
import { saveUse } from './method-use.ts'

const [A, B, C] = [address(0xa), address(0xb), address(0xc)]
const NAMES = new Map<ContractAddress | null, string>([
  [A, 'A'],
  [B, 'B'],
  [C, 'C'],
])
const on = (day: number) => addMs(toInstant('2026-08-01T00:00:00Z'), (day - 1) * DAY_MS)
const { database } = await fileDatabase()
let stored: StoredProject
let proxy: ContractAddress
let made = 0

beforeEach(async () => {
  made += 1
  proxy = address(0x1000 + made)
  stored = await storeProject({ kind: 'contract', locator: proxy }, database)
})

type Set = {
  readonly code: ContractAddress
  /** The day of its log. Absent when only storage showed it. */
  readonly log?: number
  readonly detected?: number
  readonly unchangedUntil?: number
  readonly before?: ContractAddress
  readonly initial?: boolean
  readonly withdrawn?: boolean
}

const setCode = (history: readonly Set[]) =>
  inTransaction(database, (writer) =>
    saveImplementations(
      {
        projectId: stored.projectId,
        sourceId: stored.sourceId,
        implementations: history.map(
          ({ code, log, detected = log ?? 1, unchangedUntil, ...one }, logIndex) => ({
            key: randomUUID(),
            contract: proxy,
            implementation: code,
            previousImplementation: one.before ?? null,
            beacon: null,
            log:
              log === undefined
                ? null
                : {
                    blockNumber: log,
                    txIndex: 0,
                    logIndex,
                    txHash: '0x1',
                    blockHash: '0x2',
                    blockTime: on(log),
                  },
            initial: one.initial ?? false,
            unchangedUntil: unchangedUntil === undefined ? null : on(unchangedUntil),
            detectedAt: on(detected),
            settled: true,
            slotBlock: null,
            withdrawn: one.withdrawn === true ? { at: on(detected), reason: 'reorged' } : null,
          }),
        ),
      },
      writer,
    ),
  )

const verify = async (contract: ContractAddress, superseded?: number, unnamedFunctions = 0) => {
  await inTransaction(database, (writer) =>
    saveInterface(
      {
        contract,
        projectId: stored.projectId,
        sourceId: stored.sourceId,
        provider: 'blockscout',
        digest: `of ${contract}`,
        functions: 1,
        unnamedFunctions,
        events: 0,
        match: 'exact',
        verifiedAt: null,
        observedAt: on(1),
      },
      writer,
    ),
  )
  if (superseded !== undefined)
    await database
      .updateTable('interfaces')
      .set({ superseded_at: on(superseded) })
      .where('project_id', '=', stored.projectId)
      .where('contract', '=', contract)
      .execute()
}

/** Each span as text: the code, its first and last day, and whether it is decoded. */
const answered = async (now: ContractAddress | null) => {
  const proxied = { kind: 'eip1967', implementation: now, beacon: null, readAt: on(9) } as const
  const contract: HeldContract = recordOf({ held: { address: proxy, proxy: proxied } }).contract
  const found = await getAnsweringCode({ projectId: stored.projectId, contracts: [contract] }, database)
  return found.get(proxy)?.map(({ code, from, to, decodable }) => {
    const dayOf = (at: typeof from) => (at === null ? '' : Number.parseInt(at.slice(8, 10), 10))
    return `${NAMES.get(code) ?? code} ${dayOf(from)}-${dayOf(to)} ${decodable ? 'decoded' : 'not'}`
  })
}

test.each<{
  of: string
  history: readonly Set[]
  verified?: readonly ContractAddress[]
  superseded?: number
  now?: ContractAddress
  shown: readonly string[]
}>([
  { of: 'a proxy whose history was not read', history: [], shown: ['A - decoded'] },
  { of: 'its first implementation', history: [{ code: A, log: 2, initial: true }], shown: ['A - decoded'] },
  {
    of: 'an upgrade',
    history: [
      { code: A, log: 2, initial: true },
      { code: B, log: 5 },
    ],
    now: B,
    shown: ['A -5 decoded', 'B 5- not'],
  },
  {
    of: 'an upgrade and back, both verified',
    history: [
      { code: A, log: 2, initial: true },
      { code: B, log: 5 },
      { code: A, log: 6 },
    ],
    verified: [A, B],
    shown: ['A -5 decoded', 'B 5-6 decoded', 'A 6- decoded'],
  },
  {
    of: 'code that answered within one second',
    history: [
      { code: A, log: 2, initial: true },
      { code: B, log: 5 },
      { code: A, log: 5 },
    ],
    shown: ['A -5 decoded', 'B 5-5 not', 'A 5- decoded'],
  },
  {
    of: 'the implementation before the first log',
    history: [{ code: A, log: 5, before: B }],
    shown: ['B -5 not', 'A 5- decoded'],
  },
  {
    of: 'an implementation before the first log that is not known',
    history: [{ code: A, log: 5 }],
    shown: ['null -5 not', 'A 5- decoded'],
  },
  {
    of: 'a change that only storage shows: it came at any time since the reading before',
    history: [
      { code: A, log: 2, initial: true },
      { code: B, detected: 7, unchangedUntil: 5 },
    ],
    now: B,
    shown: ['A -7 decoded', 'B 5- not'],
  },
  {
    of: 'a change that only storage shows, without an earlier reading: it came at any time since the upgrade before',
    history: [
      { code: C, log: 2, initial: true },
      { code: A, log: 3 },
      { code: B, detected: 7 },
    ],
    verified: [A, C],
    now: B,
    shown: ['C -3 decoded', 'A 3-7 decoded', 'B 3- not'],
  },
  {
    of: 'a withdrawn upgrade',
    history: [
      { code: A, log: 2, initial: true },
      { code: B, log: 5, withdrawn: true },
    ],
    shown: ['A - decoded'],
  },
  {
    of: 'other code in storage than the newest upgrade set',
    history: [
      { code: C, log: 2, initial: true },
      { code: A, log: 5 },
    ],
    verified: [A, C],
    now: B,
    shown: ['C -5 decoded', 'A 5- decoded', 'B 5- not'],
  },
  {
    of: 'an interface that was superseded before an upgrade',
    history: [
      { code: A, log: 2, initial: true },
      { code: B, log: 7 },
    ],
    superseded: 5,
    now: B,
    shown: ['A -5 decoded', 'A 5-7 not', 'B 7- not'],
  },
  {
    of: 'an interface that was superseded after an upgrade',
    history: [
      { code: A, log: 2, initial: true },
      { code: B, log: 4 },
    ],
    superseded: 5,
    now: B,
    shown: ['A -4 decoded', 'B 4- not'],
  },
])('the code that answered: $of', async ({ history, verified = [A], superseded, now = A, shown }) => {
  await Promise.all(verified.map((contract) => verify(contract, superseded)))
  await setCode(history)
  expect(await answered(now)).toEqual(shown)
})

test('interfaces of another project decode nothing, and implementations that it recorded are known', async () => {
  await verify(A)
  await setCode([
    { code: A, log: 2, initial: true },
    { code: B, log: 5 },
  ])
  stored = await storeProject({ kind: 'contract', locator: proxy }, database)
  expect(await answered(B)).toEqual(['A -5 not', 'B 5- not'])
})

test('[R31] an interface that does not name each function leaves its code undecoded, until a whole one is read', async () => {
  const contract: HeldContract = recordOf({ held: { address: proxy, proxy: null } }).contract
  const code = async () =>
    (await getAnsweringCode({ projectId: stored.projectId, contracts: [contract] }, database)).get(proxy)
  const named = { code: proxy, from: null, to: null }
  await verify(proxy, undefined, 1)
  expect(await code()).toEqual([{ ...named, decodable: false, isPartlyNamed: true }])
  await verify(proxy)
  expect(await code()).toEqual([{ ...named, decodable: true }])
})

test('a contract without a proxy reading answers itself', async () => {
  await verify(proxy)
  expect(await answered(null)).toEqual([`${proxy} - decoded`])
})

const POKE = '0x18178358'
/** Stores a call of the third of August, decoded by the interface of this code. */
const readCalls = (decodedBy: ContractAddress) =>
  inTransaction(database, async (writer) => {
    const call = { block: 3, txIndex: 0, tx: '0x3', at: on(3) }
    const collected = { from: on(1), sinceCreation: true, to: on(9), toBlock: 9, toBlockHash: '0x9' }
    const own = { projectId: stored.projectId, sourceId: stored.sourceId, contract: proxy, now: on(9) }
    await saveInterfaceMethods(
      { digest: `of ${decodedBy}`, methods: [{ selector: POKE, signature: 'poke()' }] },
      writer,
    )
    const calls = new Map([[POKE, [call]]])
    await saveUse({ ...own, mode: 'anew', collected, newAfter: -1, calls }, writer)
  })

test('calls that an earlier implementation answered stay known after an upgrade to code that is not verified', async () => {
  await database
    .insertInto('contracts')
    .values({
      chain_id: CHAIN_ID,
      address: proxy,
      project_id: stored.projectId,
      source_id: stored.sourceId,
      role: 'declared',
      proxy_kind: 'eip1967',
      implementation: B,
      proxy_read_at: on(7),
      detected_at: on(1),
    })
    .execute()
  await verify(A)
  await setCode([
    { code: A, log: 2, initial: true },
    { code: B, log: 5 },
  ])
  await readCalls(A)
  const calls = async (days: number) => {
    const query = { projectIds: [stored.projectId], days: 30, sources: 'attached' } as const
    const [use] = recordsOf(stored.projectId, await getContractUse(query, database))
    return use && callsOver(use, { from: '2026-08-01' as CalendarDate, days })
  }
  expect(await calls(4)).toMatchObject({ calls: 1 })
  expect(await calls(5)).toEqual({ unknown: 'NO_SOURCE' })
  await verify(B)
  expect(await calls(5)).toMatchObject({ calls: 1 })
})
