import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import type { Source } from '#domain/evidence.ts'
import { day, explorers, span, use } from '#test/given/contract-use.ts'
import { address } from '#test/given/ledger-evidence.ts'
import { type ContractUse, contractUse, stateOfUse } from './contract-use.ts'

const week = [day('2026-11-13', 2), day('2026-11-19', 3)]
const readTo = (to: string) => use({ days: week, collected: span('2026-10-01T00:00:00Z', to) })
const other = (to: string) => ({ ...readTo(to), contract: address(0xd) })
// Collected until the evening of 19 November: the last complete day is the 18th, and the seven begin with the 12th.
const EVENING = '2026-11-19T20:00:00Z'
const NOON = '2026-11-20T12:00:00Z'
/** A millisecond past 72 hours after the evening. */
const LATE = '2026-11-22T20:00:00.001Z'
const away = explorers([address(0xc)], EVENING, {
  lastOutcome: 'unavailable',
  failingSince: toInstant(EVENING),
})
/** The reason why the use is unknown, or the calls on the seven days from the 12th and the state of their reading. */
test.each<[string, readonly ContractUse[], readonly Source[], string, string]>([
  [
    'not read since the evening: the days to the last complete one',
    [readTo(EVENING)],
    explorers([address(0xc)], EVENING),
    NOON,
    '2 calls, MEASURED',
  ],
  ['no longer fresh', [readTo(EVENING)], away, '2026-11-21T12:00:00Z', '2 calls, STALE'],
  [
    'one contract further than the other: the days of both',
    [readTo(NOON), other(EVENING)],
    [...explorers([address(0xc)], NOON), ...explorers([address(0xd)], EVENING)],
    NOON,
    '4 calls, MEASURED',
  ],
  ['the explorer away for 72 hours', [readTo(EVENING)], away, '2026-11-22T20:00:00Z', '2 calls, STALE'],
  ['the explorer away for longer', [readTo(EVENING)], away, LATE, 'SOURCE_UNAVAILABLE'],
  [
    'one of two contracts away for longer',
    [readTo('2026-11-22T20:00:00Z'), other(EVENING)],
    [...explorers([address(0xc)], '2026-11-22T20:00:00Z'), ...explorers([address(0xd)], EVENING)],
    LATE,
    'STALE',
  ],
  [
    'the explorer answers, and the safe block of the node stands still',
    [readTo(EVENING)],
    explorers([address(0xc)], '2026-11-22T20:00:00Z'),
    LATE,
    'STALE',
  ],
  ['no explorer any more', [readTo(EVENING)], [], NOON, 'STALE'],
  ['the explorer of another contract', [readTo(EVENING)], explorers([address(0xd)], EVENING), NOON, 'STALE'],
])('[R115] use with %s', (_, uses, sources, now, expected) => {
  const { claim, inputs } = contractUse({ uses, sources }, toInstant(now))
  const [shown] = inputs['contracts'] as readonly { from?: string }[]
  const isKnown = claim.kind !== 'UNKNOWN'
  expect(isKnown ? `${claim.value.calls} calls, ${stateOfUse({ claim, ...inputs })}` : claim.reason).toBe(
    expected,
  )
  if (isKnown) expect(shown?.from).toBe('2026-11-12')
})
