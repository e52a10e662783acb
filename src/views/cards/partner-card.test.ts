import { describe, expect, test } from 'vitest'
import { derived, fact, unknown } from '#contract/claim.ts'
import { CoverageState, TokenVerification } from '#contract/enums.ts'
import { known } from '#contract/known.ts'
import { NOTED_FIELDS } from '#contract/shapes/partner-card.ts'
import { toInstant } from '#contract/time.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { type CardRecord, type LatestChange, NEVER_SCORED } from '#domain/project/card-record.ts'
import { KNOWN, RELEASE, release, runningWeek, SOURCE } from '#test/given/card-evidence.ts'
import { CARD_AT, cardOf } from '#test/given/partner-card.ts'

const now = CARD_AT
const withEvidence = (evidence: Partial<CardEvidence>) => cardOf({ evidence: { ...KNOWN, ...evidence } })

test('code activity without its week is not told', () => {
  const ship = { ...runningWeek, codeWeek: null }
  const lastCodeActivity = derived({ ship, commits30d: { count: 41, partial: false } }, 'code_week@6', [
    SOURCE,
  ])
  expect(withEvidence({ lastCodeActivity }).last_code_activity).toBeNull()
})

test('a project without a card has every key, all unknown [contract Partner Card *]', () => {
  const unscored = cardOf({ evidence: NEVER_SCORED, scoredAt: null })
  expect(Object.keys(unscored)).toEqual(Object.keys(cardOf({})))
  expect(unscored).toMatchObject({
    status: 'unknown',
    svc_status: 'UNKNOWN',
    token_verification: 'UNVERIFIED',
    activity_applies_to_token: true,
    verified_builder: false,
    research_level: 'INDEXED',
    activity_measured: false,
    last_activity_at: null,
    latest_meaningful_ship: null,
    meaningful_ships_30d: null,
    latest_change: null,
    latest_change_state: 'none_recorded',
    latest_signal: null,
    repo_url: null,
    last_commit: null,
    last_code_activity: null,
    latest_release: null,
    latest_deployment: null,
    market_status: { status: 'INSUFFICIENT_DATA', observed_at: null },
    as_of: null,
  })
  for (const field of NOTED_FIELDS)
    expect(unscored.claims[field]).toEqual({ kind: 'UNKNOWN', reason: 'NOT_ENOUGH_YET' })
})

test('a known card has its values and their evidence [contract Partner Card claims]', () => {
  expect(cardOf({})).toMatchObject({
    status: 'active',
    svc_status: 'SHIPPING',
    svc_status_label: 'Shipping',
    svc_project_url: 'https://svc.example/projects/lumen',
    token_verification: 'VERIFIED',
    verified_builder: true,
    meaningful_ships_30d: 4,
    latest_release: { version: 'v2.4.0' },
    latest_deployment: { kind: 'upgrade', url: null },
    last_code_activity: { commits_30d: 41, commits_30d_partial: true, week_start: '2026-11-16' },
    latest_signal: { kind: 'accelerating' },
    market_status: { status: 'LIVE', observed_at: '2026-11-19T10:00:00.000Z' },
    claims: {
      latest_meaningful_ship: { kind: 'FACT', evidence: [RELEASE], evidence_total: 1 },
      svc_status: { kind: 'DERIVED', rule: 'activity.status@6' },
    },
  })
})

test('a count of an unmeasured project is null, never a number', () => {
  const counted = withEvidence({
    activityMeasured: false,
    meaningfulShips30d: derived(0, 'ships.counted@8', [SOURCE]),
  })
  expect([counted.activity_measured, counted.meaningful_ships_30d]).toEqual([false, null])
  expect(counted.claims.meaningful_ships_30d).toEqual({ kind: 'UNKNOWN', reason: 'NOT_ENOUGH_YET' })
})

test('a measured zero stays zero', () => {
  expect(
    withEvidence({ meaningfulShips30d: derived(0, 'ships.counted@8', [SOURCE]) }).meaningful_ships_30d,
  ).toBe(0)
})

test('[R62] a ship that no source dates has no timestamp, and the activity a span [contract Partner Card last_activity_between]', () => {
  const upgrade = { ...release, kind: 'upgrade' as const, occurredAt: null }
  const between = { from: null, to: now }
  const undated = withEvidence({
    lastActivityAt: unknown('NOT_ENOUGH_YET'),
    lastActivityBetween: derived(between, 'ships.counted@8', [RELEASE]),
    latestMeaningfulShip: derived(upgrade, 'ships.counted@8', [RELEASE]),
    latestDeployment: derived(upgrade, 'ships.counted@8', [RELEASE]),
  })
  expect(undated).toMatchObject({
    last_activity_at: null,
    last_activity_between: between,
    latest_meaningful_ship: { timestamp: null },
    latest_deployment: { timestamp: null },
  })
  expect(cardOf({}).last_activity_between).toBeNull()
})

test('[R61] counts say up to when they were read, and the evaluation otherwise [contract Partner Card meaningful_ships_30d_as_of]', () => {
  const to = toInstant('2026-11-17T12:00:00Z')
  const late = withEvidence({
    meaningfulShips30d: { ...derived(4, 'ships.counted@8', [SOURCE]), asOf: to },
    lastCodeActivity: { ...KNOWN.lastCodeActivity, asOf: to } as CardEvidence['lastCodeActivity'],
  })
  expect(late).toMatchObject({
    meaningful_ships_30d_as_of: to,
    last_code_activity: { commits_30d_as_of: to },
    claims: { meaningful_ships_30d: { as_of: to }, last_code_activity: { as_of: to } },
  })
  expect(cardOf({})).toMatchObject({
    meaningful_ships_30d_as_of: now,
    last_code_activity: { commits_30d_as_of: now },
  })
  expect(cardOf({}).claims.meaningful_ships_30d).not.toHaveProperty('as_of')
  const unread = withEvidence({ meaningfulShips30d: unknown('SOURCE_UNAVAILABLE') })
  expect(unread.meaningful_ships_30d_as_of).toBeNull()
})

const CLAIMS = {
  svc_status: 'activity',
  token_verification: 'tokenVerification',
  research_level: 'researchLevel',
  last_activity_at: 'lastActivityAt',
  latest_meaningful_ship: 'latestMeaningfulShip',
  meaningful_ships_30d: 'meaningfulShips30d',
  latest_signal: 'latestSignal',
  repo_url: 'repositoryUrl',
  last_code_activity: 'lastCodeActivity',
  latest_release: 'latestRelease',
  latest_deployment: 'latestDeployment',
  market_status: 'market',
} as const satisfies Record<(typeof NOTED_FIELDS)[number], keyof CardEvidence>
const UNKNOWN_READS: Readonly<Record<string, unknown>> = {
  svc_status: 'UNKNOWN',
  token_verification: 'UNVERIFIED',
  research_level: 'INDEXED',
  market_status: { status: 'INSUFFICIENT_DATA', observed_at: null },
}

describe('one unknown claim, for each reason', () => {
  const reasons = CoverageState.enum.filter((state) => state !== 'MEASURED')
  test.each(NOTED_FIELDS)('%s', (field) => {
    for (const reason of reasons) {
      const unheld = withEvidence({ [CLAIMS[field]]: unknown(reason) })
      expect(unheld[field]).toEqual(UNKNOWN_READS[field] ?? null)
      expect(unheld.claims[field]).toEqual({ kind: 'UNKNOWN', reason })
    }
  })
})

test.each(TokenVerification.enum)(
  'activity applies to a %s token unless it is a mismatch [contract token verification MISMATCH]',
  (status) => {
    const judged = withEvidence({
      tokenVerification: derived({ status, reason: 'x' }, 'token.verification@1', [SOURCE]),
    })
    expect(judged.activity_applies_to_token).toBe(status !== 'MISMATCH')
  },
)

const change: LatestChange = {
  id: `${SOURCE}:added`,
  type: 'research.published',
  summary: 'Lumen was published',
  week: null,
  occurredAt: null,
  precision: 'OBSERVED',
  detectedAt: now,
  evidenceId: SOURCE,
}

test.each([
  ['the ledger never ran', { latestChange: change, ledgerRanAt: null }, 'unavailable', null],
  ['nothing is recorded', { latestChange: null, ledgerRanAt: now }, 'none_recorded', null],
  [
    'an event stands',
    { latestChange: change, ledgerRanAt: now },
    'recorded',
    {
      id: `${SOURCE}:added`,
      occurred_at: null,
      precision: 'OBSERVED',
      detected_at: now,
      evidence_id: SOURCE,
    },
  ],
])(
  'latest change when %s [contract Partner Card latest_change|latest_change_state] [contract change state recorded|none_recorded|unavailable]',
  (_, record, state, expected) => {
    const { latest_change: latest, latest_change_state: answered } = cardOf(record)
    expect(answered).toBe(state)
    if (expected === null) expect(latest).toBeNull()
    else expect(latest).toMatchObject(expected)
  },
)

describe('a running code week', () => {
  const evidence = { ...KNOWN, latestMeaningfulShip: fact(runningWeek, [runningWeek.id], now) }
  const detectedAt = toInstant('2026-11-17T09:00:00Z')
  const recorded: LatestChange = {
    ...change,
    type: 'build.code_activity',
    summary: 'code changes, week starting 2026-11-16 (to 2026-11-22)',
    week: runningWeek.codeWeek && {
      occurredAt: runningWeek.occurredAt,
      detectedAt,
      codeWeek: runningWeek.codeWeek,
    },
  }
  const readTo = (at: string): Partial<CardRecord> => {
    const codeWeek = runningWeek.codeWeek && { ...runningWeek.codeWeek, readTo: toInstant(at) }
    const ship = { ...runningWeek, codeWeek }
    const latestMeaningfulShip = fact(ship, [ship.id], now)
    const lastCodeActivity = fact({ ship, commits30d: { count: 41, partial: true } }, [ship.id], now)
    return {
      evidence: { ...KNOWN, latestMeaningfulShip, lastCodeActivity },
      latestChange: {
        ...recorded,
        week: recorded.week && { ...recorded.week, ...(codeWeek && { codeWeek }) },
      },
    }
  }
  test.each([
    ['2026-11-19T12:00:00.000Z', '2026-11-19T09:00:00.000Z', '2026-11-19'],
    ['2026-11-21T12:00:00.000Z', '2026-11-19T09:00:00.000Z', '2026-11-19'],
    ['2026-11-24T12:00:00.000Z', '2026-11-24T09:00:00.000Z', '2026-11-22'],
    ['2026-11-24T12:00:00.000Z', '2026-11-19T09:00:00.000Z', '2026-11-19'],
  ])('[R61] asked on %s and read to %s names no day after %s', (at, to, day) => {
    const read = cardOf(readTo(to), { now: toInstant(at) })
    const words = `code changes, week starting 2026-11-16 (to ${day})`
    expect(read.latest_meaningful_ship?.title).toBe(words)
    expect(read.latest_change?.summary).toBe(words)
    expect(read.last_code_activity?.summary).toBe(words)
  })

  test('[R67] [R71] has one wording with the times of its ship, whichever reading each field was stored with', () => {
    const { codeWeek } = runningWeek
    if (codeWeek === null) throw new Error('A code week has its facts')
    const occurredAt = toInstant('2026-11-17T08:00:00Z')
    const week = {
      occurredAt,
      detectedAt,
      codeWeek: { ...codeWeek, readTo: toInstant('2026-11-17T09:00:00Z') },
    }
    const latestChange = { ...recorded, occurredAt, detectedAt, week, evidenceId: runningWeek.id }
    const summary = 'code changes, week starting 2026-11-16 (to 2026-11-19)'
    const told = { summary, occurred_at: runningWeek.occurredAt, detected_at: codeWeek.readTo }
    const read = cardOf({ evidence, latestChange })
    expect(read.latest_change).toMatchObject(told)
    expect(read.last_code_activity?.summary).toBe(summary)
    expect(read.latest_meaningful_ship?.timestamp).toBe(told.occurred_at)
    const meaningful = cardOf({ evidence: { ...evidence, lastCodeActivity: unknown('STALE') }, latestChange })
    expect(meaningful.latest_change).toMatchObject(told)
    const another = cardOf({ evidence, latestChange: { ...latestChange, evidenceId: `ship:${SOURCE}` } })
    expect(another.latest_change).toMatchObject({
      summary: 'code changes, week starting 2026-11-16 (to 2026-11-17)',
      occurred_at: occurredAt,
      detected_at: detectedAt,
    })
  })
})

test.each([
  [undefined, 'utm_source=svc_api&utm_medium=partner_api'],
  ['wallet/1.2', 'utm_source=wallet%2F1.2&utm_medium=partner_api'],
])('the link of integration %s [contract Partner Card project_link]', (integration, labels) => {
  expect(cardOf({}, known({ integration })).project_link).toBe(`https://svc.example/projects/lumen?${labels}`)
})

test('text of a source is one visible line of at most 300 characters; its address is http(s) or null', () => {
  const hostile = fact(
    { ...release, title: `v1\u0000\u202e\n${'é'.repeat(5000)}`, url: 'javascript:alert(1)' },
    [RELEASE],
    now,
  )
  const ship = withEvidence({ latestMeaningfulShip: hostile }).latest_meaningful_ship
  expect([...(ship?.title ?? '')]).toHaveLength(300)
  expect(ship?.title).toMatch(/^v1 é+…$/)
  expect(ship?.url).toBeNull()
})

test('lists at most ten evidence ids, with their total', () => {
  const ids = Array.from({ length: 40 }, (_, index) => `ship:${index}` as const)
  const noted = withEvidence({ meaningfulShips30d: derived(40, 'ships.counted@8', [RELEASE, ...ids]) })
  expect(noted.claims.meaningful_ships_30d.evidence).toHaveLength(10)
  expect(noted.claims.meaningful_ships_30d.evidence_total).toBe(41)
})
