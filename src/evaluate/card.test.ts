import { expect, test } from 'vitest'
import type { Signal } from '#domain/evidence.ts'
import { day, repositoryWithShips } from '#test/build-evidence.ts'
import { buildCard } from './card.ts'

const BUILDING: Signal = {
  id: 'signal:building',
  kind: 'accelerating',
  group: 'building',
  title: 'Shipping faster',
  windowFrom: day(0),
  windowTo: day(30),
  evidence: ['ship:a'],
  detectedAt: day(30),
  endedAt: null,
}
const signal = (id: string, rest: Partial<Signal>): Signal => ({ ...BUILDING, id: `signal:${id}`, ...rest })
const market = signal('market', { kind: 'liquidity_rose', group: 'market', windowTo: day(39) })
const ended = signal('ended', { kind: 'slowing', windowTo: day(38), endedAt: day(39) })
const launch = signal('launch', { kind: 'launch', group: 'launch', windowTo: day(37) })

const CASES: [string, readonly Signal[], string | null][] = [
  ['the newest of two', [BUILDING, launch], 'signal:launch'],
  ['no market signal, however new', [BUILDING, market], 'signal:building'],
  ['no signal that ended', [ended, BUILDING], 'signal:building'],
  ['unknown with market signals alone', [market], null],
  ['unknown without a signal', [], null],
]
test.each(CASES)('the latest signal of a card is %s', (_, signals, id) => {
  const evidence = repositoryWithShips({ from: 0, okTo: 40 }, [39])
  const { latestSignal } = buildCard({ evidence, signals }, day(40))
  expect(latestSignal.kind === 'UNKNOWN' ? null : latestSignal.value.id).toBe(id)
})
