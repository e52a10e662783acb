import { describe, expect, test } from 'vitest'
import { derived, fact, unknown } from '#contract/claim.ts'
import { COVERAGE_DIMENSIONS } from '#contract/enums.ts'
import type { Slug } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import type { CalendarDate } from '#contract/time.ts'
import type { DossierRecord, RegisteredSource, StandingStatement } from '#domain/project/dossier-record.ts'
import type { ListedShip } from '#domain/ships/listed-ship.ts'
import { KNOWN, RELEASE, release, runningWeek, SOURCE } from '#test/given/card-evidence.ts'
import * as given from '#test/given/described-project.ts'
import { dossier, dossierCoverage, scoreOf } from './dossier.ts'

const NOW = given.DESCRIBED_AT
const READ = given.READ_AT
const deps = { now: NOW, site: { baseUrl: 'https://svc.example' } }
const shown = (record: Partial<DossierRecord> = {}) =>
  dossier({ ...given.describedProject(), sources: [], statements: [], ships: [], ...record }, deps)

const source: RegisteredSource = {
  id: SOURCE,
  kind: 'website',
  locator: 'https://lumen.example',
  url: 'https://lumen.example',
  establishedBy: 'mutual',
  establishedUrl: null,
  establishedOn: null,
  establishedStatement: null,
  counted: true,
  notCountedReason: null,
  attachedAt: READ,
  lastReadAt: null,
  linkReadAt: null,
  fork: null,
  upstream: null,
}

test('a dossier of which nothing is recorded has no list, token or market', () => {
  const unread = unknown('NO_SOURCE')
  const evidence = { ...KNOWN, activity: unread, latestMeaningfulShip: unread, researchLevel: unread }
  const bare = shown({ evidence })
  for (const name of [
    'formerSlugs',
    'token',
    'tokenVerificationReason',
    'statements',
    'market',
    'newestShips',
  ])
    expect(bare).not.toHaveProperty(name)
  expect(bare).toMatchObject({ status: 'UNKNOWN', sources: [] })
  expect(bare.statusHelp).not.toBe(shown().statusHelp)
  expect(bare.claims).not.toHaveProperty('launchStage')
  expect(bare.claims).toMatchObject({ buildMomentum: { kind: 'UNKNOWN', reason: 'NO_SOURCE' } })
})

test('a dossier links to the changes and the badge of its project', () => {
  expect(shown({ formerSlugs: ['lume' as Slug] })).toMatchObject({
    slug: 'lumen',
    formerSlugs: ['lume'],
    changesUrl: 'https://svc.example/api/changes?project=lumen',
    badgeUrl: 'https://svc.example/badge/lumen.svg',
  })
})

describe('the token', () => {
  const launchStage = fact('GRADUATED' as never, [SOURCE], READ)
  test('has the answers of its contract, its launch and why it is verified', () => {
    const project = shown({ token: given.ANSWERED_TOKEN, launchStage })
    expect(project.token).toEqual({
      chainId: 4663,
      contract: given.TOKEN,
      symbol: 'LUM',
      name: 'Lumen Token',
      decimals: 18,
      totalSupply: '1000',
      readAt: READ,
      launchStage: 'GRADUATED',
    })
    expect(project.tokenVerificationReason).toBe('site_names_contract')
    expect(project.claims).toMatchObject({ launchStage: { kind: 'FACT', observed_at: READ } })
  })

  test('that answered nothing has its contract alone', () => {
    const silent = { ...given.ANSWERED_TOKEN, symbol: null, name: null, decimals: null, totalSupply: null }
    const evidence = { ...KNOWN, tokenVerification: unknown('STALE') }
    const project = shown({ evidence, token: { ...silent, readAt: null }, launchStage: unknown('STALE') })
    expect(project.token).toEqual({ chainId: 4663, contract: given.TOKEN })
    expect(project).not.toHaveProperty('tokenVerificationReason')
    expect(project.claims).toMatchObject({ launchStage: { kind: 'UNKNOWN', reason: 'STALE' } })
  })
})

test('a source has how it was established, why it does not count, and when it was read', () => {
  const otherwise: RegisteredSource = {
    ...source,
    establishedOn: '2026-08-12' as CalendarDate,
    establishedStatement: ' signed\nby the key ',
    counted: false,
    notCountedReason: 'fork',
    lastReadAt: NOW,
    linkReadAt: READ,
    url: 'javascript:alert(1)',
  }
  expect(shown({ sources: [source, otherwise] }).sources).toEqual([
    {
      id: SOURCE,
      kind: 'website',
      locator: 'https://lumen.example',
      url: 'https://lumen.example/',
      establishedBy: 'mutual',
      establishedUrl: null,
      counted: true,
      attachedAt: READ,
    },
    {
      id: SOURCE,
      kind: 'website',
      locator: 'https://lumen.example',
      url: null,
      establishedBy: 'mutual',
      establishedUrl: null,
      establishedOn: '2026-08-12',
      establishedStatement: 'signed by the key',
      counted: false,
      notCountedReason: 'fork',
      attachedAt: READ,
      lastReadAt: NOW,
      linkReadAt: READ,
    },
  ])
})

test.each([
  ['not read yet', { fork: null, upstream: null }, {}],
  ['no fork', { fork: false, upstream: null }, { fork: false }],
  ['a fork of which the host names no upstream', { fork: true, upstream: null }, { fork: true }],
  ['a fork', { fork: true, upstream: 'other\nbase' }, { fork: true, upstream: 'other base' }],
])('a repository says whether it is a fork, and of what: %s', (_, given, expected) => {
  const [first] = shown({ sources: [{ ...source, ...given }] }).sources
  expect({ ...known({ fork: first?.fork, upstream: first?.upstream }) }).toEqual(expected)
})

describe('the statements', () => {
  const statement: StandingStatement = {
    id: 'claim:1',
    kind: 'token_named',
    by: 'site',
    statement: ' We\nare ',
    url: 'https://lumen.example/a',
    statedOn: '2026-08-12' as CalendarDate,
    names: given.TOKEN,
    observedAt: READ,
  }
  const silent = { ...statement, id: 'claim:2', url: null, statedOn: null, names: null } as const
  test('have one line of words each, and what they name', () => {
    expect(shown({ statements: [statement, silent] }).statements).toEqual([
      {
        id: 'claim:1',
        kind: 'token_named',
        by: 'site',
        statement: 'We are',
        observedAt: READ,
        url: 'https://lumen.example/a',
        statedOn: '2026-08-12',
        names: given.TOKEN,
      },
      { id: 'claim:2', kind: 'token_named', by: 'site', statement: 'We are', observedAt: READ },
    ])
  })

  test('a statement that cannot be shown leaves the others', () => {
    const broken = { ...statement, statement: null as never }
    const answer = shown({ statements: [broken, silent] })
    expect(answer.statements).toMatchObject([{ id: 'claim:2' }])
    expect(answer).toHaveProperty('broken', [
      expect.objectContaining({ message: expect.stringContaining('claim:1') }),
    ])
  })
})

describe('the market', () => {
  const token = given.ANSWERED_TOKEN
  const reading = given.MARKET_READING
  const readings = [reading, { ...reading, provider: 'geckoterminal', valuation: null, trades24h: null }]
  const figures = { priceUsd: 0.5, liquidityUsd: 9000, volume24hUsd: 800 }
  test('of a live token has its valuation and each provider’s figures', () => {
    expect(shown({ token, figures: given.TRADED, readings }).market).toStrictEqual({
      status: 'LIVE',
      observedAt: READ,
      valuation: { value: 70, kind: 'fdv', provider: 'dexscreener', observedAt: READ },
      readings: [
        {
          provider: 'dexscreener',
          observedAt: READ,
          ...figures,
          trades24h: 12,
          valuation: { value: 70, kind: 'fdv' },
          source: SOURCE,
        },
        { provider: 'geckoterminal', observedAt: READ, ...figures, source: SOURCE },
      ],
    })
  })

  test('of a dead token has no valuation, also not of a provider', () => {
    const dead = { ...given.TRADED, valuation: unknown('WITHHELD'), withheld: 'NO_TRADING' } as const
    const { market } = shown({ token, figures: dead, readings })
    expect(market).toMatchObject({ valuationWithheld: 'NO_TRADING', readings: [{}, {}] })
    expect(market).not.toHaveProperty('valuation')
    for (const one of market?.readings ?? []) expect(one).not.toHaveProperty('valuation')
  })

  test('whose figures are doubted names the doubt in each reading', () => {
    const doubted = { ...given.TRADED, doubt: 'providers_disagree' } as const
    const wash = { ...reading, volume24hUsd: 900_000 }
    const { market } = shown({ token, figures: doubted, readings: [wash, reading] })
    expect(market?.readings?.map(({ doubt }) => doubt)).toEqual([
      'implausible_turnover',
      'providers_disagree',
    ])
  })

  test('[R47] whose valuation is implausible names that beside the valuation of each such reading', () => {
    const figures = {
      ...given.TRADED,
      valuation: unknown('WITHHELD'),
      doubt: 'implausible_valuation',
    } as const
    const inflated = {
      ...reading,
      liquidityUsd: 5_000,
      volume24hUsd: 900,
      valuation: { usd: 90_000_000, kind: 'fdv' },
    } as const
    const { market } = shown({ token, figures, readings: [inflated, { ...inflated, liquidityUsd: 9_000 }] })
    expect(market).not.toHaveProperty('valuation')
    expect(market?.readings?.map(({ doubt }) => doubt)).toEqual(['implausible_valuation', undefined])
  })

  test('that was not read has its status alone', () => {
    const evidence = { ...KNOWN, market: unknown('STALE') }
    expect(shown({ token, evidence }).market).toEqual({ status: 'INSUFFICIENT_DATA' })
  })
})

describe('the score', () => {
  const score = given.RANKED
  test('of a ranked project has every figure', () => {
    expect(scoreOf(score)).toEqual({
      buildMomentum: 71.5,
      buildMomentumAsOf: READ,
      rankedAt: READ,
      underTheRadar: { value: 'HELD' },
      momentumPercentile: 90,
      attentionPercentile: 50,
      discoveryGap: 40,
      scoringVersion: expect.any(String),
    })
  })

  test.each(['NO_SOURCE', 'STALE', 'NOT_ENOUGH_YET'] as const)('that is %s has no figure', (reason) => {
    const unread = { momentum: unknown(reason), gap: unknown(reason), rankedAt: null }
    expect(scoreOf({ ...unread, notMeasured: 'activity_unknown' })).toEqual({
      underTheRadar: { value: 'NOT_MEASURED', reason: 'activity_unknown' },
      scoringVersion: expect.any(String),
    })
  })

  test('that covers the time up to the evaluation names no earlier end', () => {
    const momentum = derived({ score: 5, ships30d: 1, beyondCodeWeeks30d: 1 }, 'build.momentum@3', [SOURCE])
    expect(scoreOf({ ...score, momentum })).not.toHaveProperty('buildMomentumAsOf')
  })

  test('is in the dossier, with the claim notes of its figures', () => {
    const { score: ranked, claims } = shown({ score })
    expect(ranked).toMatchObject({ buildMomentum: 71.5, discoveryGap: 40 })
    expect(claims).toMatchObject({
      buildMomentum: { rule: 'build.momentum@3', as_of: READ },
      underTheRadar: { rule: 'discovery_gap@1', evidence: [SOURCE] },
    })
  })
})

test('the coverage lists the dimensions in the order of their list, whatever the order of the record', () => {
  const reversed = Object.fromEntries(Object.entries(KNOWN.coverage).toReversed()) as typeof KNOWN.coverage
  expect(Object.keys(dossierCoverage(reversed))).toEqual(COVERAGE_DIMENSIONS)
})

test('the coverage of a dimension has its state, and the time of its reading if there is one', () => {
  expect(shown().coverage).toMatchObject({
    building: { state: 'MEASURED', observedAt: READ },
    verified_source: { state: 'NO_SOURCE' },
  })
  expect(shown().coverage.verified_source).toEqual({ state: 'NO_SOURCE' })
})

describe('the newest ships', () => {
  const ship: ListedShip = {
    ...release,
    precision: 'EXACT',
    detectedAt: NOW,
    backing: 'source-verified',
    project: { slug: 'lumen' as Slug, name: 'Lumen' },
    source,
    countsAs: 'release',
    notCountedReason: null,
  }
  const shipOf = (of: Partial<ListedShip>) => shown({ ships: [{ ...ship, ...of }] }).newestShips?.[0]
  test('have their source, their time and what they count as', () => {
    expect(shipOf({})).toEqual({
      evidenceId: RELEASE,
      project: { slug: 'lumen', name: 'Lumen', url: 'https://svc.example/projects/lumen' },
      kind: 'release',
      title: 'v2.4.0',
      displayTitle: 'v2.4.0',
      version: 'v2.4.0',
      url: release.url,
      occurredAt: release.occurredAt,
      precision: 'EXACT',
      detectedAt: NOW,
      backing: 'source-verified',
      source: expect.objectContaining({ id: SOURCE }),
      countsAs: 'release',
    })
  })

  test.each([
    ['counts', { countsAs: 'release' }, { countsAs: 'release' }],
    [
      'does not count',
      { countsAs: null, notCountedReason: 'same_day' as never },
      { countsAs: null, notCountedReason: 'same_day' },
    ],
    ['was not evaluated', { countsAs: null }, { countsAs: null, notCountedReason: 'not_evaluated' }],
  ] as const)('say why one does not count: one that %s', (_, of, expected) => {
    const { countsAs, notCountedReason } = shipOf(of) ?? {}
    expect({ countsAs, notCountedReason }).toEqual({ notCountedReason: undefined, ...expected })
  })

  test('name the elapsed days and the counts of a running code week', () => {
    expect(shipOf(runningWeek)).toMatchObject({
      title: runningWeek.title,
      displayTitle: expect.stringContaining('(to 2026-11-19)'),
      codeWeek: {
        weekStart: '2026-11-16',
        complete: false,
        commits: 9,
        partial: false,
        readTo: READ,
      },
    })
    expect(shipOf({})).not.toHaveProperty('codeWeek')
    expect(shipOf({ version: null, url: null })).not.toHaveProperty('version')
  })
})
