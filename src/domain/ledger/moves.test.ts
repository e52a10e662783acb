import { expect, test } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, type Instant, toInstant } from '#contract/time.ts'
import type { ProjectStatement, Signal } from '#domain/evidence.ts'
import {
  address,
  conclusion,
  drafts,
  move,
  NOW,
  PROJECT_ID,
  ship,
  source,
  sourceId,
  stream,
  uuid,
} from '#test/given/ledger-evidence.ts'

test.each([
  ['to unknown', move({ value: null })],
  ['from unknown', move({ before: { value: null } })],
  ['to a status named UNKNOWN', move({ value: 'UNKNOWN' })],
  ['caused by a new version of the rule [case 40]', move({ rule: 'activity.status@2' })],
  ['to a rederived conclusion', move({ rederived: true })],
  ['down that no reading confirms', move({ confirmed: false })],
  ['to the same value', move({ value: 'ACTIVE' })],
  [
    'of a market whose readings lapsed [case 37]',
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
] as const)('a move of %s is announced [contract delivered type *]', (fact, from, to, type, contract) => {
  const given = move({ fact, token: contract, before: { value: from }, value: to, reason: 'site_silent' })
  expect(drafts({ token: address(0xd), concluded: given })).toMatchObject([
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
    const token = address(0xc)
    const concluded = move({ fact, token, before: { value: 'NONE_OBSERVED' }, value: 'OBSERVED' })
    const drafted = drafts({ token, integrityPublishedAt, concluded })
    expect(drafted.map((draft) => draft.seen.by)).toEqual(seen)
    expect(drafted.map(({ contract }) => contract)).toEqual(seen.map(() => address(0xc)))
  },
)

/**
 * Conclusions about the tokens 1 and 2, an hour apart. A word is the token and the value; `?` marks a value that no
 * reading confirms.
 */
function verdicts(words: string) {
  return words.split(' ').map((word, index) =>
    conclusion({
      id: `state:${uuid(index + 1)}`,
      fact: 'token.verification',
      token: address(Number.parseInt(word, 10)),
      value: word.slice(1).replace('?', ''),
      confirmed: !word.endsWith('?'),
      evaluatedAt: addMs(NOW, (index - 10) * HOUR_MS),
      heldUntil: addMs(NOW, (index - 9) * HOUR_MS),
    }),
  )
}
test.each([
  ['to another token', '1MISMATCH 2VERIFIED', []],
  ['to another token that was not confirmed first', '1MISMATCH 2UNVERIFIED? 2VERIFIED', []],
  ['to another token and back', '1MISMATCH 2VERIFIED 1MISMATCH', []],
  ['of the other token', '1MISMATCH 2UNVERIFIED 2VERIFIED', ['2 UNVERIFIED VERIFIED']],
  ['of a token while there was another', '1VERIFIED 2VERIFIED 1MISMATCH', ['1 VERIFIED MISMATCH between']],
  ['before the other token', '1UNVERIFIED 1VERIFIED 2MISMATCH', ['1 UNVERIFIED VERIFIED']],
])('only conclusions about one token are compared: a move %s', (_, words, expected) => {
  const moves = drafts({ token: address(2), concluded: verdicts(words) })
  expect(
    moves.map(({ contract, facts: { from, to, between } }) =>
      [Number(contract), from, to, ...(between === undefined ? [] : ['between'])].join(' '),
    ),
  ).toEqual(expected)
})

test('a finding about a market names the token of that market, also when the project has another one', () => {
  const market = source({ kind: 'market', locator: `dexscreener:${address(1)}` })
  const finding: Signal = {
    id: `signal:${uuid(8)}`,
    kind: 'volume_spike',
    group: 'market',
    title: 'Volume of a day at least five times that of the week before',
    windowFrom: addMs(NOW, -DAY_MS),
    windowTo: NOW,
    evidence: [market.id],
    detectedAt: NOW,
    endedAt: null,
  }
  const [drafted] = drafts({ token: address(2), sources: [market], signals: [finding] })
  expect(drafted).toMatchObject({ type: 'market.volume_spike', contract: address(1) })
})

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

/**
 * A site attached in August. Its naming of tokens was first read at `firstOkAt`, its declarations when it was attached.
 */
const siteRead = (firstOkAt: Instant) =>
  source({
    kind: 'website',
    streams: [stream({ stream: 'declarations' }), stream({ stream: 'token_naming', firstOkAt })],
  })
const named = (sourceId: ProjectStatement['sourceId']): ProjectStatement => ({
  id: `claim:${uuid(7)}`,
  projectId: PROJECT_ID,
  kind: 'token_named',
  by: 'site',
  sourceId,
  statement: 'Token',
  url: null,
  statedOn: null,
  names: address(0xc),
  observedAt: NOW,
  withdrawn: null,
})
test.each([
  ['a site read before', sourceId(), siteRead(BEFORE), 'service'],
  ['a site whose tokens were first read since', sourceId(), siteRead(addMs(BEFORE, 1)), 'research'],
  ['a site attached since', sourceId(), source({ attachedAt: addMs(BEFORE, 1) }), 'research'],
  ['no source', null, siteRead(BEFORE), 'research'],
] as const)('[R63] how a move was seen that cites a statement of %s', (_, statedBy, site, by) => {
  const claims = [named(statedBy)]
  const concluded = move({
    fact: 'token.verification',
    before: { value: 'UNVERIFIED', reason: 'launchpad_record' },
    value: 'VERIFIED',
    evidence: claims.map(({ id }) => id),
  })
  const drafted = drafts({ sources: [site], claims, concluded })
  expect(drafted.filter(({ type }) => type === 'token.verification_changed')).toMatchObject([
    { seen: { by } },
  ])
})
