import fc from 'fast-check'
import { expect, test } from 'vitest'
import { derived } from '#contract/claim.ts'
import type { ContractAddress } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import { NEVER_SCORED } from '#domain/project/card-record.ts'
import { KNOWN, SOURCE } from '#test/given/card-evidence.ts'
import { openTestDatabase } from '#test/postgres/database.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { someAddress, storeToken } from '#test/service/http-service.ts'
import { loadCardEvidence, loadCardsEvidence } from './card-evidence.ts'

const { database } = await fileDatabase()

const load = async (address: ContractAddress) => (await loadCardEvidence(address, database)).record
const withShips = (count: number) => ({
  ...KNOWN,
  meaningfulShips30d: derived(count, 'ships.counted@8', [SOURCE]),
})
const rewrite = (projectId: string, count: number, scoredAt?: string) =>
  database
    .updateTable('cards')
    .set({
      evidence: JSON.stringify(withShips(count)),
      ...(scoredAt === undefined ? {} : { scored_at: toInstant(scoredAt) }),
    })
    .where('project_id', '=', projectId)
    .execute()
const shipsOf = async (address: ContractAddress) => {
  const claim = (await load(address))?.evidence.meaningfulShips30d
  return claim?.kind === 'DERIVED' ? claim.value : claim?.kind
}

test('a rewritten card is read again, also within the same instant', async () => {
  const { address, projectId } = await storeToken({ evidence: withShips(1) }, database)
  expect([await shipsOf(address), await shipsOf(address)]).toEqual([1, 1])
  await rewrite(projectId, 2)
  expect(await shipsOf(address)).toBe(2)
  await rewrite(projectId, 3, '2026-11-21T09:00:00Z')
  expect(await shipsOf(address)).toBe(3)
})

test('two databases with the same token have a card each', async () => {
  const address = someAddress()
  await using other = await openTestDatabase()
  await storeToken({ address, evidence: withShips(4) }, database)
  await storeToken({ address, evidence: withShips(5) }, other.database)
  expect(await shipsOf(address)).toBe(4)
  const elsewhere = await loadCardEvidence(address, other.database)
  expect(elsewhere.record?.evidence).toEqual(withShips(5))
})

test('a hidden project has no card until it is published again', async () => {
  const { address, projectId } = await storeToken({ evidence: KNOWN }, database)
  const setState = (state: 'hidden' | 'published') =>
    database
      .updateTable('projects')
      .set({ state, hidden_at: state === 'hidden' ? toInstant('2026-11-21T09:00:00Z') : null })
      .where('id', '=', projectId)
      .execute()
  expect((await load(address))?.evidence).toEqual(KNOWN)
  await setState('hidden')
  expect(await load(address)).toBeUndefined()
  await setState('published')
  expect((await load(address))?.evidence).toEqual(KNOWN)
})

test('the card of a project that was never scored is unknown, and a token of no project has no card', async () => {
  const { address } = await storeToken({}, database)
  expect(await load(address)).toMatchObject({ evidence: NEVER_SCORED, scoredAt: null })
  expect(await load(someAddress())).toBeUndefined()
  expect(await loadCardsEvidence([], database)).toEqual([])
})

test('cards come in the order of their tokens with the position of the ledger, also where nothing is published', async () => {
  const { address } = await storeToken({ evidence: withShips(6) }, database)
  await database.updateTable('ledger_state').set({ head: 17 }).execute()
  const tokens = [someAddress(), address, someAddress(), address]
  const found = await loadCardsEvidence(tokens, database)
  expect(found.map(({ record }) => record?.evidence)).toEqual([
    undefined,
    withShips(6),
    undefined,
    withShips(6),
  ])
  expect(found.map(({ position }) => position)).toEqual([17, 17, 17, 17])
})

test('concurrent reads each return their own card', async () => {
  const stored = await Promise.all(
    Array.from({ length: 12 }, (_, count) => storeToken({ evidence: withShips(count) }, database)),
  )
  const addresses = [...stored.map(({ address }) => address), someAddress()]
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 12 }), { maxLength: 120 }), async (places) => {
      const read = await Promise.all(places.map((place) => shipsOf(addresses[place] ?? someAddress())))
      expect(read).toEqual(places.map((place) => (place === 12 ? undefined : place)))
    }),
    { numRuns: 20 },
  )
})
