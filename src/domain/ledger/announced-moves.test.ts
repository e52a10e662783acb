import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMs, HOUR_MS, type Instant } from '#contract/time.ts'
import type { Concluded } from '#domain/ledger/evidence.ts'
import { conclusion, drafts, evidenceOf, NOW, uuid } from '#test/given/ledger-evidence.ts'
import { announcedMoves } from './moves.ts'

const hourOf = (index: number) => addMs(NOW, (index - 100) * HOUR_MS)
/** The time of the last reading that a conclusion rests on. */
const readAt = (index: number) => addMs(hourOf(index), HOUR_MS / 2)
/**
 * Conclusions an hour apart. Each word is a value, or `?` for unknown, and marks: `~` for one that no reading confirms,
 * `@2` for another version of the rule, `!` for one made because the rule changed, `_` for one that expired before the
 * next.
 */
function chain(words: string) {
  return words.split(' ').map((word, index) => {
    const [, value = '', mark = '', version = '', known, gap = ''] =
      /^([A-Z?]+)(~?)(@2)?(!?)(_?)$/.exec(word) ?? []
    return conclusion({
      id: `state:${uuid(index + 1)}`,
      evaluatedAt: hourOf(index),
      supportedUntil: value === '?' ? null : readAt(index),
      heldUntil: gap === '' ? null : readAt(index),
      rule: version === '@2' ? 'activity.status@2' : 'activity.status@1',
      value: value === '?' ? null : value,
      confirmed: mark === '',
      rederived: known === '!',
    })
  })
}
function movesOf(words: string) {
  return announcedMoves('activity.status', evidenceOf({ concluded: chain(words) })).map(
    ({ from, to, shownUntil, after }) => `${from} ${to} ${shownUntil ?? 'at'} ${after.evaluatedAt}`,
  )
}
const said = (from: string, to: string, at: number, shown?: number) =>
  `${from} ${to} ${shown === undefined ? 'at' : readAt(shown)} ${hourOf(at)}`

test.each([
  ['one known status is the first one', 'ACTIVE', []],
  ['never known', '? ? ?', []],
  ['a first status after unknown', '? ACTIVE', []],
  ['two statuses', 'ACTIVE QUIET', [said('ACTIVE', 'QUIET', 1)]],
  ['[R64] the same status after unknown', 'SHIPPING ? SHIPPING', []],
  ['[R64] the same status after an unconfirmed one', 'SHIPPING ACTIVE~ SHIPPING', []],
  ['[R64] the same status after both', 'SHIPPING ACTIVE~ ? ACTIVE~ SHIPPING', []],
  ['[R65] another status after unknown', 'SHIPPING ? DORMANT', [said('SHIPPING', 'DORMANT', 2, 0)]],
  ['[R65] another one after several unknown', 'ACTIVE ? ? ? QUIET', [said('ACTIVE', 'QUIET', 4, 0)]],
  ['[R65] an unconfirmed status confirmed later', 'ACTIVE QUIET~ QUIET', [said('ACTIVE', 'QUIET', 2, 0)]],
  [
    '[R65] another status than the unconfirmed one',
    'SHIPPING ACTIVE~ QUIET',
    [said('SHIPPING', 'QUIET', 2, 0)],
  ],
  ['[R114] the same status after unread time', 'SHIPPING_ SHIPPING', []],
  ['[R114] another status after unread time', 'SHIPPING_ DORMANT', [said('SHIPPING', 'DORMANT', 1, 0)]],
  [
    '[R114] another status after unread time and the same',
    'SHIPPING_ SHIPPING DORMANT',
    [said('SHIPPING', 'DORMANT', 2)],
  ],
  ['[R65] unconfirmed to the end', 'SHIPPING ACTIVE~ ?', []],
  [
    '[R65] two moves around an outage',
    'SHIPPING ACTIVE ? DORMANT RESUMED',
    [said('SHIPPING', 'ACTIVE', 1), said('ACTIVE', 'DORMANT', 3, 1), said('DORMANT', 'RESUMED', 4)],
  ],
  ['[R74] a first status that was not confirmed', 'SHIPPING~ ACTIVE QUIET', [said('ACTIVE', 'QUIET', 2)]],
  ['a new version of the rule', 'SHIPPING ACTIVE@2', []],
  ['a new version after unknown', 'SHIPPING ? ACTIVE@2 QUIET@2', [said('ACTIVE', 'QUIET', 3)]],
  ['a rederived status', 'SHIPPING ACTIVE@2! ACTIVE@2 QUIET@2', [said('ACTIVE', 'QUIET', 3)]],
  ['a rederived status by another rule', 'SHIPPING ACTIVE! QUIET', [said('ACTIVE', 'QUIET', 2)]],
  ['a rederived unknown', 'SHIPPING ?! ACTIVE QUIET', [said('ACTIVE', 'QUIET', 3)]],
] as const)('the moves that are announced: %s', (_, words, expected) => {
  expect(movesOf(words)).toEqual(expected)
})

test('[R65] a reader of the events alone has the last confirmed status, for any conclusions of one rule', () => {
  const word = fc.constantFrom('SHIPPING', 'ACTIVE', 'ACTIVE~', 'QUIET', 'QUIET~', 'DORMANT', '?')
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), (words) => {
      const stated = words.filter((each) => each !== '?' && !each.endsWith('~'))
      const moves = announcedMoves('activity.status', evidenceOf({ concluded: chain(words.join(' ')) }))
      expect(moves.every(({ from, to }) => from !== to)).toBe(true)
      const told = [...moves.slice(0, 1).map(({ from }) => from), ...moves.map(({ to }) => to)]
      expect(moves.map(({ from }) => from)).toEqual(told.slice(0, -1))
      expect(moves.length === 0 ? stated.at(-1) : told.at(-1)).toBe(stated.at(-1))
      expect(moves.length > 0).toBe(new Set(stated).size > 1)
    }),
  )
})

test('[R114] a move out of unknown says between which readings it happened', () => {
  expect(drafts({ concluded: chain('ACTIVE ? QUIET') })).toMatchObject([
    {
      summary: `Activity status moved from ACTIVE to QUIET between ${readAt(0)} and ${hourOf(2)}`,
      occurredAt: null,
      precision: 'OBSERVED',
      detectedAt: hourOf(2),
      facts: { from: 'ACTIVE', to: 'QUIET', between: { from: readAt(0), to: hourOf(2) } },
      evidence: [`state:${uuid(3)}`, `state:${uuid(1)}`],
    },
  ])
  const [plain] = drafts({ concluded: chain('ACTIVE QUIET') })
  expect(plain).toMatchObject({ summary: 'Activity status moved from ACTIVE to QUIET' })
  expect(plain?.facts).toEqual({ from: 'ACTIVE', to: 'QUIET' })
})

test('[R114] a status that holds until the next conclusion has no unread time before it', () => {
  const [active, quiet] = chain('ACTIVE QUIET')
  if (active === undefined || quiet === undefined) throw new Error('expected two conclusions')
  const shownUntil = (heldUntil: Instant) =>
    announcedMoves('activity.status', evidenceOf({ concluded: [{ ...active, heldUntil }, quiet] })).map(
      (moved) => moved.shownUntil,
    )
  expect(shownUntil(hourOf(1))).toEqual([null])
  expect(shownUntil(addMs(hourOf(1), -1))).toEqual([readAt(0)])
})

test.each<[string, Partial<Concluded>, Instant | null]>([
  [
    'long after its support',
    { supportedUntil: addMs(hourOf(0), -72 * HOUR_MS - 1) },
    addMs(hourOf(0), -72 * HOUR_MS - 1),
  ],
  ['within 72 hours of its support', { supportedUntil: addMs(hourOf(0), -72 * HOUR_MS) }, null],
  ['without a reading', { supportedUntil: null }, null],
])(
  '[R114] a status that an outage kept, concluded %s, was shown until its support ended',
  (_, kept, expected) => {
    const [active, quiet] = chain('ACTIVE QUIET')
    if (active === undefined || quiet === undefined) throw new Error('expected two conclusions')
    const concluded = [{ ...active, heldUntil: hourOf(1), ...kept }, quiet]
    const [moved] = announcedMoves('activity.status', evidenceOf({ concluded }))
    expect(moved?.shownUntil).toBe(expected)
  },
)

test('[R74] the statement of a move cites the newest conclusion of the status it moved from', () => {
  const [moved] = drafts({ concluded: chain('ACTIVE ? ACTIVE ? QUIET') })
  expect(moved?.evidence).toEqual([`state:${uuid(5)}`, `state:${uuid(3)}`])
  expect(moved?.facts['between']).toEqual({ from: readAt(2), to: hourOf(4) })
})

test.each([
  ['reached', ['RESEARCHED', 'VERIFIED_BUILDER'], [2]],
  ['lost', ['RESEARCHED', 'VERIFIED_BUILDER', 'RESEARCHED'], []],
  ['unknown', ['RESEARCHED', 'VERIFIED_BUILDER', null], [2]],
  ['lost and reached again', ['RESEARCHED', 'VERIFIED_BUILDER', 'INDEXED', 'VERIFIED_BUILDER'], [4]],
] as const)('[R65] a verified builder is stated only while the level stands: %s', (_, levels, expected) => {
  const concluded = levels.map((value, index) =>
    conclusion({
      fact: 'research.level',
      rule: 'research.level@2',
      value,
      id: `state:${uuid(index + 1)}`,
      evaluatedAt: hourOf(index),
    }),
  )
  expect(drafts({ concluded }).map(({ id }) => id)).toEqual(expected.map((n) => `state:${uuid(n)}`))
})
