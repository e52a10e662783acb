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
} from '#test/given/ledger-evidence.ts'
import { inOrder, RULES, UNCAUSED } from './rules.ts'

test('every event type has either a rule or the name of a record that would cause it', () => {
  const ruled = Object.keys(RULES)
  const uncaused = Object.keys(UNCAUSED)
  expect([...ruled, ...uncaused].toSorted()).toEqual(CHANGE_TYPES.toSorted())
  const missing: Exclude<ChangeType, keyof typeof RULES | keyof typeof UNCAUSED>[] = []
  expect(missing).toEqual([])
})

test('every draft has a unique id and cites valid evidence ids', () => {
  const drafted = drafts({
    token: address(0xc),
    ships: [ship({}), ship({ id: `ship:${uuid(3)}`, kind: 'deployment', contract: address(3) })],
    contracts: [contract({})],
    implementations: [upgrade({})],
    interfaces: [verified({})],
    locks: [lock({ withdrawn: true }), lock({ id: `lock:4663:${address(0x10c)}:8` })],
    concluded: move({}),
  })
  expect(drafted).toHaveLength(10)
  expect(new Set(drafted.map(({ id }) => id)).size).toBe(10)
  expect(
    drafted.flatMap(({ evidence }) => evidence).filter((id) => parseEvidenceId(id) === undefined),
  ).toEqual([])
  const undated = drafted.filter(({ occurredAt }) => occurredAt === null)
  const observed = drafted.filter(({ precision }) => precision === 'OBSERVED')
  expect(undated).not.toEqual([])
  expect(undated).toEqual(observed)
})

test('at one instant events are in the order of the chain, and those without a place in it come last', () => {
  const [first] = drafts({ ships: [ship({})] })
  if (first === undefined) throw new Error('expected a draft')
  const placed = (id: string, order: readonly number[]) => ({ ...first, id, order })
  const all = [
    placed('ship:a', []),
    placed('ship:b', [7]),
    placed('ship:c', [7, 2]),
    placed('ship:d', [6, 9]),
  ]
  const ids = (changes: typeof all) => changes.toSorted(inOrder).map(({ id }) => id)
  expect(ids(all)).toEqual(['ship:d', 'ship:c', 'ship:b', 'ship:a'])
  expect(ids([placed('ship:b', [7]), placed('ship:a', [7])])).toEqual(['ship:a', 'ship:b'])
})
