import { describe, expect, test } from 'vitest'
import { derived, fact, unknown } from '#contract/claim.ts'
import type { Dossier } from '#contract/shapes/dossier.ts'
import { KNOWN, RELEASE, SOURCE } from '#test/given/card-evidence.ts'
import * as given from '#test/given/described-project.ts'
import { dossier } from '../../project/dossier.ts'
import { comparisonClaims } from './compare.ts'
import { dossierClaims } from './dossier.ts'
import { projectClaims } from './projects.ts'

const READ = given.READ_AT
const NOW = given.DESCRIBED_AT
const site = { baseUrl: 'https://svc.example' }

function dossierOf(record: Partial<Parameters<typeof dossier>[0]> = {}): Dossier {
  return dossier(
    { ...given.describedProject(), sources: [], statements: [], ships: [], ...record },
    { now: NOW, site },
  )
}
const full = dossierOf({
  token: given.ANSWERED_TOKEN,
  figures: given.TRADED,
  score: given.RANKED,
  description: 'A *chain* app',
  launchStage: fact('GRADUATED' as never, [SOURCE], READ),
})
const NOTHING = unknown('NO_SOURCE')
const unread = dossierOf({
  evidence: {
    ...KNOWN,
    activity: NOTHING,
    activityMeasured: false,
    lastActivityAt: NOTHING,
    researchLevel: NOTHING,
    meaningfulShips30d: NOTHING,
    latestMeaningfulShip: NOTHING,
    tokenVerification: NOTHING,
    market: NOTHING,
  },
  scoredAt: null,
})
const statements = (claims: readonly { kind: string; statement: string }[]) =>
  claims.map(({ kind, statement }) => `${kind} ${statement}`)
const claimOf = (of: Dossier, start: string) =>
  dossierClaims(of).find(({ statement }) => statement.startsWith(start))

describe('a dossier', () => {
  test('that is known is a claim a field', () => {
    expect(statements(dossierClaims(full))).toEqual([
      `DERIVED “Lumen” (slug lumen, token “LUM” ${given.TOKEN}): SHIPPING, Shipping; 4 meaningful ships in 30 days.`,
      'DERIVED Newest counted ship of lumen: release “v2.4.0”.',
      'DERIVED lumen fully diluted value (kind fdv): USD 70, by dexscreener.',
      'FACT lumen liquidity: USD 9,000, by dexscreener.',
      'FACT lumen volume in 24 hours: USD 800, by dexscreener.',
      'FACT Description: “A ＊chain＊ app”.',
      'DERIVED Research level: VERIFIED_BUILDER.',
      'DERIVED Token verification: VERIFIED.',
      'DERIVED Coverage of building: MEASURED.',
      'DERIVED Coverage of contracts: MEASURED.',
      'DERIVED Coverage of verified_source: NO_SOURCE.',
      'DERIVED Coverage of market: MEASURED.',
      'DERIVED Coverage of locks: NOT_APPLICABLE.',
      'DERIVED Coverage of token_verification: MEASURED.',
      'DERIVED Build Momentum: 71.5 of 100.',
      'DERIVED Discovery Gap: 40.',
      'DERIVED Under the radar: HELD.',
      'DERIVED Market status: LIVE.',
      'DERIVED lumen fully diluted value (kind fdv): USD 70, by dexscreener.',
      `FACT Token of lumen: 4663:${given.TOKEN}, symbol “LUM”.`,
    ])
  })

  test('that is unknown has no value in any claim', () => {
    const claims = dossierClaims(unread)
    expect(statements(claims)).toEqual([
      'UNKNOWN “Lumen” (slug lumen): UNKNOWN, Not known.',
      'UNKNOWN Research level: unknown.',
      ...['building: MEASURED', 'contracts: MEASURED', 'verified_source: NO_SOURCE', 'market: MEASURED'].map(
        (words) => `UNKNOWN Coverage of ${words}.`,
      ),
      ...['locks: NOT_APPLICABLE', 'token_verification: MEASURED'].map(
        (words) => `UNKNOWN Coverage of ${words}.`,
      ),
      'UNKNOWN Build Momentum: not measured.',
      'UNKNOWN Under the radar: not measured (no_source).',
      'UNKNOWN Market: nothing is known.',
    ])
    for (const claim of claims) expect(claim).not.toHaveProperty('value')
  })
})

describe('a claim of a dossier', () => {
  test.each([
    ['Description', { value: 'A *chain* app' }],
    ['Research level', { value: 'VERIFIED_BUILDER', rule: 'research.level@2' }],
    ['Token verification', { value: 'VERIFIED', rule: 'token.verification@1' }],
    ['Coverage of building', { value: 'MEASURED', observedAt: READ }],
    ['Build Momentum', { value: 71.5, rule: 'build.momentum@3', asOf: READ }],
    ['Discovery Gap', { value: 40, asOf: READ }],
    ['Under the radar', { value: 'HELD', asOf: READ }],
    ['Market status', { value: 'LIVE', observedAt: READ, rule: 'market.status@2' }],
    ['Token of', { value: { chainId: 4663, contract: given.TOKEN }, observedAt: READ }],
  ])('has “%s” with its value, rule and time', (start, expected) => {
    expect(claimOf(full, start)).toMatchObject(expected)
  })
})

describe('the market of a dossier', () => {
  test('has no time where none is known', () => {
    const token = { ...given.ANSWERED_TOKEN, symbol: null, readAt: null }
    const evidence = { ...KNOWN, market: NOTHING }
    const silent = dossierOf({ token, evidence, score: { ...given.RANKED, rankedAt: null } })
    expect(claimOf(silent, 'Token of')).toEqual({
      kind: 'FACT',
      statement: `Token of lumen: 4663:${given.TOKEN}.`,
      words: 'service',
      value: { chainId: 4663, contract: given.TOKEN },
    })
    for (const start of ['Discovery Gap', 'Under the radar'])
      expect(claimOf(silent, start)).not.toHaveProperty('asOf')
    expect(claimOf(silent, 'Market status')).toEqual({
      kind: 'UNKNOWN',
      statement: 'Market status: INSUFFICIENT_DATA.',
      words: 'service',
      reason: 'NO_SOURCE',
    })
  })

  test('whose valuation is withheld says why', () => {
    const figures = { ...given.TRADED, valuation: unknown('WITHHELD'), withheld: 'NO_TRADING' } as const
    const withheld = dossierClaims(dossierOf({ token: given.ANSWERED_TOKEN, figures }))
    expect(withheld.filter(({ statement }) => statement.includes('valuation'))).toEqual([
      ...Array.from({ length: 2 }, () => ({
        kind: 'UNKNOWN',
        statement: 'lumen valuation: withheld (NO_TRADING).',
        words: 'service',
        reason: 'WITHHELD',
      })),
    ])
  })
})

describe('the records of a dossier', () => {
  test('are its sources, statements and ships', () => {
    const source = { id: SOURCE, kind: 'website', locator: 'https://lumen.example', establishedBy: 'mutual' }
    const statement = { id: 'claim:1', kind: 'token_named', by: 'site', statement: 'Ours', observedAt: READ }
    const of = {
      ...full,
      sources: [
        { ...source, counted: true, lastReadAt: READ },
        { ...source, counted: false },
      ],
      statements: [{ ...statement, names: given.TOKEN }, statement],
    } as unknown as Dossier
    const value = { kind: 'website', establishedBy: 'mutual' }
    const named = { kind: 'token_named', by: 'site' }
    expect(dossierClaims(of).slice(-4)).toEqual([
      {
        kind: 'FACT',
        statement: 'Statement by the site (token_named): “Ours”.',
        words: 'composed',
        value: { ...named, names: given.TOKEN },
        observedAt: READ,
        evidence: ['claim:1'],
      },
      {
        kind: 'FACT',
        statement: 'Statement by the site (token_named): “Ours”.',
        words: 'composed',
        value: named,
        observedAt: READ,
        evidence: ['claim:1'],
      },
      {
        kind: 'FACT',
        words: 'composed',
        value: { ...value, counted: true },
        observedAt: READ,
        statement: 'Source: website “https://lumen.example”, attributed by mutual, counted.',
        evidence: [SOURCE],
      },
      {
        kind: 'FACT',
        words: 'composed',
        value: { ...value, counted: false },
        evidence: [SOURCE],
        statement: 'Source: website “https://lumen.example”, attributed by mutual, not counted.',
      },
    ])
  })
})

test.each([
  ['a fork', { fork: true, upstream: 'base/base' }, ', a fork of “base/base”'],
  ['a fork of something that its host does not name', { fork: true }, ', a fork'],
  ['no fork', { fork: false }, ''],
  ['a repository that was not read yet', {}, ''],
])('a source says that it is a fork, and of what: %s', (_, given, words) => {
  const source = {
    id: SOURCE,
    kind: 'github_repository',
    locator: 'own/own',
    establishedBy: 'mutual',
    counted: true,
  }
  const sources = [{ ...source, ...given }] as unknown as Dossier['sources']
  expect(dossierClaims({ ...full, sources } as Dossier)).toContainEqual(
    expect.objectContaining({
      statement: `Source: github_repository “own/own”${words}, attributed by mutual, counted.`,
      value: { kind: 'github_repository', establishedBy: 'mutual', counted: true, ...given },
    }),
  )
})

test.each([
  [{ outcome: 'wrong_signature' }, 'token_signed, outcome: wrong signature', { outcome: 'wrong_signature' }],
  [{}, 'token_signed, not checked yet', {}],
])('a statement by signature says what its check found: %j', (checked, words, value) => {
  const stated = { kind: 'token_signed', by: 'signature', statement: 'Ours', observedAt: READ } as const
  const statements = [{ id: 'claim:1', ...stated, ...checked }] as Dossier['statements']
  expect(dossierClaims({ ...full, statements } as Dossier)).toContainEqual(
    expect.objectContaining({
      statement: `Statement by the signature (${words}): “Ours”.`,
      value: { kind: 'token_signed', by: 'signature', ...value },
    }),
  )
})

describe('a project of a list', () => {
  const first = (of: Dossier) => projectClaims(of)[0]
  test('has its status with the evaluation that concluded it', () => {
    expect(first(full)).toMatchObject({ value: 'SHIPPING', rule: 'activity.status@6', asOf: NOW })
  })

  test('with one ship has one', () => {
    const counted = derived(1, 'ships.counted@8', [RELEASE])
    const evidence = { ...KNOWN, meaningfulShips30d: counted } as typeof KNOWN
    expect(first(dossierOf({ evidence }))?.statement).toContain('Shipping; 1 meaningful ship in 30 days.')
  })

  test('keeps the end of its own claim, and says where the count ends', () => {
    const activity = {
      ...derived({ status: 'QUIET', since: READ }, 'activity.status@6', [RELEASE]),
      asOf: READ,
    }
    const counted = { ...derived(4, 'ships.counted@8', [RELEASE]), asOf: READ }
    const evidence = { ...KNOWN, activity, meaningfulShips30d: counted } as typeof KNOWN
    expect(first(dossierOf({ evidence }))).toMatchObject({
      value: 'QUIET',
      asOf: READ,
      statement: `“Lumen” (slug lumen): QUIET, Quiet; 4 meaningful ships in 30 days, to ${READ}.`,
    })
  })

  test('whose token has no symbol is named by its contract', () => {
    const token = { ...given.ANSWERED_TOKEN, symbol: null, symbolDeclared: null }
    expect(first(dossierOf({ token }))?.statement).toContain(`(slug lumen, token ${given.TOKEN})`)
    expect(first(dossierOf())?.statement).toContain('(slug lumen):')
  })

  test('whose figures are doubted says so, and cites what each figure rests on', () => {
    const doubted = dossierOf({ figures: { ...given.TRADED, doubt: 'providers_disagree' } })
    expect(projectClaims(doubted).at(-1)?.statement).toBe(
      'lumen market figures: withheld (providers_disagree).',
    )
    const [, , valuation, liquidity, volume] = projectClaims(full)
    expect(valuation).toMatchObject({
      value: { value: 70, kind: 'fdv', provider: 'dexscreener' },
      rule: 'market.valuation@4',
      observedAt: READ,
      evidence: [SOURCE],
    })
    for (const [claim, value] of [[liquidity, 9000] as const, [volume, 800] as const])
      expect(claim).toMatchObject({
        kind: 'FACT',
        value: { value, provider: 'dexscreener' },
        observedAt: READ,
        evidence: [SOURCE],
      })
  })

  test('without claim notes has figures that cite nothing', () => {
    const { claims: _, ...bare } = full
    const [status, ...figures] = projectClaims(bare)
    expect(status).toMatchObject({ kind: 'UNKNOWN' })
    expect(figures.map(({ kind }) => kind)).toEqual(['DERIVED', 'FACT', 'FACT', 'FACT'])
    for (const claim of figures.slice(1)) expect(claim).not.toHaveProperty('evidence')
  })
})

describe('a project of a comparison', () => {
  const explain = (name: string) => `https://svc.example/api/projects/lumen/explain?fact=${name}`
  test('has each figure under its name', () => {
    const claims = comparisonClaims([full], site)
    expect(claims.map(({ statement, value, explainUrl }) => [statement, value, explainUrl])).toEqual([
      ['“Lumen”, activity status: SHIPPING.', 'SHIPPING', explain('activity.status')],
      ['“Lumen”, last counted ship: release “v2.4.0”, 2026-11-18T14:02:11.000Z.', '“v2.4.0”', undefined],
      ['“Lumen”, meaningful ships in 30 days: 4.', 4, undefined],
      ['“Lumen”, build momentum: 71.5 of 100.', 71.5, explain('build.momentum')],
      ['“Lumen”, research level: VERIFIED_BUILDER.', 'VERIFIED_BUILDER', explain('research.level')],
    ])
    expect(claims.map(({ freshness }) => freshness)).toEqual(claims.map(() => 'MEASURED'))
    expect(claims.map(({ asOf }) => asOf)).toEqual([NOW, undefined, NOW, READ, NOW])
    expect(claims[1]).toMatchObject({ occurredAt: '2026-11-18T14:02:11.000Z' })
  })

  test('that is unknown has the reason of each figure', () => {
    expect(comparisonClaims([unread], site).map(({ statement, reason }) => [statement, reason])).toEqual(
      [
        'activity status',
        'last counted ship',
        'meaningful ships in 30 days',
        'build momentum',
        'research level',
      ].map((name) => [`“Lumen”, ${name}: unknown.`, 'NO_SOURCE']),
    )
  })

  test('says that a ship has no time, and where a count ends', () => {
    const { occurredAt: _, ...undated } = full.lastShip ?? { occurredAt: '' }
    const item = { ...full, lastShip: undated, meaningfulShips30dAsOf: READ } as Dossier
    const [, ship, count] = comparisonClaims([item], site)
    expect(ship?.statement).toBe('“Lumen”, last counted ship: release “v2.4.0”, of no dated time.')
    expect(ship).not.toHaveProperty('occurredAt')
    expect(count).toMatchObject({ asOf: READ, statement: expect.stringContaining(`4, to ${READ}.`) })
  })
})
