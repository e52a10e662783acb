import { describe, expect, test } from 'vitest'
import { unknown } from '#contract/claim.ts'
import type { ContractAddress, EvidenceId, Slug } from '#contract/ids.ts'
import type { PartnerCard } from '#contract/shapes/partner-card.ts'
import { toInstant } from '#contract/time.ts'
import { type LatestChange, NEVER_SCORED } from '#domain/project/card-record.ts'
import { KNOWN, RELEASE, SOURCE, WEEK } from '#test/given/card-evidence.ts'
import { partnerCard } from '../../cards/partner-card.ts'
import { foundClaim, heldClaim, notFoundClaim, partnerClaims, scanCoverageClaims } from './token.ts'

const now = toInstant('2026-11-19T12:00:00Z')
const READ = toInstant('2026-11-19T10:00:00Z')
const ACTIVE_AT = '2026-11-19T09:00:00.000Z'
const EARLIER = toInstant('2026-11-17T10:00:00Z')
const address = '0x4c1d3f2a9b8e7d6c5b4a39281706f5e4d3c2b1a0' as ContractAddress
const MOVE = 'state:3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b21'
const UPGRADE = 'ship:0d9b6c1e-44a0-5b6f-9c61-5b1c2d3e4f50'
const OTHER_TOKEN = 'claim:acd64ad1-0000-5000-8000-000000000001'
const SIGNAL = 'signal:1f2e3d4c-5b6a-5978-8695-a4b3c2d1e0f9'

function cardOf(evidence: typeof KNOWN, latestChange: LatestChange | null = null): PartnerCard {
  const project = { slug: 'lumen' as Slug, name: 'Lumen' }
  const record = { project, evidence, scoredAt: now, latestChange, ledgerRanAt: now }
  const site = { baseUrl: 'https://svc.example' }
  return partnerCard({ address, integration: undefined, record }, { now, site })
}
const known = cardOf(KNOWN)
const claimOf = (card: PartnerCard, start: string) =>
  partnerClaims(card).find(({ statement }) => statement.startsWith(start))
const change = (id: string, given: Partial<LatestChange> = {}): LatestChange => ({
  id,
  type: 'build.dormant',
  summary: 'Lumen is Dormant',
  week: null,
  evidenceId: id as EvidenceId,
  occurredAt: null,
  precision: 'OBSERVED',
  detectedAt: READ,
  ...given,
})

test('a known card is a claim a field, each in the words of its source or of the service', () => {
  expect(partnerClaims(known).map(({ kind, words, statement }) => [kind, words, statement])).toEqual([
    ['DERIVED', 'service', 'Status: SHIPPING, Shipping.'],
    ['DERIVED', 'service', 'Token verification: VERIFIED.'],
    ['DERIVED', 'service', 'Research level: VERIFIED_BUILDER.'],
    ['DERIVED', 'service', 'Meaningful ships in 30 days: 4.'],
    ['DERIVED', 'service', 'Newest activity: 2026-11-19T09:00:00.000Z.'],
    ['FACT', 'composed', 'Newest counted ship: “v2.4.0”.'],
    ['FACT', 'composed', 'Newest release: “v2.4.0”.'],
    ['FACT', 'composed', 'Newest deployment: “Upgrade of 0xabc”.'],
    [
      'DERIVED',
      'composed',
      'Code: “code changes, week starting 2026-11-16 (to 2026-11-19)”; at least 41 commits in 30 days.',
    ],
    ['FACT', 'composed', 'Repository: “https://github.com/lumen-labs/lumen”.'],
    [
      'FACT',
      'composed',
      'Signal accelerating: “Shipping faster than in the 30 days before”, from 2026-10-20T00:00:00.000Z to 2026-11-19T00:00:00.000Z.',
    ],
    ['FACT', 'service', 'Newest change: none is recorded.'],
    ['DERIVED', 'service', 'Market status: LIVE.'],
  ])
})

test('a card beside its scan says how fresh the status, the verification and the market are', () => {
  const read = { observed_at: READ }
  const coverage = {
    building: { state: 'STALE', ...read },
    token_verification: { state: 'MEASURED', ...read },
    market: { state: 'SOURCE_UNAVAILABLE', ...read },
  } as never
  const fresh = (card: PartnerCard) =>
    partnerClaims(card, coverage).flatMap(({ statement, freshness }) =>
      freshness === undefined ? [] : [[statement, freshness]],
    )
  expect(fresh(known)).toEqual([
    ['Status: SHIPPING, Shipping.', 'STALE'],
    ['Token verification: VERIFIED.', 'MEASURED'],
    ['Market status: LIVE.', 'SOURCE_UNAVAILABLE'],
  ])
  expect(fresh(cardOf(NEVER_SCORED))).toEqual([])
})

test('a card that was never scored has no value but that no change is recorded', () => {
  const claims = partnerClaims(cardOf(NEVER_SCORED))
  const unread = (statement: string) => ['UNKNOWN', statement, 'NOT_ENOUGH_YET', undefined]
  expect(claims.map(({ kind, statement, reason, value }) => [kind, statement, reason, value])).toEqual([
    ...['svc status', 'token verification', 'research level', 'meaningful ships 30d', 'last activity at'].map(
      (name) => unread(`${name}: unknown.`),
    ),
    ...['latest meaningful ship', 'latest release', 'latest deployment', 'last code activity'].map((name) =>
      unread(`${name}: unknown.`),
    ),
    ...['repo url', 'latest signal'].map((name) => unread(`${name}: unknown.`)),
    ['FACT', 'Newest change: none is recorded.', undefined, 'none_recorded'],
    unread('market status: unknown.'),
  ])
  for (const claim of claims) expect(claim).not.toHaveProperty('asOf')
})

test.each([
  ['Status', { value: 'SHIPPING', rule: 'activity.status@6', evidence: [RELEASE] }],
  ['Meaningful', { value: 4, asOf: now }],
  ['Newest activity', { value: ACTIVE_AT, occurredAt: ACTIVE_AT, evidence: [WEEK] }],
  [
    'Newest counted',
    {
      value: { title: 'v2.4.0' },
      occurredAt: '2026-11-18T14:02:11.000Z',
      observedAt: READ,
      evidence: [RELEASE],
    },
  ],
  ['Newest deployment', { value: { title: 'Upgrade of 0xabc' }, evidence: [UPGRADE] }],
  ['Code', { value: { commits_30d: 41 }, asOf: now, evidence: [WEEK] }],
  ['Repository', { value: 'https://github.com/lumen-labs/lumen', evidence: [SOURCE] }],
  [
    'Signal',
    {
      value: {
        kind: 'accelerating',
        window_from: '2026-10-20T00:00:00.000Z',
        window_to: '2026-11-19T00:00:00.000Z',
      },
      evidence: [SIGNAL],
    },
  ],
  ['Market status', { value: 'LIVE', observedAt: READ }],
])('the claim “%s” has its value, time and evidence', (start, expected) => {
  expect(claimOf(known, start)).toMatchObject(expected)
})

describe('the count of ships', () => {
  test('says up to when it was read', () => {
    const card = { ...known, meaningful_ships_30d_as_of: EARLIER }
    expect(claimOf(card, 'Meaningful')).toMatchObject({
      statement: `Meaningful ships in 30 days: 4, to ${EARLIER}.`,
      asOf: EARLIER,
    })
  })

  test('that is unknown has no end', () => {
    const card = { ...known, meaningful_ships_30d: null, meaningful_ships_30d_as_of: EARLIER } as PartnerCard
    expect(claimOf(card, 'meaningful')).toEqual({
      kind: 'UNKNOWN',
      statement: 'meaningful ships 30d: unknown.',
      words: 'service',
    })
  })
})

test.each([
  ['Meaningful', { meaningful_ships_30d_as_of: null }, 'asOf'],
  ['Code', { last_code_activity: { ...known.last_code_activity, commits_30d_as_of: null } }, 'asOf'],
])('the claim “%s” without an end has none', (start, given, key) => {
  expect(claimOf({ ...known, ...given } as PartnerCard, start)).not.toHaveProperty(key)
})

test('a value beside a note that is unknown is not told', () => {
  const note = { kind: 'UNKNOWN', reason: 'STALE' } as const
  const card = { ...known, claims: { ...known.claims, last_activity_at: note } }
  expect(claimOf(card, 'last activity')).toEqual({
    kind: 'UNKNOWN',
    statement: 'last activity at: unknown.',
    words: 'service',
    reason: 'STALE',
  })
})

describe('commits', () => {
  const code = known.last_code_activity
  const counted = (given: object) =>
    claimOf({ ...known, last_code_activity: { ...code, ...given } as typeof code }, 'Code')
  test('of a whole listing are the number, up to when they were read', () => {
    expect(counted({ commits_30d_partial: false, commits_30d_as_of: EARLIER })).toMatchObject({
      statement: expect.stringMatching(/”; 41 commits in 30 days, to 2026-11-17T10:00:00.000Z\.$/),
      asOf: EARLIER,
    })
  })

  test('that are one are one', () => {
    const { statement } = counted({ commits_30d: 1, commits_30d_partial: false }) ?? {}
    expect(statement).toMatch(/”; 1 commit in 30 days/)
  })
})

test.each([
  [null, 'it happened before 2026-11-19T12:00:00.000Z.'],
  [EARLIER, 'it happened after 2026-11-17T10:00:00.000Z and before 2026-11-19T12:00:00.000Z.'],
])('activity that no source dates, after %s, has its span', (from, words) => {
  const span = { from, to: now }
  expect(claimOf({ ...known, last_activity_between: span }, 'Newest activity')).toMatchObject({
    kind: 'FACT',
    statement: `Newest activity: not dated by a source; ${words}`,
    value: span,
    evidence: [RELEASE],
  })
})

test('a token that another project names does not have the activity', () => {
  const card = { ...known, activity_applies_to_token: false }
  expect(claimOf(card, 'Token verification')?.statement).toBe(
    "Token verification: VERIFIED; the activity is the project's and is not linked to this token.",
  )
})

test('a ship without a time is told without one', () => {
  const { latest_deployment: deployed } = known
  const card = { ...known, latest_deployment: deployed && { ...deployed, timestamp: null } }
  expect(claimOf(card, 'Newest deployment')).not.toHaveProperty('occurredAt')
})

describe('the newest change', () => {
  test.each([
    ['build.dormant', MOVE, 'DERIVED'],
    ['build.release', 'ship:3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b11', 'FACT'],
  ] as const)('of type %s, which rests on %s, is %s', (type, id, kind) => {
    const card = cardOf(KNOWN, change(id, { type }))
    expect(claimOf(card, 'Newest change')).toEqual({
      kind,
      statement: `Newest change: ${type}, “Lumen is Dormant”.`,
      words: 'composed',
      value: { type, summary: 'Lumen is Dormant' },
      precision: 'OBSERVED',
      observedAt: READ,
      evidence: [id],
    })
  })

  test('without evidence is a fact that cites nothing, at its own time', () => {
    const card = cardOf(KNOWN, change(MOVE, { evidenceId: null, occurredAt: EARLIER, precision: 'EXACT' }))
    const claim = claimOf(card, 'Newest change')
    expect(claim).toMatchObject({ kind: 'FACT', occurredAt: EARLIER, precision: 'EXACT' })
    expect(claim).not.toHaveProperty('evidence')
  })

  test('is unknown while the ledger cannot be read', () => {
    const card = { ...known, latest_change_state: 'unavailable' } as const
    expect(claimOf(card, 'Newest change')).toEqual({
      kind: 'UNKNOWN',
      statement: 'Newest change: unknown, not none.',
      words: 'service',
    })
  })
})

test('a market status whose reading has no time is unknown', () => {
  const unread = { ...known, market_status: { status: 'LIVE', observed_at: null } } as PartnerCard
  expect(claimOf(unread, 'market status')).toEqual({
    kind: 'UNKNOWN',
    statement: 'market status: unknown.',
    words: 'service',
  })
  const silent = cardOf({ ...KNOWN, market: unknown('STALE') })
  expect(claimOf(silent, 'market status')).toMatchObject({ kind: 'UNKNOWN', reason: 'STALE' })
})

const named = { slug: 'lumen' as Slug, name: 'Lu`men', url: 'https://svc.example/projects/lumen' }
const heldBy = (slug: string, role: 'token' | 'deployment') => ({
  contract: { address, role, sourceId: SOURCE, detectedAt: READ },
  project: { slug: slug as Slug, name: 'Lu`men' },
})

describe('the claim that a project is published with a contract,', () => {
  const FOUND = `A project is published with contract 4663:${address}: “Lu｀men” (slug lumen).`
  const MISMATCH = {
    ...KNOWN,
    tokenVerification: {
      ...KNOWN.tokenVerification,
      value: { status: 'MISMATCH', reason: 'site_names_another' },
      evidence: [OTHER_TOKEN],
    },
  } as typeof KNOWN

  test.each([
    ['of a VERIFIED token, cites the source of the token', KNOWN, heldBy('lumen', 'token'), FOUND, [SOURCE]],
    [
      'of a token that was never evaluated, cites the source of the token',
      NEVER_SCORED,
      heldBy('lumen', 'token'),
      FOUND,
      [SOURCE],
    ],
    [
      'of a MISMATCH token, cites the statement that names the other contract too',
      MISMATCH,
      heldBy('lumen', 'token'),
      `${FOUND} The project itself names another contract as its token.`,
      [SOURCE, OTHER_TOKEN],
    ],
    [
      'of a token that another project recorded, cites nothing',
      KNOWN,
      heldBy('ember', 'deployment'),
      FOUND,
      undefined,
    ],
    ['of a token without a record, cites nothing', KNOWN, undefined, FOUND, undefined],
  ])('%s', (_, evidence, held, statement, cited) => {
    expect(foundClaim(cardOf(evidence), named, held)).toEqual({
      kind: 'FACT',
      words: 'composed',
      value: { found: true, project: named },
      statement,
      ...(cited && { evidence: cited }),
    })
  })
})

describe('a scanned contract', () => {
  const asked = { contract_address: address, chain_id: 4663 } as const
  test('that no published project has says nothing of the token', () => {
    const unpublished = { ...asked, found: false, reason: 'not_published' } as never
    expect(notFoundClaim(unpublished)).toEqual({
      kind: 'FACT',
      words: 'service',
      value: { found: false, reason: 'not_published' },
      statement: `No published project has contract 4663:${address} as its token (not_published). That says nothing of the token.`,
    })
    expect(scanCoverageClaims(unpublished)).toEqual([])
  })

  test('that is another contract of a project names the project and the record of the contract', () => {
    expect(heldClaim(heldBy('lumen', 'deployment'), { baseUrl: 'https://svc.example' })).toEqual({
      kind: 'FACT',
      words: 'composed',
      value: {
        project: { slug: 'lumen', name: 'Lu`men', url: 'https://svc.example/projects/lumen' },
        role: 'deployment',
      },
      statement: `Contract 4663:${address} is recorded with project “Lu｀men” (slug lumen), role deployment: https://svc.example/api/contracts/4663/${address}.`,
      observedAt: READ,
      evidence: [SOURCE],
    })
  })

  test.each([
    [now, 'DERIVED'],
    [null, 'UNKNOWN'],
    [undefined, 'UNKNOWN'],
  ])('evaluated at %s has a coverage that is %s', (as_of, kind) => {
    const coverage = {
      building: { state: 'MEASURED', observed_at: READ },
      locks: { state: 'NO_SOURCE', observed_at: null },
    }
    const [building, locks, ...others] = scanCoverageClaims({ coverage, as_of } as never)
    expect(building).toMatchObject({ kind, statement: 'Coverage of building: MEASURED.' })
    expect(locks).toMatchObject({ kind, statement: 'Coverage of locks: NO_SOURCE.' })
    expect(building?.observedAt).toBe(kind === 'DERIVED' ? READ : undefined)
    expect([locks && 'observedAt' in locks, others]).toEqual([false, []])
  })
})
