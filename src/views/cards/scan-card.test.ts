import { expect, test } from 'vitest'
import { derived, unknown } from '#contract/claim.ts'
import { COVERAGE_DIMENSIONS } from '#contract/enums.ts'
import { type ContractAddress, type Slug, ZERO_ADDRESS } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { NEVER_SCORED } from '#domain/project/card-record.ts'
import { KNOWN, release, SOURCE } from '#test/given/card-evidence.ts'
import { nothingFound, scanCard } from './scan-card.ts'

const now = toInstant('2026-11-19T12:00:00Z')

function scan(evidence: CardEvidence) {
  return scanCard(
    {
      address: '0x4c1d3f2a9b8e7d6c5b4a39281706f5e4d3c2b1a0' as ContractAddress,
      integration: undefined,
      claims: undefined,
      record: {
        project: { slug: 'lumen' as Slug, name: 'Lumen' },
        evidence,
        scoredAt: now,
        latestChange: null,
        ledgerRanAt: now,
      },
    },
    { now, site: { baseUrl: 'https://svc.example' } },
  )
}

test('has every known field [contract scan card status_label|activity_measured]', () => {
  expect(scan(KNOWN)).toMatchObject({
    found: true,
    status: 'active',
    status_label: 'Shipping',
    activity_measured: true,
    activity: {
      measured: true,
      meaningful_ships_30d: 4,
      commits_30d: 41,
      commits_30d_partial: true,
      last_ship_title: 'v2.4.0',
      last_ship_at: '2026-11-18T14:02:11.000Z',
    },
    token_verification_reason: 'site_names_contract',
    coverage: { locks: { state: 'NOT_APPLICABLE', observed_at: null } },
  })
})

test('lists the dimensions in the order of their list, whatever the order of the record', () => {
  const coverage = Object.fromEntries(Object.entries(KNOWN.coverage).toReversed()) as CardEvidence['coverage']
  const shown = scan({ ...KNOWN, coverage }).coverage
  expect(Object.keys(Object(shown))).toEqual(COVERAGE_DIMENSIONS)
})

test('[R62] a ship that no source dates has a title and no time', () => {
  const latestMeaningfulShip = derived({ ...release, occurredAt: null }, 'ships.counted@8', [SOURCE])
  const { activity } = scan({ ...KNOWN, latestMeaningfulShip })
  expect(activity).toMatchObject({ last_ship_title: 'v2.4.0' })
  expect(activity).not.toHaveProperty('last_ship_at')
})

test('[R61] counts say up to when they were read, also without claim notes', () => {
  const to = toInstant('2026-11-17T12:00:00Z')
  const meaningfulShips30d = { ...derived(4, 'ships.counted@8', [SOURCE]), asOf: to }
  const commits30d = { ...derived({ count: 41, partial: true }, 'code_week@6', [SOURCE]), asOf: to }
  expect(scan({ ...KNOWN, meaningfulShips30d, commits30d }).activity).toMatchObject({
    meaningful_ships_30d_as_of: to,
    commits_30d_as_of: to,
  })
  expect(scan(KNOWN).activity).toMatchObject({ meaningful_ships_30d_as_of: now, commits_30d_as_of: now })
})

test('an unknown field is absent, never zero', () => {
  const { activity, ...rest } = scan(NEVER_SCORED)
  expect(activity).toEqual({ measured: false })
  expect(rest).toMatchObject({ status: 'unknown', svc_status: 'UNKNOWN', research_level: 'INDEXED' })
  expect(rest).not.toHaveProperty('token_verification_reason')
})

test.each<[string, Partial<CardEvidence>, string[]]>([
  [
    'no repository',
    { commits30d: unknown('NO_SOURCE') },
    ['commits_30d', 'commits_30d_partial', 'commits_30d_as_of'],
  ],
  [
    'building not measured',
    { activityMeasured: false },
    ['meaningful_ships_30d', 'meaningful_ships_30d_as_of'],
  ],
  ['no ship', { latestMeaningfulShip: unknown('NOT_ENOUGH_YET') }, ['last_ship_title', 'last_ship_at']],
  ['no activity', { lastActivityAt: unknown('SOURCE_UNAVAILABLE') }, ['last_activity_at']],
])(
  '%s leaves its fields out and the others in [contract scan card activity.commits_30d]',
  (_, evidence, absent) => {
    const all = Object.keys(scan(KNOWN).activity ?? {})
    const left = Object.keys(scan({ ...KNOWN, ...evidence }).activity ?? {})
    expect(left).toEqual(all.filter((key) => !absent.includes(key)))
  },
)

test('a mismatched token is not linked to the activity [contract token verification MISMATCH]', () => {
  const tokenVerification = derived(
    { status: 'MISMATCH', reason: 'other_token' } as const,
    'token.verification@1',
    [SOURCE],
  )
  expect(scan({ ...KNOWN, tokenVerification }).activity_applies_to_token).toBe(false)
})

test('an unpublished token has only its identity and the reason', () => {
  const nothing = nothingFound({ chainId: 4663, address: ZERO_ADDRESS }, 'not_a_token')
  expect(Object.keys(nothing)).toEqual(['found', 'reason', 'chain_id', 'contract_address', 'disclaimer'])
})
