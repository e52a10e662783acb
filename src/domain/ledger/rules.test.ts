import { expect, test } from 'vitest'
import { CHANGE_TYPES, type ChangeType } from '#contract/events.ts'
import { parseEvidenceId } from '#contract/ids.ts'
import {
  address,
  contract,
  drafts,
  lock,
  move,
  ship,
  upgrade,
  uuid,
  verified,
} from '#test/ledger-evidence.ts'
import { RULES, UNCAUSED } from './rules.ts'

test('every type of event has a rule or says which record would cause it, never both', () => {
  const ruled = Object.keys(RULES)
  const uncaused = Object.keys(UNCAUSED)
  expect([...ruled, ...uncaused].toSorted()).toEqual(CHANGE_TYPES.toSorted())
  const missing: Exclude<ChangeType, keyof typeof RULES | keyof typeof UNCAUSED>[] = []
  expect(missing).toEqual([])
})

test('everything said cites typed evidence that resolves, under ids of its own', () => {
  const said = drafts({
    token: address(0xc),
    ships: [ship({}), ship({ id: `ship:${uuid(3)}`, kind: 'deployment', contract: address(3) })],
    contracts: [contract({})],
    implementations: [upgrade({})],
    interfaces: [verified({})],
    locks: [lock({ withdrawn: true }), lock({ id: `lock:4663:${address(0x10c)}:8` })],
    moves: [move({})],
  })
  expect(said).toHaveLength(10)
  expect(new Set(said.map(({ id }) => id)).size).toBe(10)
  expect(said.flatMap(({ evidence }) => evidence).filter((id) => parseEvidenceId(id) === undefined)).toEqual(
    [],
  )
  const undated = said.filter(({ occurredAt }) => occurredAt === null)
  const observed = said.filter(({ precision }) => precision === 'OBSERVED')
  expect(undated).not.toEqual([])
  expect(undated).toEqual(observed)
})
