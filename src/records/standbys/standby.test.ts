import { beforeEach, expect, test } from 'vitest'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { PrimaryLog } from './primary-log.ts'
import type { Reach } from './reach.ts'
import { Standby, type StandbyState } from './standby.ts'

const LIMIT_MS = 30_000
const HERE: Reach = { system: 'ours', isStandby: true, log: 100n, position: 7 }

const { database } = await fileDatabase({ maxConnections: 1 })

let nowMs: number
let primary: PrimaryLog
let changes: (Pick<StandbyState, 'inService'> & { readonly why: unknown })[]
let standby: Standby
beforeEach(() => {
  nowMs = 1000
  primary = new PrimaryLog(LIMIT_MS + 60_000)
  changes = []
  const changed = ({ inService, why }: StandbyState & { readonly why: unknown }) =>
    changes.push({ inService, why })
  standby = new Standby(
    { name: 'standby:5432', database },
    { primary, lagLimitMs: LIMIT_MS, timer: () => nowMs, changed },
  )
})

/** Looks at the primary now, after every announcement. */
const look = (reach: Partial<Reach> = {}) =>
  primary.saw({ ...HERE, isStandby: false, ...reach }, { look: primary.begin(), atMs: nowMs })

type Row = [name: string, reach: Partial<Reach>, least: number, mayAnswer: boolean]
const ANSWERS: readonly Row[] = [
  ['everything of the primary', {}, 0, true],
  ['the position that is asked for', {}, 7, true],
  ['a later position than it has', {}, 8, false],
  ['less of the log than was announced', { log: 99n }, 0, false],
  ['the log of another server', { system: 'theirs' }, 0, false],
  ['the role of a primary, because it was promoted', { isStandby: false }, 0, false],
]
test.each(ANSWERS)('a standby with %s answers or not', (_, reach, least, mayAnswer) => {
  look()
  standby.saw({ ...HERE, ...reach })
  expect(standby.mayAnswer(least)).toBe(mayAnswer)
})

test('a standby does not answer before it and the primary were looked at', () => {
  expect(standby.mayAnswer(0)).toBe(false)
  standby.saw(HERE)
  expect(standby.mayAnswer(0)).toBe(false)
  look()
  expect(standby.mayAnswer(0)).toBe(true)
})

test('after an announcement a standby answers when it has what the primary had by then', () => {
  look()
  standby.saw(HERE)
  const before = primary.begin()
  primary.announced()
  expect(standby.mayAnswer(0)).toBe(false)
  // A look that began before the announcement may not have seen what it is about.
  primary.saw({ ...HERE, isStandby: false, log: 110n }, { look: before, atMs: nowMs })
  expect(standby.mayAnswer(0)).toBe(false)
  look({ log: 120n })
  standby.saw({ ...HERE, log: 119n })
  expect(standby.mayAnswer(0)).toBe(false)
  standby.saw({ ...HERE, log: 120n })
  expect(standby.mayAnswer(0)).toBe(true)
  // What is written later without an announcement changes no answer.
  look({ log: 500n })
  expect(standby.mayAnswer(0)).toBe(true)
})

test('a primary that was promoted with less of the log asks no more of the standbys than it has', () => {
  look({ log: 200n })
  standby.saw(HERE)
  expect(standby.mayAnswer(0)).toBe(false)
  look({ log: 100n })
  expect(standby.mayAnswer(0)).toBe(true)
})

test('a standby leaves service beyond its lag and comes back, and each is reported once', () => {
  look()
  standby.saw(HERE)
  nowMs += LIMIT_MS
  look({ log: 900n })
  standby.review()
  expect(standby.state).toEqual({ name: 'standby:5432', inService: true, lagMs: LIMIT_MS })
  nowMs += 1
  standby.review()
  standby.review()
  expect(standby.state.inService).toBe(false)
  expect(standby.mayAnswer(0)).toBe(false)
  standby.saw({ ...HERE, log: 900n })
  expect(standby.state).toEqual({ name: 'standby:5432', inService: true, lagMs: 1 })
  expect(changes.map(({ inService }) => inService)).toEqual([true, false, true])
})

test('a standby that is lost ends its reads at once, and has no lag', async () => {
  look()
  standby.saw(HERE)
  const why = new Error('the connection ended')
  const read = standby.run(() => new Promise(() => {}))
  standby.lost(why)
  await expect(read).rejects.toMatchObject({ name: 'StandbyLost', cause: why })
  expect(standby.state).toEqual({ name: 'standby:5432', inService: false, lagMs: undefined })
  expect(changes).toEqual([
    { inService: true, why: undefined },
    { inService: false, why },
  ])
})

test('a standby that was lost before the first look at the primary is reported with the reason', () => {
  const why = new Error('connect ECONNREFUSED')
  standby.lost(why)
  expect(changes).toEqual([])
  look()
  standby.review()
  expect(changes).toEqual([{ inService: false, why }])
  standby.saw(HERE)
  nowMs += LIMIT_MS + 1
  look({ log: 900n })
  standby.review()
  expect(changes.slice(1)).toEqual([
    { inService: true, why: undefined },
    { inService: false, why: undefined },
  ])
})
