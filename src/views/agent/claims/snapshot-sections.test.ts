import { describe, expect, test } from 'vitest'
import { derived, fact, unknown } from '#contract/claim.ts'
import type { CalendarDate } from '#contract/time.ts'
import { KNOWN, RELEASE, release, SOURCE } from '#test/given/card-evidence.ts'
import * as given from '#test/given/described-project.ts'
import { snapshot } from '../../project/snapshot.ts'
import { coverageUnknowns, unknownDimensions, unknownFacts } from './coverage.ts'
import {
  buildClaims,
  lockClaims,
  snapshotClaims,
  snapshotMarketClaims,
  useClaims,
  verificationClaims,
} from './snapshot.ts'

const READ = given.READ_AT
const NOW = given.DESCRIBED_AT
const site = { baseUrl: 'https://svc.example' }
const NOTHING = unknown('STALE')
type Given = Parameters<typeof given.snapshotRecord>[0]
const of = (record: Given = {}) => snapshot(given.snapshotRecord(record), { now: NOW, site })
const explain = (name: string) => `https://svc.example/api/projects/lumen/explain?fact=${name}`
const told = (claims: ReturnType<typeof buildClaims>) =>
  claims.map(({ statement, value }) => [statement, value])

const full = of({
  token: given.ANSWERED_TOKEN,
  figures: given.TRADED,
  score: given.RANKED,
  use: {
    claim: derived({ calls: 5, days: 7 }, 'contract.use@2', ['method:1', SOURCE]),
    contracts: [{ contract: given.TOKEN, from: '2026-11-12' as CalendarDate, calls: 5 }],
  },
})
const unread = of({
  token: given.ANSWERED_TOKEN,
  score: { ...given.RANKED, momentum: NOTHING, gap: NOTHING, notMeasured: 'activity_unknown' },
  evidence: {
    ...KNOWN,
    activity: NOTHING,
    activityMeasured: false,
    meaningfulShips30d: NOTHING,
    latestMeaningfulShip: NOTHING,
    researchLevel: NOTHING,
    tokenVerification: NOTHING,
    market: NOTHING,
  },
})

test('a snapshot is the claims of its sections in one order', () => {
  const sections = [buildClaims, verificationClaims, snapshotMarketClaims, useClaims]
  const claims = snapshotClaims(full, site)
  expect(claims).toEqual(sections.flatMap((section) => section(full, site)))
  expect(claims).toHaveLength(12)
})

test('the locks come before the figures of the market, because the last claims are left out first', () => {
  const { total: _, items: __, ...locks } = full.locks
  const claims = snapshotClaims({ ...full, locks: { ...locks, state: 'STALE' } }, site)
  const names = claims.map(({ statement }) => statement.split(':')[0])
  expect(names).toContain('Token locks')
  expect(names.indexOf('Token locks')).toBeLessThan(names.indexOf('Market status'))
})

test.each([
  ['MEASURED', []],
  ['NOT_APPLICABLE', []],
  ['STALE', [{ kind: 'UNKNOWN', statement: `Token locks: unknown. ${full.locks.scope}`, reason: 'STALE' }]],
] as const)('locks in the coverage state %s that are not counted are %j', (state, claims) => {
  const { total: _, items: __, ...locks } = full.locks
  expect(lockClaims({ ...full, locks: { ...locks, state } })).toMatchObject(claims)
  expect(lockClaims({ ...full, locks: { ...locks, state } })).toHaveLength(claims.length)
})

describe('building', () => {
  test('that is known has each figure with its rule and time', () => {
    const claims = buildClaims(full, site)
    expect(told(claims)).toEqual([
      [`Activity status: SHIPPING. ${full.build.statusHelp}`, 'SHIPPING'],
      ['Last counted ship: release “v2.4.0”, 2026-11-18T14:02:11.000Z.', '“v2.4.0”'],
      ['Meaningful ships in 30 days: 4.', 4],
      ['Build momentum: 71.5 of 100.', 71.5],
      ['Under the radar: HELD.', 'HELD'],
    ])
    expect(claims.map(({ asOf }) => asOf)).toEqual([NOW, undefined, NOW, READ, READ])
    expect(claims.map(({ explainUrl }) => explainUrl)).toEqual([
      explain('activity.status'),
      undefined,
      undefined,
      explain('build.momentum'),
      explain('discovery_gap'),
    ])
    expect(claims[1]).toMatchObject({ occurredAt: release.occurredAt, evidence: [RELEASE] })
    for (const { freshness } of claims) expect(freshness).toBe('MEASURED')
  })

  test('that is unknown has no value, and the reason of each figure', () => {
    const names = ['Activity status', 'Last counted ship', 'Meaningful ships in 30 days', 'Build momentum']
    expect(
      buildClaims(unread, site).map(({ statement, reason, value }) => [statement, reason, value]),
    ).toEqual([...names, 'Under the radar'].map((name) => [`${name}: unknown.`, 'STALE', undefined]))
  })

  test('says that a ship has no time and where the count ends', () => {
    const latestMeaningfulShip = fact({ ...release, occurredAt: null }, [RELEASE], READ)
    const counted = { ...derived(4, 'ships.counted@8', [RELEASE]), asOf: READ }
    const [, ship, count] = buildClaims(
      of({ evidence: { ...KNOWN, latestMeaningfulShip, meaningfulShips30d: counted } as typeof KNOWN }),
      site,
    )
    expect(ship?.statement).toBe('Last counted ship: release “v2.4.0”, of no dated time.')
    expect(ship).not.toHaveProperty('occurredAt')
    expect(count).toMatchObject({ statement: `Meaningful ships in 30 days: 4, to ${READ}.`, asOf: READ })
  })

  test('a token that names another project is not linked to the activity', () => {
    const verdict = { status: 'MISMATCH', reason: 'site_names_another' } as never
    const tokenVerification = derived(verdict, 'token.verification@1', [SOURCE])
    const [status] = buildClaims(
      of({ token: given.ANSWERED_TOKEN, evidence: { ...KNOWN, tokenVerification } }),
      site,
    )
    expect(status?.statement).toContain(
      "SHIPPING; the activity is the project's and is not linked to this token.",
    )
  })
})

describe('verification', () => {
  test('has the verdict on the token with its reason, and the research level', () => {
    const claims = verificationClaims(full, site)
    expect(told(claims)).toEqual([
      ['Token verification: VERIFIED (site_names_contract).', 'VERIFIED'],
      ['Research level: VERIFIED_BUILDER.', 'VERIFIED_BUILDER'],
    ])
    expect(claims.map(({ explainUrl, asOf, freshness }) => [explainUrl, asOf, freshness])).toEqual([
      [explain('token.verification'), NOW, 'MEASURED'],
      [explain('research.level'), NOW, 'MEASURED'],
    ])
    const { tokenVerificationReason: _, ...verification } = full.verification
    expect(verificationClaims({ ...full, verification }, site)[0]?.statement).toBe(
      'Token verification: VERIFIED.',
    )
  })

  test('without a token is the research level alone', () => {
    const [level, ...others] = verificationClaims(of(), site)
    expect(level).toMatchObject({ statement: 'Research level: VERIFIED_BUILDER.', freshness: 'MEASURED' })
    expect(others).toEqual([])
  })
})

describe('the market', () => {
  test('has each figure with its provider and time', () => {
    const claims = snapshotMarketClaims(full, site)
    expect(claims.map(({ statement, asOf, explainUrl }) => [statement, asOf, explainUrl])).toEqual([
      ['Market status: LIVE.', NOW, explain('market.status')],
      [`Valuation: fdv of USD 70 by dexscreener, read ${READ}.`, NOW, explain('market.valuation')],
      ['Liquidity: USD 9,000 by dexscreener.', undefined, undefined],
      ['Volume in 24 hours: USD 800 by dexscreener.', undefined, undefined],
    ])
    expect(claims[1]?.value).toEqual(full.market.valuation)
    expect(claims[2]).toMatchObject({ value: full.market.liquidity, observedAt: READ, freshness: 'MEASURED' })
    expect(claims[3]?.value).toEqual(full.market.volume24h)
  })

  test('that is dead says why its valuation is withheld', () => {
    const figures = { ...given.TRADED, valuation: unknown('WITHHELD'), withheld: 'NO_TRADING' } as const
    const [, valuation] = snapshotMarketClaims(of({ token: given.ANSWERED_TOKEN, figures }), site)
    expect(valuation).toMatchObject({
      kind: 'UNKNOWN',
      statement: 'Valuation: unknown (withheld, NO_TRADING).',
      reason: 'WITHHELD',
    })
  })

  test('without a token has no claim', () => {
    expect(snapshotMarketClaims(of(), site)).toEqual([])
  })
})

describe('on-chain use', () => {
  test('has its calls with their days', () => {
    expect(useClaims(full, site)).toMatchObject([
      {
        statement: `Decoded calls of its contracts: 5 in 7 whole days, 2026-11-12 to 2026-11-18. ${full.onChainUse.scope}`,
        value: 5,
        asOf: '2026-11-19T00:00:00.000Z',
        freshness: 'MEASURED',
      },
    ])
    const { from: _, ...undated } = full.onChainUse
    expect(useClaims({ ...full, onChainUse: undated }, site)[0]?.statement).toContain('5 in 7 whole days. S')
  })

  test('that is unknown has its reason', () => {
    expect(useClaims(unread, site)).toMatchObject([
      { kind: 'UNKNOWN', statement: 'Decoded calls of its contracts: unknown.', reason: 'NO_SOURCE' },
    ])
  })
})

describe('what is unknown', () => {
  test('of a snapshot are its unmeasured dimensions, each with what must not be concluded', () => {
    const dimensions = unknownDimensions(full.coverage)
    expect(dimensions.map(({ category, reason }) => [category, reason])).toEqual([
      ['verified_source', 'NO_SOURCE'],
      ['locks', 'NOT_APPLICABLE'],
    ])
    for (const { statement, doNotConclude } of dimensions)
      expect([statement, doNotConclude]).toEqual([
        expect.stringMatching(/ not known\.$/),
        expect.stringMatching(/^Do not conclude .+\.$/),
      ])
  })

  test('of its claims are the facts, without those of a token that it does not have', () => {
    expect(unknownFacts(full)).toEqual([])
    const names = (of: typeof unread) =>
      unknownFacts(of).map(({ category, reason }) => `${category} ${reason}`)
    const building = ['activity.status', 'build.momentum', 'discovery_gap'].map((name) => `${name} STALE`)
    expect(names(unread)).toEqual([
      ...building,
      'token.verification STALE',
      'research.level STALE',
      'market.status STALE',
      'market.valuation NO_SOURCE',
    ])
    const { token: _, ...identity } = unread.identity
    expect(names({ ...unread, identity })).toEqual([...building, 'research.level STALE'])
  })

  test('of a coverage answer are its dimensions and facts, each in words of its own', () => {
    const facts = [
      'market.valuation',
      'market.status',
      'activity.status',
      'build.momentum',
      'discovery_gap',
      'still_building',
      'research.level',
      'token.verification',
      'source.counted',
      'market_integrity.state',
    ]
    const dimensions = ['building', 'contracts', 'verified_source', 'market', 'locks', 'token_verification']
    const unknowns = coverageUnknowns({
      items: [...dimensions, 'building'].map((dimension, at) => ({
        dimension,
        state: at < 6 ? 'STALE' : 'MEASURED',
      })),
      facts: [...facts, 'activity.status'].map((name, at) => ({
        fact: name,
        state: at < 10 ? 'ERROR' : 'MEASURED',
      })),
    } as never)
    expect(unknowns.map(({ category, reason }) => [category, reason])).toEqual([
      ...dimensions.map((dimension) => [dimension, 'STALE']),
      ...facts.map((name) => [name, 'ERROR']),
    ])
    expect(new Set(unknowns.map(({ statement }) => statement)).size).toBe(16)
    for (const { statement, doNotConclude } of unknowns)
      expect([statement, doNotConclude]).toEqual([
        expect.stringMatching(/^(?:What|Its|Whether|The|Nothing) .+\.$/),
        expect.stringMatching(/^Do not conclude .+\.$/),
      ])
  })
})
