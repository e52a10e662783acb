import { describe, expect, test } from 'vitest'
import { derived, unknown } from '#contract/claim.ts'
import type { CoverageState } from '#contract/enums.ts'
import type { EvidenceId, Slug } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import type { SnapshotLockRecord, SnapshotRecord, TokenLocker } from '#domain/project/snapshot-record.ts'
import { KNOWN, SOURCE } from '#test/given/card-evidence.ts'
import * as given from '#test/given/described-project.ts'
import { snapshot } from './snapshot.ts'

const NOW = given.DESCRIBED_AT
const READ = given.READ_AT
const EARLIER = toInstant('2026-11-18T10:00:00Z')
const deps = { now: NOW, site: { baseUrl: 'https://svc.example' } }
const unread = unknown('STALE')

type Given = Partial<Parameters<typeof snapshot>[0]>
const shown = (record: Given = {}) => snapshot(given.snapshotRecord(record), deps)
const covered = (
  dimension: 'market' | 'locks' | 'building' | 'token_verification',
  state: CoverageState,
) => ({
  ...KNOWN,
  coverage: { ...KNOWN.coverage, [dimension]: { state, observedAt: state === 'MEASURED' ? READ : null } },
})

test('each section has the state of its own dimension', () => {
  const states = (evidence: typeof KNOWN) => {
    const { build, market, verification, locks } = shown({ evidence })
    return [build.state, market.state, verification.state, locks.state]
  }
  const all = ['MEASURED', 'MEASURED', 'MEASURED', 'NOT_APPLICABLE']
  expect(states(KNOWN)).toEqual(all)
  const places = { building: 0, market: 1, token_verification: 2, locks: 3 } as const
  for (const dimension of ['building', 'market', 'token_verification', 'locks'] as const)
    expect(states(covered(dimension, 'ERROR'))).toEqual(all.with(places[dimension], 'ERROR'))
})

test('the verification of a project without a token is its research level alone', () => {
  const level = { state: 'MEASURED', researchLevel: 'VERIFIED_BUILDER', verifiedBuilder: true }
  expect(shown().verification).toEqual(level)
  expect(shown({ token: given.ANSWERED_TOKEN }).verification).toEqual({
    ...level,
    tokenVerification: 'VERIFIED',
    activityAppliesToToken: true,
    tokenVerificationReason: 'site_names_contract',
  })
})

test('the identity has the former slugs and the time of publication', () => {
  const { identity } = shown({ formerSlugs: ['lumin' as Slug, 'lume' as Slug], token: given.ANSWERED_TOKEN })
  expect(identity).toMatchObject({ slug: 'lumen', formerSlugs: ['lumin', 'lume'], publishedAt: READ })
  expect(identity.token).toMatchObject({ contract: given.TOKEN, decimals: 18 })
  expect(Object.keys(shown().identity).toSorted()).toEqual(['name', 'publishedAt', 'slug', 'url'])
})

describe('the market', () => {
  test('of a token has its status, figures and readings', () => {
    const { market } = shown({
      token: given.ANSWERED_TOKEN,
      figures: given.TRADED,
      readings: [given.MARKET_READING],
    })
    expect(market).toMatchObject({
      state: 'MEASURED',
      status: 'LIVE',
      observedAt: READ,
      valuation: { value: 70, kind: 'fdv' },
      liquidity: { value: 9000, provider: 'dexscreener', observedAt: READ },
      volume24h: { value: 800, provider: 'dexscreener', observedAt: READ },
      readings: [{ provider: 'dexscreener', priceUsd: 0.5 }],
    })
    expect(market).not.toHaveProperty('marketDoubt')
  })

  test('without a token has no status, and figures that are unknown are absent', () => {
    expect(shown().market).toEqual({ state: 'MEASURED', integrity: { state: 'WITHHELD' } })
  })

  test('says why its figures are not believed', () => {
    const figures = {
      ...given.TRADED,
      liquidity: unread,
      volume24h: unread,
      doubt: 'providers_disagree',
    } as const
    const { market } = shown({ token: given.ANSWERED_TOKEN, figures })
    expect(market).toMatchObject({ marketDoubt: 'providers_disagree' })
    for (const name of ['liquidity', 'volume24h', 'readings']) expect(market).not.toHaveProperty(name)
  })
})

const ID: EvidenceId = 'integrity:1'
const integrity = (reasons: readonly string[]) =>
  derived({ status: 'OBSERVED', since: READ, reasons }, 'market.integrity@1', [SOURCE]) as never
test.each<[string, SnapshotRecord['integrity'], object]>([
  ['is not published', undefined, { state: 'WITHHELD' }],
  ['is unknown', { claim: unread, id: null }, { state: 'STALE' }],
  ['is unknown, with a record', { claim: unread, id: ID }, { state: 'STALE', evidenceId: ID }],
  [
    'shows something',
    { claim: integrity(['providers_disagree']), id: ID },
    {
      state: 'MEASURED',
      status: 'OBSERVED',
      since: READ,
      checks: ['providers_disagree'],
      evidenceId: ID,
    },
  ],
  [
    'shows something without a check',
    { claim: integrity([]), id: null },
    { state: 'MEASURED', status: 'OBSERVED', since: READ },
  ],
])('market integrity that %s', (_, concluded, expected) => {
  expect(shown({ integrity: concluded }).market.integrity).toEqual(expected)
})

const lock = (n: number, observedAt = EARLIER): SnapshotLockRecord => ({
  id: `lock:4663:${n}`,
  locker: given.TOKEN,
  amount: '5',
  unlockAt: NOW,
  withdrawn: false,
  detectedAt: EARLIER,
  observedAt,
})
const WITHDRAWN: SnapshotLockRecord = { ...lock(2), withdrawn: true }

const LOCKER: EvidenceId = 'source:locker'
const READ_LOCKER: TokenLocker = { id: LOCKER, locker: given.TOKEN, lastReadAt: READ, hasUnreadLocks: false }
const UNREAD_LOCKER: TokenLocker = { ...READ_LOCKER, id: 'source:unread', lastReadAt: null }

describe('locks', () => {
  const note = (evidence: readonly EvidenceId[], observed_at = READ) => ({
    kind: 'FACT',
    evidence,
    evidence_total: evidence.length,
    observed_at,
  })
  test.each<[string, CoverageState, Given, object, object]>([
    [
      'are cited by themselves, with the time of the reading',
      'MEASURED',
      { locks: [lock(1, READ), lock(2, READ)], lockTotal: 3, lockers: [READ_LOCKER] },
      { total: 3, items: [lock(1, READ), lock(2, READ)] },
      note(['lock:4663:1', 'lock:4663:2']),
    ],
    [
      'are known as of the oldest reading that shows one of them',
      'MEASURED',
      { locks: [lock(1, READ), lock(2), lock(3, NOW)], lockTotal: 3, lockers: [READ_LOCKER] },
      { total: 3, items: [lock(1, READ), lock(2), lock(3, NOW)] },
      note(['lock:4663:1', 'lock:4663:2', 'lock:4663:3'], EARLIER),
    ],
    [
      'are known as of the reading of their lockers, however long ago one was withdrawn',
      'MEASURED',
      { locks: [lock(1, NOW), WITHDRAWN], lockTotal: 2, lockers: [READ_LOCKER] },
      { total: 2, items: [lock(1, NOW), WITHDRAWN] },
      note(['lock:4663:1', 'lock:4663:2']),
    ],
    [
      'stay known while the lockers are not read, with the time of their own reading',
      'STALE',
      { locks: [lock(1)], lockTotal: 1, lockers: [READ_LOCKER] },
      { total: 1, items: [lock(1)] },
      note(['lock:4663:1'], EARLIER),
    ],
    [
      'that are none cite the lockers',
      'MEASURED',
      { lockers: [READ_LOCKER] },
      { total: 0, items: [] },
      note([LOCKER]),
    ],
    [
      'of unread lockers are no zero',
      'STALE',
      { lockers: [READ_LOCKER] },
      {},
      { kind: 'UNKNOWN', reason: 'STALE' },
    ],
    [
      '[R31] are shown without their number while some of a locker were not read',
      'NOT_ENOUGH_YET',
      { locks: [lock(1)], lockTotal: 1, lockers: [READ_LOCKER] },
      { items: [lock(1)] },
      { kind: 'UNKNOWN', reason: 'NOT_ENOUGH_YET' },
    ],
    ['without a locker are no zero', 'MEASURED', {}, {}, { kind: 'UNKNOWN', reason: 'NOT_ENOUGH_YET' }],
  ])('%s', (_, state, record, expected, noted) => {
    const { locks, claims } = shown({ evidence: covered('locks', state), ...record })
    expect(locks).toEqual({ state, scope: expect.stringMatching(/^Locks of/), ...expected })
    expect(claims['locks']).toEqual(noted)
  })

  test('whose reading has no time are unknown', () => {
    const coverage = { ...KNOWN.coverage, locks: { state: 'MEASURED', observedAt: null } as const }
    const { locks } = shown({ evidence: { ...KNOWN, coverage }, lockers: [READ_LOCKER] })
    expect(locks).not.toHaveProperty('total')
  })

  test('a lock that cannot be shown leaves the others', () => {
    const broken = Object.defineProperty({ ...lock(1) }, 'amount', {
      enumerable: true,
      get: () => {
        throw new Error('unreadable')
      },
    })
    const { locks } = shown({ locks: [broken, lock(2)], lockTotal: 2 })
    expect(locks.items).toEqual([lock(2)])
    expect(locks).toHaveProperty('broken.0.message', expect.stringContaining('lock:4663:1'))
  })
})

test.each<[CoverageState, readonly TokenLocker[], CoverageState]>([
  ['SOURCE_UNAVAILABLE', [READ_LOCKER, UNREAD_LOCKER], 'SOURCE_UNAVAILABLE'],
  ['MEASURED', [UNREAD_LOCKER], 'NOT_ENOUGH_YET'],
])(
  'locks in the state %s have no number while one of the lockers was never read',
  (state, lockers, reason) => {
    const record = { locks: [lock(1)], lockTotal: 1, lockers }
    const { locks, claims } = shown({ evidence: covered('locks', state), ...record })
    expect(locks).toMatchObject({ state, items: [lock(1)] })
    expect(locks.total).toBeUndefined()
    expect(claims['locks']).toEqual({ kind: 'UNKNOWN', reason })
  },
)

const retracted = { id: 'state:1', revision: 2, op: 'retract', recordedAt: READ } as never
test.each<[string, Given['changes'], object]>([
  ['cannot be told', null, { available: false, reason: 'ledger_not_run' }],
  ['are none', [], { available: true, items: [] }],
  ['are recorded', [retracted], { available: true, items: [retracted] }],
])('the newest changes that %s', (_, changes, expected) => {
  expect(shown({ changes: changes ?? null }).latestChanges).toEqual(expected)
})

test('a change has the address of its project, and one that cannot be shown leaves the others', () => {
  const project = { slug: 'lumen' as Slug, name: 'Lumen' }
  const upsert = { id: 'state:2', op: 'upsert', project, contract: null, facts: {}, evidence: [] }
  const changes = [
    { ...upsert, codeWeek: null },
    { ...upsert, evidence: null },
  ] as never
  const { latestChanges } = shown({ changes })
  const [change] = latestChanges.items ?? []
  expect(change).toMatchObject({ project: { url: 'https://svc.example/projects/lumen' } })
  expect(latestChanges).toHaveProperty('broken.0.message', expect.stringContaining('state:2'))
})

test('a provider was last read when the newest of its streams was', () => {
  const stream = (provider: string, lastReadAt: typeof NOW | null) => ({
    provider,
    stream: 's',
    sources: 1,
    lastReadAt,
    allReadAt: EARLIER,
    lastTriedAt: NOW,
  })
  const github = [EARLIER, READ, null, EARLIER].map((at) => stream('github', at))
  const freshness = [...github, stream('site', null)]
  expect(shown({ freshness }).freshness).toEqual({
    asOf: NOW,
    providers: [{ provider: 'github', lastReadAt: READ }, { provider: 'site' }],
  })
  expect(shown({ scoredAt: null }).freshness).toEqual({})
})
