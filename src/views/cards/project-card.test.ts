import { describe, expect, test } from 'vitest'
import type { Listed } from '#contract/broken-item.ts'
import { derived, derivedAsOf, fact, unknown } from '#contract/claim.ts'
import type { ContractAddress, Slug } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import { type ListedProject, unknownFigures } from '#domain/project/project-list.ts'
import { KNOWN, RELEASE, release, runningWeek, SOURCE } from '#test/given/card-evidence.ts'
import { projectCard, projectCards, projectClaimNotes, unavailableProjects } from './project-card.ts'

const NOW = toInstant('2026-11-19T12:00:00Z')
const READ = toInstant('2026-11-19T10:00:00Z')
const deps = { now: NOW, site: { baseUrl: 'https://svc.example' } }
const ADDRESS = `0x${'a'.repeat(40)}` as ContractAddress
const nothing = unknown('NO_SOURCE')

function listed(given: Partial<ListedProject> = {}): ListedProject {
  return {
    slug: 'lumen' as Slug,
    name: 'Lumen',
    description: null,
    kind: null,
    launchpad: null,
    publishedAt: READ,
    narratives: [],
    token: null,
    evidence: KNOWN,
    scoredAt: NOW,
    figures: unknownFigures('NO_SOURCE'),
    ...given,
  }
}
const figure = (usd: number) => fact({ usd, provider: 'dexscreener' }, [SOURCE], READ)
const figures = {
  liquidity: figure(5),
  volume24h: figure(6),
  valuation: derived(
    { kind: 'fdv', usd: 7, provider: 'geckoterminal', observedAt: READ } as const,
    'market.valuation@4',
    [SOURCE],
  ),
  withheld: null,
  doubt: null,
}
const UNKNOWN = {
  ...KNOWN,
  activity: nothing,
  activityMeasured: false,
  lastActivityAt: nothing,
  meaningfulShips30d: nothing,
  latestMeaningfulShip: nothing,
  researchLevel: nothing,
  tokenVerification: nothing,
  market: nothing,
}

test('a card has every known field', () => {
  const token = { address: ADDRESS, symbol: 'LUM', symbolDeclared: 'LUMEN', name: 'Lumen Token' }
  const words = { description: ' Light\n for all ', kind: 'app', launchpad: 'pons' } as const
  expect(projectCard(listed({ ...words, token, figures, narratives: ['ai' as Slug] }), deps)).toEqual({
    slug: 'lumen',
    name: 'Lumen',
    url: 'https://svc.example/projects/lumen',
    description: 'Light for all',
    kind: 'app',
    launchpad: 'pons',
    narratives: ['ai'],
    token: { chainId: 4663, contract: ADDRESS, symbol: 'LUM', symbolDeclared: 'LUMEN', name: 'Lumen Token' },
    tokenVerification: 'VERIFIED',
    activityAppliesToToken: true,
    researchLevel: 'VERIFIED_BUILDER',
    verifiedBuilder: true,
    status: 'SHIPPING',
    statusLabel: expect.any(String),
    activityMeasured: true,
    lastActivityAt: '2026-11-19T09:00:00.000Z',
    lastShip: {
      title: 'v2.4.0',
      kind: 'release',
      occurredAt: '2026-11-18T14:02:11.000Z',
      evidenceId: RELEASE,
      url: 'https://github.com/lumen-labs/lumen/releases/tag/v2.4.0',
    },
    meaningfulShips30d: 4,
    meaningfulShips30dAsOf: NOW,
    marketStatus: 'LIVE',
    marketCap: { value: 7, kind: 'fdv', provider: 'geckoterminal', observedAt: READ },
    liquidity: { value: 5, provider: 'dexscreener', observedAt: READ },
    volume24h: { value: 6, provider: 'dexscreener', observedAt: READ },
    publishedAt: READ,
    asOf: NOW,
  })
})

test('an unknown field of a card is absent', () => {
  expect(projectCard(listed({ evidence: UNKNOWN, scoredAt: null }), deps)).toEqual({
    slug: 'lumen',
    name: 'Lumen',
    url: 'https://svc.example/projects/lumen',
    status: 'UNKNOWN',
    statusLabel: expect.any(String),
    activityMeasured: false,
    publishedAt: READ,
  })
})

describe('a card', () => {
  test.each([
    ['INDEXED', false],
    ['RESEARCHED', false],
    ['VERIFIED_BUILDER', true],
  ] as const)('of the level %s says whether the builder is verified: %s', (level, verifiedBuilder) => {
    const evidence = { ...KNOWN, researchLevel: derived(level, 'research.level@2', [SOURCE]) }
    expect(projectCard(listed({ evidence }), deps)).toMatchObject({ researchLevel: level, verifiedBuilder })
  })

  test.each([
    ['VERIFIED', true],
    ['UNVERIFIED', true],
    ['MISMATCH', false],
  ] as const)('of a token that is %s says whether its activity applies to it: %s', (status, applies) => {
    const token = { address: ADDRESS, symbol: null, symbolDeclared: null, name: null }
    const verdict = { status, reason: 'site_names_contract' } as never
    const evidence = { ...KNOWN, tokenVerification: derived(verdict, 'token.verification@1', [SOURCE]) }
    const card = projectCard(listed({ token, evidence }), deps)
    expect(card).toMatchObject({ tokenVerification: status, activityAppliesToToken: applies })
    expect(card.token).toEqual({ chainId: 4663, contract: ADDRESS })
    expect(projectCard(listed({ evidence }), deps)).not.toHaveProperty('tokenVerification')
  })

  test('names why a valuation is withheld and why a figure is doubted', () => {
    const held = {
      ...unknownFigures('NO_SOURCE'),
      withheld: 'NO_TRADING',
      doubt: 'implausible_turnover',
    } as const
    const card = projectCard(listed({ figures: held }), deps)
    expect(card).toMatchObject({ valuationWithheld: 'NO_TRADING', marketDoubt: 'implausible_turnover' })
    for (const name of ['marketCap', 'liquidity', 'volume24h']) expect(card).not.toHaveProperty(name)
  })

  test('says up to when its ships are counted', () => {
    const ended = derivedAsOf(derived(4, 'ships.counted@8', [RELEASE]), READ, NOW)
    const evidence = { ...KNOWN, meaningfulShips30d: ended }
    expect(projectCard(listed({ evidence }), deps).meaningfulShips30dAsOf).toBe(READ)
  })

  test('has no count while building is not measured', () => {
    const evidence = { ...KNOWN, activityMeasured: false }
    expect(projectCard(listed({ evidence }), deps)).not.toHaveProperty('meaningfulShips30d')
  })

  test('names a running week with its elapsed days, and an undated ship without an address', () => {
    const shown = { ...runningWeek, occurredAt: null, url: 'javascript:alert(1)' }
    const evidence = { ...KNOWN, latestMeaningfulShip: fact(shown, [RELEASE], READ) }
    expect(projectCard(listed({ evidence }), deps).lastShip).toEqual({
      title: expect.stringContaining('2026-11-16'),
      kind: 'code_week',
      evidenceId: runningWeek.id,
    })
  })
})

test('the claim notes of a card name each field, and its token only where there is one', () => {
  const token = { address: ADDRESS, symbol: null, symbolDeclared: null, name: null }
  const unread = { kind: 'UNKNOWN', reason: 'NO_SOURCE' }
  const notes = projectClaimNotes(listed({ figures, token }))
  expect(notes).toMatchObject({
    status: { kind: 'DERIVED', rule: 'activity.status@6', evidence: [RELEASE], evidence_total: 1 },
    researchLevel: { rule: 'research.level@2' },
    lastShip: { kind: 'FACT', observed_at: READ },
    meaningfulShips30d: { rule: 'ships.counted@8', evidence_total: 2 },
    marketStatus: { rule: 'market.status@2' },
    marketCap: { rule: 'market.valuation@4' },
    liquidity: { kind: 'FACT' },
    volume24h: { kind: 'FACT' },
    tokenVerification: { rule: 'token.verification@1' },
  })
  expect(projectClaimNotes(listed({ evidence: UNKNOWN }))).toEqual({
    status: unread,
    researchLevel: unread,
    lastShip: unread,
    meaningfulShips30d: unread,
    marketStatus: unread,
    marketCap: unread,
    liquidity: unread,
    volume24h: unread,
  })
})

describe('a list of projects', () => {
  const listOf = (given: Partial<Parameters<typeof projectCards>[0]>) =>
    projectCards(
      {
        projects: [listed(), listed({ slug: 'gantry' as Slug })],
        total: 5,
        offset: 1,
        claims: undefined,
        ignoredParameters: ['colour'],
        ...given,
      },
      deps,
    )
  test('has its projects, the total and where the next part starts', () => {
    const list = listOf({})
    expect(list.items.map(({ slug }) => slug)).toEqual(['lumen', 'gantry'])
    expect(list.items.every(({ claims }) => claims !== undefined)).toBe(true)
    expect(list).toMatchObject({ available: true, total: 5, nextOffset: 3, ignoredParameters: ['colour'] })
    expect(list.disclaimer).not.toBe('')
  })

  test.each([
    ['the last part', { total: 3 }, null],
    ['a part before the last project', { total: 4 }, 3],
    ['a part after the end', { projects: [], offset: 9 }, null],
    ['a part without projects of a longer list', { projects: [], offset: 0 }, null],
  ])('%s leads to %s', (_, given, nextOffset) => {
    expect(listOf(given).nextOffset).toBe(nextOffset)
  })

  test('leaves out claim notes when asked', () => {
    expect(listOf({ claims: 'none' }).items.some((item) => 'claims' in item)).toBe(false)
  })

  test('names a project that cannot be shown apart from its items', () => {
    const { items, broken }: Listed<object> = listOf({ projects: [{ ...listed(), figures: null as never }] })
    expect(items).toEqual([])
    expect(String(broken)).toContain('The item lumen could not be b')
  })

  test('that is unavailable has its reason, and no total', () => {
    expect(unavailableProjects('no_project_measured' as never, { ignoredParameters: ['colour'] })).toEqual({
      items: [],
      available: false,
      reason: 'no_project_measured',
      total: null,
      nextOffset: null,
      ignoredParameters: ['colour'],
      disclaimer: listOf({}).disclaimer,
    })
  })
})

test('the title of a release is its own', () => {
  expect(projectCard(listed(), deps).lastShip?.title).toBe(release.title)
})
