import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, toInstant } from '#contract/time.ts'
import {
  address,
  conclusion,
  drafts,
  evidenceOf,
  move,
  NOW,
  ship,
  source,
  sourceId,
  stream,
  uuid,
} from '#test/ledger-evidence.ts'
import { announcedMoves } from './moves.ts'

test.each([
  ['to unknown', move({ value: null })],
  ['from unknown', move({ before: { value: null } })],
  ['to a status named UNKNOWN', move({ value: 'UNKNOWN' })],
  ['caused by a new version of the rule (case 40)', move({ rule: 'activity.status@2' })],
  ['to a rederived conclusion', move({ rederived: true })],
  ['down that no reading confirms', move({ confirmed: false })],
  ['to the same value', move({ value: 'ACTIVE' })],
  [
    'of a market whose readings lapsed (case 37)',
    move({ fact: 'market.status', before: { value: 'LIVE' }, value: 'INSUFFICIENT_DATA' }),
  ],
  [
    'that is the first check of a token',
    move({
      fact: 'token.verification',
      before: { value: 'UNVERIFIED', reason: 'not_checked' },
      value: 'VERIFIED',
    }),
  ],
  [
    'of the research level below verified builder',
    move({ fact: 'research.level', before: { value: 'INDEXED' }, value: 'RESEARCHED' }),
  ],
])('a move %s is recorded and not announced', (_, given) => {
  expect(drafts({ concluded: given })).toEqual([])
})

test.each([
  ['market.status', 'LIVE', 'LIQUIDITY_GONE', 'market.status_changed', address(0xc)],
  ['token.verification', 'UNVERIFIED', 'MISMATCH', 'token.verification_changed', address(0xc)],
  ['research.level', 'RESEARCHED', 'VERIFIED_BUILDER', 'research.builder_verified', null],
] as const)('a move of %s is announced', (fact, from, to, type, contract) => {
  const given = move({ fact, before: { value: from }, value: to, reason: 'site_silent' })
  expect(drafts({ token: address(0xc), concluded: given })).toMatchObject([
    {
      id: `state:${uuid(2)}`,
      type,
      contract,
      facts: { from, to, reason: 'site_silent' },
      evidence: [`state:${uuid(2)}`, `state:${uuid(1)}`],
    },
  ])
})

const attachedSince = source({
  id: sourceId(2),
  attachedAt: toInstant('2026-11-15T12:00:00Z'),
  streams: [stream({ firstOkAt: toInstant('2026-11-15T13:00:00Z') })],
})
const readSince = source({
  id: sourceId(2),
  streams: [stream({ firstOkAt: toInstant('2026-11-15T13:00:00Z') })],
})
const fresh = ship({ id: `ship:${uuid(5)}` })

test.each([
  ['nothing new is cited', {}, [], 'service'],
  ['a fresh ship of a watched source is cited', {}, [fresh.id], 'service'],
  [
    'an old ship of a watched source is cited',
    { ships: [{ ...fresh, occurredAt: addMs(NOW, -9 * DAY_MS) }] },
    [fresh.id],
    'research',
  ],
  ['a source attached since is cited', { sources: [source({}), attachedSince] }, [sourceId(2)], 'research'],
  ['a source first read since is cited', { sources: [source({}), readSince] }, [sourceId(2)], 'research'],
  [
    'a ship of a source first read since is cited',
    { sources: [source({}), readSince], ships: [{ ...fresh, sourceId: sourceId(2) }] },
    [fresh.id],
    'research',
  ],
  ['a record that is not stored is cited', {}, [`ship:${uuid(77)}`], 'service'],
] as const)('how a move was seen when %s', (_, given, evidence, by) => {
  const concluded = move({ value: 'SHIPPING', evidence: [...evidence] })
  const drafted = drafts({ ships: [fresh], ...given, concluded }).filter(
    ({ id }) => id === `state:${uuid(2)}`,
  )
  expect(drafted).toMatchObject([{ seen: { by } }])
})

/** When the earlier conclusion was made. Ships are live for seven days. */
const BEFORE = toInstant('2026-11-10T12:00:00Z')
test.each([
  [
    'a source attached',
    (ms: number) => ({ sources: [source({ attachedAt: addMs(BEFORE, ms) })] }),
    sourceId(),
  ],
  [
    'a source first read',
    (ms: number) => ({ sources: [source({ streams: [stream({ firstOkAt: addMs(BEFORE, ms) })] })] }),
    sourceId(),
  ],
  [
    'a ship read seven days after it happened',
    (ms: number) => ({ ships: [{ ...fresh, occurredAt: addMs(fresh.detectedAt, -7 * DAY_MS - ms) }] }),
    fresh.id,
  ],
] as const)(
  'a move is seen by research from a millisecond after the earlier conclusion: %s',
  (_, given, cited) => {
    const seen = [-1, 0, 1].map((ms) => {
      const concluded = move({ value: 'SHIPPING', evidence: [cited] })
      const [drafted] = drafts({ ...given(ms), concluded }).filter(({ id }) => id === `state:${uuid(2)}`)
      return drafted?.seen.by
    })
    expect(seen).toEqual(['service', 'service', 'research'])
  },
)

test('a move that cites an old ship among others is seen by research', () => {
  const old = { ...fresh, id: `ship:${uuid(6)}` as const, occurredAt: addMs(NOW, -9 * DAY_MS) }
  const by = (cited: typeof fresh.id) => {
    const concluded = move({ value: 'SHIPPING', evidence: [cited] })
    return drafts({ ships: [old, fresh], concluded }).find(({ id }) => id === `state:${uuid(2)}`)?.seen.by
  }
  expect([by(old.id), by(fresh.id)]).toEqual(['research', 'service'])
})

test('a move that cites a source that was never read is seen by the service', () => {
  const sources = [source({ streams: [stream({ firstOkAt: null })] })]
  const concluded = move({ value: 'SHIPPING', evidence: [sourceId()] })
  expect(drafts({ sources, concluded }).find(({ id }) => id === `state:${uuid(2)}`)?.seen.by).toBe('service')
})

/** When the move of market integrity was concluded. */
const MOVED = toInstant('2026-11-20T10:00:00Z')
test.each([
  ['not published', null, []],
  ['published a millisecond after it', addMs(MOVED, 1), ['research']],
  ['published at its instant', MOVED, ['service']],
  ['published before it', addMs(MOVED, -1), ['service']],
] as const)(
  'how a move of market integrity is seen when market integrity is %s',
  (_, integrityPublishedAt, seen) => {
    const fact = 'market_integrity.state'
    const concluded = move({ fact, before: { value: 'NONE_OBSERVED' }, value: 'OBSERVED' })
    const drafted = drafts({ token: address(0xc), integrityPublishedAt, concluded })
    expect(drafted.map((draft) => draft.seen.by)).toEqual(seen)
    expect(drafted.map(({ contract }) => contract)).toEqual(seen.map(() => address(0xc)))
  },
)

test('announces a move that starts from a rederived conclusion', () => {
  const concluded = move({ value: 'SHIPPING', before: { rederived: true } })
  expect(drafts({ concluded })).toMatchObject([{ type: 'build.status_changed', facts: { from: 'ACTIVE' } }])
})

test('ignores evidence that both conclusions cite when deciding how a move was seen', () => {
  const evidence = [sourceId(2)]
  const concluded = move({ value: 'SHIPPING', evidence, before: { evidence } })
  const drafted = drafts({ sources: [source({}), attachedSince], concluded })
  expect(drafted.filter(({ type }) => type === 'build.status_changed')).toMatchObject([
    { seen: { by: 'service' } },
  ])
})

const hourOf = (index: number) => addMs(NOW, (index - 100) * HOUR_MS)
/** Conclusions an hour apart: `?` is unknown, `~` marks one that no reading confirms, `@2` a version of the rule. */
function chain(words: string) {
  return words.split(' ').map((word, index) => {
    const [, value = '', mark = '', version = '', known] = /^([A-Z?]+)(~?)(@2)?(!?)$/.exec(word) ?? []
    return conclusion({
      ...{ id: `state:${uuid(index + 1)}`, evaluatedAt: hourOf(index) },
      rule: version === '@2' ? 'activity.status@2' : 'activity.status@1',
      ...{ value: value === '?' ? null : value, confirmed: mark === '', rederived: known === '!' },
    })
  })
}
function movesOf(words: string) {
  return announcedMoves('activity.status', evidenceOf({ concluded: chain(words) })).map(
    ({ from, to, openSince, after }) => `${from} ${to} ${openSince ?? 'at'} ${after.evaluatedAt}`,
  )
}
const said = (from: string, to: string, at: number, open?: number) =>
  `${from} ${to} ${open === undefined ? 'at' : hourOf(open)} ${hourOf(at)}`

test.each([
  ['one known status is the first one', 'ACTIVE', []],
  ['never known', '? ? ?', []],
  ['a first status after unknown', '? ACTIVE', []],
  ['two statuses', 'ACTIVE QUIET', [said('ACTIVE', 'QUIET', 1)]],
  ['R64: the same status after unknown', 'SHIPPING ? SHIPPING', []],
  ['R64: the same status after an unconfirmed one', 'SHIPPING ACTIVE~ SHIPPING', []],
  ['R64: the same status after both', 'SHIPPING ACTIVE~ ? ACTIVE~ SHIPPING', []],
  ['R65: another status after unknown', 'SHIPPING ? DORMANT', [said('SHIPPING', 'DORMANT', 2, 1)]],
  ['R65: another one after several unknown', 'ACTIVE ? ? ? QUIET', [said('ACTIVE', 'QUIET', 4, 1)]],
  ['R65: an unconfirmed status confirmed later', 'ACTIVE QUIET~ QUIET', [said('ACTIVE', 'QUIET', 2, 1)]],
  [
    'R65: another status than the unconfirmed one',
    'SHIPPING ACTIVE~ QUIET',
    [said('SHIPPING', 'QUIET', 2, 1)],
  ],
  ['R65: unconfirmed to the end', 'SHIPPING ACTIVE~ ?', []],
  [
    'R65: two moves around an outage',
    'SHIPPING ACTIVE ? DORMANT RESUMED',
    [said('SHIPPING', 'ACTIVE', 1), said('ACTIVE', 'DORMANT', 3, 2), said('DORMANT', 'RESUMED', 4)],
  ],
  ['R74: a first status that was not confirmed', 'SHIPPING~ ACTIVE QUIET', [said('ACTIVE', 'QUIET', 2)]],
  ['a new version of the rule', 'SHIPPING ACTIVE@2', []],
  ['a new version after unknown', 'SHIPPING ? ACTIVE@2 QUIET@2', [said('ACTIVE', 'QUIET', 3)]],
  ['a rederived status', 'SHIPPING ACTIVE@2! ACTIVE@2 QUIET@2', [said('ACTIVE', 'QUIET', 3)]],
  ['a rederived status by another rule', 'SHIPPING ACTIVE! QUIET', [said('ACTIVE', 'QUIET', 2)]],
  ['a rederived unknown', 'SHIPPING ?! ACTIVE QUIET', [said('ACTIVE', 'QUIET', 3)]],
] as const)('the moves that are announced: %s', (_, words, expected) => {
  expect(movesOf(words)).toEqual(expected)
})

test('R65: a reader of the events alone has the last confirmed status, for any conclusions of one rule', () => {
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

test('R65: a move out of unknown says between which times it was unknown', () => {
  expect(drafts({ concluded: chain('ACTIVE ? QUIET') })).toMatchObject([
    {
      summary: `Activity status moved from ACTIVE to QUIET between ${hourOf(1)} and ${hourOf(2)}`,
      ...{ occurredAt: null, precision: 'OBSERVED', detectedAt: hourOf(2) },
      facts: { from: 'ACTIVE', to: 'QUIET', between: { from: hourOf(1), to: hourOf(2) } },
      evidence: [`state:${uuid(3)}`, `state:${uuid(1)}`],
    },
  ])
  const [plain] = drafts({ concluded: chain('ACTIVE QUIET') })
  expect(plain).toMatchObject({ summary: 'Activity status moved from ACTIVE to QUIET' })
  expect(plain?.facts).toEqual({ from: 'ACTIVE', to: 'QUIET' })
})

test('R74: the statement of a move cites the newest conclusion of the status it moved from', () => {
  const [moved] = drafts({ concluded: chain('ACTIVE ? ACTIVE ? QUIET') })
  expect(moved?.evidence).toEqual([`state:${uuid(5)}`, `state:${uuid(3)}`])
  expect(moved?.facts['between']).toEqual({ from: hourOf(3), to: hourOf(4) })
})

test.each([
  ['reached', ['RESEARCHED', 'VERIFIED_BUILDER'], [2]],
  ['lost', ['RESEARCHED', 'VERIFIED_BUILDER', 'RESEARCHED'], []],
  ['unknown', ['RESEARCHED', 'VERIFIED_BUILDER', null], [2]],
  ['lost and reached again', ['RESEARCHED', 'VERIFIED_BUILDER', 'INDEXED', 'VERIFIED_BUILDER'], [4]],
] as const)('R65: a verified builder is stated only while the level stands: %s', (_, levels, expected) => {
  const concluded = levels.map((value, index) =>
    conclusion({
      ...{ fact: 'research.level', rule: 'research.level@1', value },
      ...{ id: `state:${uuid(index + 1)}`, evaluatedAt: hourOf(index) },
    }),
  )
  expect(drafts({ concluded }).map(({ id }) => id)).toEqual(expected.map((n) => `state:${uuid(n)}`))
})
