import { describe, expect, it } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { addMs, toInstant } from '#contract/time.ts'
import { uuidOf } from '#domain/natural-key.ts'
import type { ImplementationDraft } from '#records/contracts/implementations.ts'
import {
  type FoundImplementation,
  type HistoryReading,
  planImplementations,
  standingHistory,
} from './implementation-history.ts'

const address = (digit: string) => `0x${digit.repeat(40)}` as ContractAddress
const [contract, a, b, c] = [address('9'), address('a'), address('b'), address('c')]
const START = toInstant('2026-11-01T00:00:00Z')
/** The time of block n: n minutes after the start. */
const timeOf = (block: number) => addMs(START, block * 60_000)

function found(implementation: ContractAddress, block: number, logIndex = 0, fork = ''): FoundImplementation {
  const log = {
    blockNumber: block,
    txIndex: 0,
    logIndex,
    txHash: `0x${block}`,
    blockHash: `0x${block}${fork}`,
  }
  return { implementation, beacon: null, log: { ...log, blockTime: timeOf(block) } }
}

function reading(over: Partial<HistoryReading>): HistoryReading {
  return {
    contract,
    known: [],
    found: [],
    orphaned: new Set<string>(),
    replaced: new Set<string>(),
    slot: slotAt(150, null),
    before: null,
    comparedAt: null,
    finalizedBlock: 100,
    now: timeOf(200),
    ...over,
  }
}

/** The recorded implementations after consecutive readings. */
function knownAfter(...readings: readonly Partial<HistoryReading>[]): readonly ImplementationDraft[] {
  const known = new Map<string, ImplementationDraft>()
  for (const over of readings) {
    const changed = planImplementations(reading({ known: [...known.values()], ...over }))
    for (const record of changed) known.set(record.key, record)
  }
  return [...known.values()]
}

function slotAt(block: number, implementation: ContractAddress | null): HistoryReading['slot'] {
  return { implementation, beacon: null, block: { number: block, hash: `0x${block}` } }
}

/** The implementation that storage shows at the safe block. By default that block is not final. */
const shows = (implementation: ContractAddress, block = 150) => ({ slot: slotAt(block, implementation) })
const slotKeyOf = (implementation: ContractAddress, ordinal = 0) =>
  `4663:${contract}:rpc:${uuidOf('implementation', `${contract}:${implementation}:${ordinal}`)}`
/** A reorganization replaced the blocks at which storage showed these slot changes. */
const replaced = (...keys: readonly string[]) => ({ replaced: new Set(keys) })
const letterOf = (implementation: ContractAddress | null) => implementation?.slice(2, 3)
/** The standing implementations as letters: `a` for the first one, `a → b` for a change. */
const contentOf = (records: readonly ImplementationDraft[]) =>
  standingHistory(records).map(({ implementation, previousImplementation: before, initial }) =>
    initial && before === null
      ? letterOf(implementation)
      : `${letterOf(before)} → ${letterOf(implementation)}`,
  )

const cases: readonly [string, readonly Partial<HistoryReading>[], readonly string[]][] = [
  ['no log and an empty slot', [{}], []],
  ['creation, then an upgrade', [{ found: [found(a, 1), found(b, 5)], ...shows(b) }], ['a', 'a → b']],
  [
    '[case 31] two in one block',
    [{ found: [found(a, 1), found(b, 5, 0), found(c, 5, 1)], ...shows(c) }],
    ['a', 'a → b', 'b → c'],
  ],
  [
    '[case 32] changed and reversed',
    [{ found: [found(a, 1), found(b, 5, 0), found(a, 5, 1)], ...shows(a) }],
    ['a', 'a → b', 'b → a'],
  ],
  ['a first log that replaced something', [{ found: [found(b, 5)], before: a, ...shows(b) }], ['a → b']],
  ['only the slot', [shows(a)], ['a']],
  ['the slot unread: nothing is concluded from it', [{ found: [found(a, 1)], slot: null }], ['a']],
  ['the slot unanswered: nothing is concluded from it', [{ found: [found(a, 1)] }], ['a']],
  [
    '[case 33] a change that only the slot shows',
    [{ found: [found(a, 1)], ...shows(a) }, shows(b), shows(b)],
    ['a', 'a → b'],
  ],
  [
    '[case 33] the same change with its log, found later',
    [
      { found: [found(a, 1)], ...shows(b), now: timeOf(20) },
      { found: [found(b, 19)], ...shows(b) },
    ],
    ['a', 'a → b'],
  ],
  [
    'a log later than the slot change is another change',
    [
      { found: [found(a, 1)], ...shows(b), now: timeOf(20) },
      { found: [found(c, 30), found(b, 40)], ...shows(b) },
    ],
    ['a', 'a → b', 'b → c', 'c → b'],
  ],
  [
    'a slot change reversed before it was final',
    [{ found: [found(a, 1)], ...shows(a) }, shows(b), shows(a)],
    ['a', 'a → b', 'b → a'],
  ],
  [
    'a slot change reversed after it was final',
    [{ found: [found(a, 1)], ...shows(a) }, shows(b, 90), shows(a)],
    ['a', 'a → b', 'b → a'],
  ],
  [
    'a slot change whose block was replaced, and that storage no longer shows',
    [{ found: [found(a, 1)], ...shows(a) }, shows(b), { ...shows(a), ...replaced(slotKeyOf(b)) }],
    ['a'],
  ],
  [
    'a slot change whose block was replaced, and that storage still shows',
    [{ found: [found(a, 1)], ...shows(a) }, shows(b), { ...shows(b, 160), ...replaced(slotKeyOf(b)) }],
    ['a', 'a → b'],
  ],
  [
    'a slot change whose block was replaced, and storage shows another',
    [{ found: [found(a, 1)], ...shows(a) }, shows(b), { ...shows(c), ...replaced(slotKeyOf(b)) }],
    ['a', 'a → c'],
  ],
  [
    'two slot changes whose blocks were replaced',
    [
      { found: [found(a, 1)], ...shows(a) },
      shows(b),
      shows(a),
      { ...shows(a), ...replaced(slotKeyOf(b), slotKeyOf(a, 1)) },
    ],
    ['a'],
  ],
  [
    'a slot whose block was replaced while logs are not read so far: nothing is concluded from it',
    [{ found: [found(a, 1)], ...shows(a) }, shows(b), { slot: null, ...replaced(slotKeyOf(b)) }],
    ['a', 'a → b'],
  ],
  [
    'the first implementation, in a slot whose block was replaced, and storage shows another',
    [shows(a), { ...shows(b), ...replaced(slotKeyOf(a)) }],
    ['b'],
  ],
  [
    'a node that is behind the block of a slot change',
    [{ found: [found(a, 1)], ...shows(a) }, shows(b), shows(a, 149)],
    ['a', 'a → b'],
  ],
  [
    'a node that is behind the log of a change',
    [{ found: [found(a, 1), found(b, 150)], ...shows(b) }, shows(a, 149)],
    ['a', 'a → b'],
  ],
  [
    'a log older than a recorded one',
    [
      { found: [found(a, 1), found(c, 9)], ...shows(c) },
      { found: [found(b, 5)], ...shows(c) },
    ],
    ['a', 'a → b', 'b → c'],
  ],
]

describe('records after readings', () => {
  it.each(cases)('%s', (_name, readings, expected) => {
    expect(contentOf(knownAfter(...readings))).toEqual(expected)
  })

  it.each(cases)('%s, read again: adds nothing', (_name, readings) => {
    const known = knownAfter(...readings)
    const last = readings.at(-1) ?? {}
    const settled = { slot: last.slot === undefined ? reading({}).slot : last.slot }
    expect(planImplementations(reading({ known, found: last.found ?? [], ...settled }))).toEqual([])
  })
})

describe('keys and blocks', () => {
  it('keys a log by its block and place, and a slot change by its ordinal', () => {
    const known = knownAfter({ found: [found(a, 1, 7)], ...shows(b) }, shows(c), shows(b))
    const keys = standingHistory(known).map((one) => one.key)
    expect(keys[0]).toBe(`4663:${contract}:1:7`)
    expect(keys.slice(1).every((key) => /:rpc:[0-9a-f-]{36}$/.test(key))).toBe(true)
    expect(new Set(keys).size).toBe(4)
  })

  it('[case 33] does not change the key and the detection time when the log appears', () => {
    const before = knownAfter({ found: [found(a, 1)], ...shows(b), now: timeOf(20) })
    const [, seen] = standingHistory(before)
    const [filled, ...more] = planImplementations(
      reading({ known: before, found: [found(b, 19)], ...shows(b), now: timeOf(30) }),
    )
    expect(more).toEqual([])
    expect(filled).toMatchObject({
      key: seen?.key,
      detectedAt: timeOf(20),
      log: { blockNumber: 19 },
      settled: true,
    })
  })

  it.each([
    ['a minute after the slot was read', 21, ['filled']],
    ['later than that', 22, ['added']],
  ])('takes a log of a block made %s', (_, block, expected) => {
    const before = knownAfter({ found: [found(a, 1)], ...shows(b), now: timeOf(20) })
    const key = standingHistory(before)[1]?.key
    const changed = planImplementations(
      reading({ known: before, found: [found(b, block)], ...shows(b), now: timeOf(30) }),
    )
    const placed = changed.filter((one) => one.log?.blockNumber === block)
    expect(placed.map((one) => (one.key === key ? 'filled' : 'added'))).toEqual(expected)
  })

  it('settles a log at the final block, and a slot change when the block that showed it is final', () => {
    const known = knownAfter({ found: [found(a, 1), found(b, 149)], ...shows(c) }, shows(a, 160))
    const settledAt = (finalizedBlock: number, over: Partial<HistoryReading> = {}) =>
      planImplementations(reading({ known, finalizedBlock, ...shows(a, 170), ...over })).map(
        (one) => one.implementation,
      )
    expect(standingHistory(known).map((one) => one.settled)).toEqual([true, false, false, false])
    expect(settledAt(149)).toEqual([b])
    expect(settledAt(150)).toEqual([b, c])
    expect(settledAt(160)).toEqual([b, c, a])
    expect(settledAt(160, { slot: null, replaced: new Set([known.at(-1)?.key ?? '']) })).toEqual([b, c])
  })

  it('keeps the block that showed a slot change, and another one once that is replaced', () => {
    const known = knownAfter({ found: [found(a, 1)], ...shows(b) }, shows(b, 160))
    const [, seen] = standingHistory(known)
    expect(seen?.slotBlock).toEqual({ number: 150, hash: '0x150' })
    const anew = planImplementations(reading({ known, ...shows(b, 170), ...replaced(slotKeyOf(b)) }))
    expect(anew).toMatchObject([{ key: seen?.key, slotBlock: { number: 170 }, withdrawn: null }])
  })

  it('gives a slot change of which no block is known the next one that shows it', () => {
    const [first, seen] = standingHistory(knownAfter({ found: [found(a, 1)], ...shows(b) }))
    const known = [first, seen].flatMap((one) => (one === undefined ? [] : [{ ...one, slotBlock: null }]))
    const changed = planImplementations(reading({ known, ...shows(b, 160) }))
    expect(changed).toMatchObject([{ key: seen?.key, slotBlock: { number: 160 }, settled: false }])
  })
})

it('[R63] a slot change keeps when the slot was last read without it; a log does not have it', () => {
  const before = knownAfter({ found: [found(a, 1)], ...shows(a), now: timeOf(10) })
  const next = { known: before, ...shows(b), now: timeOf(20) }
  const changed = (comparedAt: HistoryReading['comparedAt']) => {
    const known = [...before, ...planImplementations(reading({ ...next, comparedAt }))]
    const later = { found: [found(a, 1), found(b, 19)], comparedAt: timeOf(25), now: timeOf(30) }
    const filled = planImplementations(reading({ known, ...later, ...shows(b) }))
    return [...known.slice(-1), ...filled].map(({ log, unchangedUntil }) => [log !== null, unchangedUntil])
  }
  expect(changed(timeOf(10))).toEqual([
    [false, timeOf(10)],
    [true, timeOf(10)],
  ])
  expect(changed(null)).toEqual([
    [false, null],
    [true, null],
  ])
  const logged = planImplementations(reading({ found: [found(a, 1)], comparedAt: timeOf(10), ...shows(a) }))
  expect(logged).toMatchObject([{ unchangedUntil: null }])
})

describe('reorganisations', () => {
  const key = `4663:${contract}:5:0`
  const known = knownAfter({ found: [found(a, 1), found(b, 5)], finalizedBlock: 2, ...shows(b) })

  it('[case 35] withdraws an orphaned record that is not found again', () => {
    const changed = planImplementations(reading({ known, orphaned: new Set([key]), ...shows(a) }))
    expect(changed).toMatchObject([
      { key, withdrawn: { reason: 'reorged', at: timeOf(200) }, settled: false },
    ])
  })

  it('moves a record to the new block in which it was found', () => {
    const changed = planImplementations(
      reading({ known, orphaned: new Set([key]), found: [found(b, 6)], ...shows(b) }),
    )
    expect(changed).toMatchObject([
      { key, withdrawn: { reason: 'reorged' } },
      { implementation: b, previousImplementation: a, withdrawn: null },
    ])
  })

  it('updates the block hash of a record found at the same place of another block', () => {
    const changed = planImplementations(reading({ known, found: [found(b, 5, 0, 'f')], ...shows(b) }))
    expect(changed).toMatchObject([{ key, withdrawn: null, log: { blockHash: '0x5f' } }])
  })

  it('restores a withdrawn record that is found again', () => {
    const withdrawn = knownAfter({ known, orphaned: new Set([key]), ...shows(a) })
    const merged = [...known.filter((one) => one.key !== key), ...withdrawn]
    expect(planImplementations(reading({ known: merged, found: [found(b, 5)], ...shows(b) }))).toMatchObject([
      { key, withdrawn: null },
    ])
  })

  it('[case 33] an orphaned log leaves the slot change without a block', () => {
    const filled = knownAfter(
      { found: [found(a, 1)], ...shows(b), now: timeOf(20) },
      { found: [found(b, 19)], finalizedBlock: 2, ...shows(b) },
    )
    const slotKey = standingHistory(filled).at(-1)?.key ?? ''
    const left = planImplementations(reading({ known: filled, orphaned: new Set([slotKey]), ...shows(b) }))
    expect(left).toMatchObject([{ key: slotKey, log: null, withdrawn: null, settled: false }])
    const moved = planImplementations(
      reading({ known: filled, orphaned: new Set([slotKey]), found: [found(b, 21)], ...shows(b) }),
    )
    expect(moved).toMatchObject([{ key: slotKey, log: { blockNumber: 21 } }])
  })
})
