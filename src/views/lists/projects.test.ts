import { describe, expect, test } from 'vitest'
import type { ProjectCard, ProjectList } from '#contract/shapes/project-card.ts'
import { ruleInForce } from '../words/rules.ts'
import * as list from './projects.ts'
import { projectListMarkdown } from './projects-markdown.ts'

const site = { baseUrl: 'https://svc.example' }

test.each([
  ['shipping-now', 'Shipping now', 'activity.status'],
  ['still-building', 'Still building', 'still_building'],
  ['under-the-radar', 'Under the radar', 'discovery_gap'],
  ['most-active', 'Most active', 'ships.counted'],
  ['back-from-dormancy', 'Back from dormancy', 'activity.comeback'],
  ['building-with-token', 'Building, with a token', 'activity.status'],
  ['new-builders', 'New builders', 'ships.counted'],
  ['new-on-hey', 'Newly published', 'research.level'],
] as const)('the list %s is named “%s” and chosen by %s', (tab, words, rule) => {
  expect(list.TAB_WORDS[tab]).toEqual({ words, says: expect.stringMatching(/^(Every p|P)roject.+\.$/), rule })
  expect(list.listRule({ tab, status: 'QUIET' })).toBe(ruleInForce(rule))
  expect(ruleInForce(rule)).toMatch(new RegExp(`^${rule}@\\d+$`))
})

test.each<[list.ListQuery, string | undefined]>([
  [{}, undefined],
  [{ q: 'lum', sort: 'liquidity', kind: 'app' }, undefined],
  [{ status: 'QUIET', has: ['ship'] }, 'activity.status'],
  [{ has: ['token', 'ship'] }, 'ships.counted'],
  [{ has: ['release'] }, 'ships.counted'],
  [{ has: ['deployment', 'verifiedToken'] }, 'ships.counted'],
  [{ has: ['verifiedToken'] }, 'token.verification'],
  [{ has: ['token', 'website'] }, undefined],
])('the projects of %j are chosen by the rule %s', (query, rule) => {
  expect(list.listRule(query)).toBe(rule === undefined ? undefined : ruleInForce(rule))
})

test.each<[list.ListQuery, string, boolean]>([
  [{}, 'newest activity first', false],
  [{ sort: 'activity', tab: 'most-active' }, 'newest activity first', false],
  [{ sort: 'newest' }, 'newest published first', false],
  [
    { sort: 'marketCap' },
    'greatest market cap first, then greatest fully diluted value; the two are never compared',
    true,
  ],
  [{ sort: 'liquidity' }, 'greatest liquidity first', true],
  [{ sort: 'volume24h' }, 'greatest volume in 24 hours first', true],
  [{ tab: 'most-active' }, 'most ships in 30 days first', false],
  [{ tab: 'new-on-hey' }, 'newest published first', false],
  [{ tab: 'new-builders' }, 'earliest first ship first', false],
  [{ tab: 'shipping-now', has: ['ship', 'token'] }, 'newest activity first', false],
  [{ has: ['ship', 'liquidity'] }, 'newest activity first', true],
  [{ has: ['marketStatus'], sort: 'newest' }, 'newest published first', true],
])('the list of %j is ordered “%s”; by a market figure: %s', (query, order, isByMarket) => {
  expect([list.orderWords(query), list.isByMarket(query)]).toEqual([order, isByMarket])
})

test('each filter is in words, in the order of the page', () => {
  const has = Object.keys(list.FACT_WORDS) as NonNullable<list.ListQuery['has']>
  const query = {
    has,
    launchpad: 'pons',
    narrative: 'ai',
    status: 'QUIET',
    kind: 'app',
    tab: 'new-builders',
    q: 'lum',
  }
  expect(list.chosenFilters(query as list.ListQuery)).toEqual([
    { parameter: 'q', name: 'words', words: 'lum' },
    { parameter: 'tab', name: 'list', words: 'New builders' },
    { parameter: 'kind', name: 'kind', words: 'app' },
    { parameter: 'status', name: 'status', words: 'quiet' },
    { parameter: 'narrative', name: 'narrative', words: 'ai' },
    { parameter: 'launchpad', name: 'launchpad', words: 'pons' },
    {
      parameter: 'has',
      name: 'has',
      words:
        'token, verified token, repository, website, package, ship, release, deployment, market status, valuation, liquidity, volume in 24 hours',
    },
  ])
  expect(list.chosenFilters({})).toEqual([])
  expect(list.chosenFilters({ status: 'RESUMED' } as list.ListQuery)).toMatchObject([
    { words: 'back to shipping' },
  ])
  const ofMarket = Object.entries(list.FACT_WORDS).filter(([, { isMarket }]) => isMarket)
  expect(ofMarket.map(([fact]) => fact)).toEqual(['marketStatus', 'marketCap', 'liquidity', 'volume24h'])
  expect(Object.values(list.SORT_WORDS).map(({ words }) => words)).toEqual([
    'Newest activity',
    'Newest published',
    'Valuation',
    'Liquidity',
    'Volume in 24 hours',
  ])
})

test.each<[list.ListQuery, boolean, number | null, string]>([
  [{}, true, 1234, 'Projects: 1,234 published, newest activity first'],
  [{}, true, 0, 'Projects: 0 published, newest activity first'],
  [{ status: 'QUIET' }, true, 1200, 'Projects: 1,200 match status quiet'],
  [{ status: 'QUIET', q: 'lum' }, true, 1, 'Projects: 1 matches words lum, status quiet'],
  [{ status: 'QUIET' }, true, 0, 'Projects: none matches status quiet'],
  [{ status: 'QUIET', q: 'x' }, false, null, 'Projects: the list was not measured (words x, status quiet)'],
  [{}, false, null, 'Projects: the list was not measured'],
  [{}, false, 3, 'Projects: the list was not measured'],
  [{}, true, null, 'Projects: the list was not measured'],
])('the title of %j, available %s, of %s', (query, available, total, title) => {
  expect(list.listTitle(query, { available, total })).toBe(title)
})

const card = (given: object) =>
  ({ slug: 'lumen', name: 'Lumen', statusLabel: 'Quiet', ...given }) as unknown as ProjectCard
test('the identity of a project is its kind, its launchpad and its narratives', () => {
  expect(list.identityWords(card({ kind: 'dev_tool', launchpad: 'pons', narratives: ['ai'] }))).toEqual([
    'Dev tool',
    'pons',
    'ai',
  ])
  expect(list.identityWords(card({}))).toEqual([])
})

describe('the list as Markdown', () => {
  const READ = '2026-11-19T10:00:00.000Z'
  const linesOf = (given: object, query: list.ListQuery = {}, offset = 0) => {
    const whole = {
      available: true,
      items: [],
      total: 0,
      disclaimer: 'No advice.',
      ...given,
    } as unknown as ProjectList
    return projectListMarkdown({ query, offset, list: whole }, site).split('\n')
  }
  test('has its filters, its number and a line a project', () => {
    const lastShip = { title: 'v*2', occurredAt: READ, evidenceId: 'ship:1' }
    const { occurredAt: _, ...undated } = lastShip
    const own = { researchLevel: 'VERIFIED_BUILDER', token: {}, tokenVerification: 'VERIFIED' }
    const stale = { token: {}, claims: { tokenVerification: { reason: 'STALE' } } }
    const items = [
      card({ ...own, lastShip, meaningfulShips30d: 3, meaningfulShips30dAsOf: READ, asOf: 'later' }),
      card({ ...stale, lastShip: undated, meaningfulShips30d: 0 }),
      card({ claims: { lastShip: { reason: 'NO_SOURCE' }, meaningfulShips30d: { reason: 'STALE' } } }),
      card({}),
    ]
    const link = '- [“Lumen”](https://svc.example/projects/lumen): Quiet;'
    expect(linesOf({ items, total: 9 }, { status: 'QUIET' }, 2)).toEqual([
      '# Projects',
      '',
      '- status: “quiet”',
      '',
      `Projects: 9 (\`${ruleInForce('activity.status')}\`), newest activity first; shown: 3 to 6 of 9.`,
      '',
      `${link} last ship: “v＊2”, ${READ} \`ship:1\`; ships in 30 days: 3, to ${READ}; research: verified builder; token: verified`,
      `${link} last ship: “v＊2”, not dated by its source \`ship:1\`; ships in 30 days: 0; research: unknown (not recorded); token: unknown (the last reading is too old)`,
      `${link} last ship: unknown (no source has it); ships in 30 days: unknown (the last reading is too old); research: unknown (not recorded)`,
      `${link} last ship: unknown (not recorded); ships in 30 days: unknown (not recorded); research: unknown (not recorded)`,
      '',
      'No advice.',
      '',
    ])
  })

  test('without projects has no place, and one that was not measured is not empty', () => {
    expect(linesOf({})[3]).toBe('Projects: 0, newest activity first.')
    const unmeasured =
      'This list cannot be produced now: no project was measured for it. Which projects it would have is unknown.'
    expect([linesOf({ available: false })[3], linesOf({ total: null })[3]]).toEqual([unmeasured, unmeasured])
    for (const given of [{ available: false }, { total: null }])
      expect(linesOf(given).join('\n')).not.toContain('No project is published.')
  })

  test.each<[object, list.ListQuery, string]>([
    [{}, {}, 'No project is published.'],
    [{ total: 9 }, {}, 'The list ends before this place.'],
    [
      {},
      { q: 'a*b', kind: 'app' },
      'No published project matches all of this: words “a＊b”, kind “app”. Words match the beginnings of words in names, symbols, slugs, former slugs and contracts. A project that is not published is not in the list; that says nothing about its token.',
    ],
    [
      {},
      { status: 'QUIET' },
      'No published project matches all of this: status “quiet”. A project that is not published is not in the list; that says nothing about its token.',
    ],
  ])('of %j that is asked with %j says why it has no project', (given, query, words) => {
    expect(linesOf(given, query)).toContain(words)
  })
})
