import { expect, test } from 'vitest'
import { derived, unknown } from '#contract/claim.ts'
import { type ContractAddress, type Slug, ZERO_ADDRESS } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { NEVER_SCORED } from '#domain/project/card-record.ts'
import { KNOWN, SOURCE } from '#test/card-evidence.ts'
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

test('has every known field', () => {
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

test('an unknown field is absent, never zero', () => {
  const { activity, ...rest } = scan(NEVER_SCORED)
  expect(activity).toEqual({ measured: false })
  expect(rest).toMatchObject({ status: 'unknown', svc_status: 'UNKNOWN', research_level: 'INDEXED' })
  expect(rest).not.toHaveProperty('token_verification_reason')
})

test.each<[string, Partial<CardEvidence>, string[]]>([
  ['no repository', { commits30d: unknown('NO_SOURCE') }, ['commits_30d', 'commits_30d_partial']],
  ['building not measured', { activityMeasured: false }, ['meaningful_ships_30d']],
  ['no ship', { latestMeaningfulShip: unknown('NOT_ENOUGH_YET') }, ['last_ship_title', 'last_ship_at']],
  ['no activity', { lastActivityAt: unknown('SOURCE_UNAVAILABLE') }, ['last_activity_at']],
])('%s leaves its fields out and the others in', (_, evidence, absent) => {
  const all = Object.keys(scan(KNOWN).activity ?? {})
  const left = Object.keys(scan({ ...KNOWN, ...evidence }).activity ?? {})
  expect(left).toEqual(all.filter((key) => !absent.includes(key)))
})

test('a mismatched token is not linked to the activity', () => {
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
