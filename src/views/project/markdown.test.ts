import { describe, expect, test } from 'vitest'
import { unknown } from '#contract/claim.ts'
import type { Slug } from '#contract/ids.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import * as given from '#test/given/described-project.ts'
import {
  DEVELOPERS_SAY,
  developersMarkdown,
  firstRequests,
  INTERFACES,
  NEWS,
} from '../site/developer-links.ts'
import { dossier } from './dossier.ts'
import { projectMarkdown } from './markdown.ts'
import { projectTitle, sharedProject } from './title.ts'

const READ = given.READ_AT
const NOW = given.DESCRIBED_AT
const site = { baseUrl: 'https://svc.example' }
const SHIP = {
  displayTitle: 'v*2',
  kind: 'code_week',
  evidenceId: 'ship:1',
  detectedAt: READ,
  occurredAt: READ,
  countsAs: 'x',
}
const dossierOf = (record: object = {}) =>
  dossier(
    { ...given.describedProject(), sources: [], statements: [], ships: [], ...record },
    { now: NOW, site },
  )
const LEFT_OUT = [
  'This text leaves out:',
  '',
  '- Since when the status is concluded: https://svc.example/api/projects/lumen/explain?fact=activity.status',
  '- Use of the contracts, changes and market: https://svc.example/api/projects/lumen/snapshot',
  '- Contracts: https://svc.example/api/projects/lumen/contracts',
  '- Relations: https://svc.example/api/projects/lumen/relationships',
  '- History by day: https://svc.example/api/projects/lumen/history',
  '',
  'Dossier as JSON: https://svc.example/api/projects/lumen',
  '',
]
const NO_TOKEN = { locks: { state: 'NOT_APPLICABLE' } }
const linesOf = (of: object, items: object[] = []) =>
  projectMarkdown(
    {
      dossier: of as never,
      coverage: { items } as never,
      snapshot: NO_TOKEN as never,
      lockers: [],
      shipDays: [],
    },
    site,
  ).split('\n')

const FIGURES = ['- Meaningful ships in 30 days', '- Build Momentum']

test.each([
  ['SHIPPING', 'SOURCE_UNAVAILABLE', FIGURES],
  ['QUIET', 'STALE', ['# Lumen', ...FIGURES]],
  ['DORMANT', 'ERROR', ['# Lumen', ...FIGURES]],
  ['QUIET', 'MEASURED', []],
  ['QUIET', 'NO_SOURCE', []],
])('of %s in the state %s says what describes then: %j', (status, state, expected) => {
  const then = { ...dossierOf({ score: given.RANKED }), status }
  const lines = linesOf(then, [{ dimension: 'building', state }])
  const told = lines.filter((line) => line.includes('last read too long ago to describe now'))
  expect(told.map((line) => line.replace(/:.*/, ''))).toEqual(expected)
})

test('of an unknown status and count says why, and nothing of their age', () => {
  const unread = { ...dossierOf(), status: 'UNKNOWN', meaningfulShips30d: undefined }
  const items = [{ dimension: 'building', state: 'SOURCE_UNAVAILABLE' }]
  expect(linesOf(unread, items).join('\n')).not.toContain('last read too long ago')
})

test.each([
  ['STALE', READ, 'UNVERIFIED, last read too long ago to describe now, not checked'],
  ['SOURCE_UNAVAILABLE', READ, 'UNVERIFIED, last read too long ago to describe now, not checked'],
  ['SOURCE_UNAVAILABLE', undefined, 'UNVERIFIED, not checked'],
  ['NO_SOURCE', undefined, 'UNVERIFIED, not checked'],
  ['MEASURED', READ, 'UNVERIFIED, not checked'],
])('a verdict on a token in the state %s, read at %s, is %s', (state, observedAt, words) => {
  const verified = {
    ...dossierOf({ token: given.ANSWERED_TOKEN }),
    tokenVerification: 'UNVERIFIED',
    tokenVerificationReason: 'not_checked',
    coverage: { token_verification: { state, observedAt } },
  }
  expect(linesOf(verified)).toContain(`- Token verification: ${words}`)
})

describe('a project as Markdown', () => {
  test('has its figures, ships, unknowns and sources', () => {
    const known = dossierOf({
      token: given.ANSWERED_TOKEN,
      score: given.RANKED,
      description: 'A *chain* app',
    })
    const newestShips = [
      SHIP,
      { ...SHIP, occurredAt: null, countsAs: null, notCountedReason: 'no_human_commit' },
    ]
    const sources = [{ id: 'source:1', kind: 'github_repository', locator: 'a*b' }]
    const items = [
      { dimension: 'building', state: 'MEASURED' },
      { dimension: 'verified_source', state: 'NO_SOURCE' },
    ]
    const receipt = (id: string) => `https://svc.example/api/evidence/${encodeURIComponent(id)}`
    expect(linesOf({ ...known, newestShips, sources }, items)).toEqual([
      '# Lumen: Shipping',
      '',
      '“A ＊chain＊ app”',
      '',
      known.statusHelp,
      '',
      '## Figures',
      '',
      `- Last evaluated: ${NOW}`,
      '- Last activity: 2026-11-19T09:00:00.000Z',
      '- Meaningful ships in 30 days: 4',
      '- Build Momentum: 71.5',
      '- Under the radar: yes',
      '- Research: VERIFIED_BUILDER',
      `- Token contract: ${given.TOKEN}`,
      '- Token verification: VERIFIED, site names contract',
      '',
      '## Newest ships',
      '',
      `- week of 2026-11-16: “v＊2” (code week), ${receipt('ship:1')}`,
      `- not dated by its source: “v＊2” (code week, not counted: no human commit), ${receipt('ship:1')}`,
      '',
      '## What is not known',
      '',
      '- verified source: no source has it',
      '',
      '## Sources',
      '',
      `- GitHub repository: a＊b, ${receipt('source:1')}`,
      '',
      ...LEFT_OUT,
      known.disclaimer,
      '',
    ])
  })
})

describe('the Markdown of a project', () => {
  test('of which nothing is known says so', () => {
    const none = unknown('NO_SOURCE')
    const evidence = { ...KNOWN, meaningfulShips30d: none, lastActivityAt: none, researchLevel: none }
    const lines = linesOf(dossierOf({ evidence, scoredAt: null }))
    const figures = ['Meaningful ships in 30 days', 'Build Momentum', 'Under the radar', 'Research']
    expect(lines.slice(4)).toEqual([
      '## Figures',
      '',
      '- Last evaluated: unknown',
      '- Last activity: unknown',
      ...figures.map((name) => `- ${name}: unknown (no source has it)`),
      '',
      '## Newest ships',
      '',
      'No ship is recorded.',
      '',
      '## What is not known',
      '',
      'Every dimension that applies is measured. A figure inside a dimension can still be unknown: its reason stands beside it.',
      '',
      '## Sources',
      '',
      'No source is registered.',
      '',
      ...LEFT_OUT,
      expect.any(String),
      '',
    ])
  })

  test('says where the count of its ships ends', () => {
    const lines = linesOf({ ...dossierOf(), meaningfulShips30dAsOf: READ })
    expect(lines).toContain(`- Meaningful ships in 30 days: 4, to ${READ}`)
  })
})

const NEWEST = { title: 'v2', kind: 'release', evidenceId: 'ship:1' } as const

test.each([
  [
    { status: 'UNKNOWN', statusLabel: 'Not known', lastShip: { ...NEWEST, occurredAt: READ } },
    'Lumen: not known whether it ships',
  ],
  [
    { status: 'QUIET', statusLabel: 'Quiet', lastShip: { ...NEWEST, occurredAt: READ } },
    'Lumen: quiet, last ship 2 h ago',
  ],
  [
    { status: 'QUIET', statusLabel: 'Quiet', lastShip: { ...NEWEST, kind: 'code_week', occurredAt: READ } },
    'Lumen: quiet, last ship in the week of 16 Nov 2026',
  ],
  [{ status: 'QUIET', statusLabel: 'Quiet', lastShip: NEWEST }, 'Lumen: quiet'],
  [{ status: 'QUIET', statusLabel: 'Quiet' }, 'Lumen: quiet, no counted ship known'],
] as const)('the title of a project with %j is “%s”', (project, title) => {
  expect(projectTitle({ name: 'Lumen', ...project }, NOW)).toBe(title)
})

test('the picture of a project states its status as given, and the date of its evaluation', () => {
  const project = {
    slug: 'lumen' as Slug,
    name: 'Lumen',
    status: 'QUIET',
    statusLabel: 'Quiet',
    statusHelp: 'Quiet.',
    claims: {},
  } as const
  expect(sharedProject({ ...project, asOf: NOW, lastShip: { ...NEWEST, occurredAt: READ } })).toEqual({
    title: 'Lumen',
    status: { status: 'QUIET', words: 'Quiet' },
    lines: ['Quiet.', 'Last ship on 19 Nov 2026: v2', 'As of 19 Nov 2026, 12:00 UTC'],
  })
  expect(sharedProject({ ...project, name: '火' }).title).toBe('lumen')
  expect(sharedProject(project).lines).toEqual([
    'Quiet.',
    'Last ship: unknown, not recorded',
    'Not evaluated yet',
  ])
})

test.each([
  [NEWEST, 'Last ship not dated by its source: v2'],
  [{ ...NEWEST, kind: 'code_week', occurredAt: READ }, 'Last ship: code changes in the week of 16 Nov 2026'],
  [{ ...NEWEST, title: 'a'.repeat(90) }, `Last ship not dated by its source: ${'a'.repeat(24)}…`],
] as const)('the picture of a project has the last ship %j as “%s”', (lastShip, words) => {
  const of = {
    slug: 'lumen' as Slug,
    name: 'Lumen',
    status: 'ACTIVE',
    statusLabel: 'Active',
    statusHelp: 'Active.',
    claims: {},
  } as const
  expect(sharedProject({ ...of, lastShip }).lines[1]).toBe(words)
})

describe('the page for developers', () => {
  test.each([
    ['lumen' as Slug, 'lumen'],
    [undefined, 'SLUG'],
  ])('has first requests about %s', (slug, name) => {
    expect(firstRequests({ slug }, site).map(({ command }) => command)).toEqual([
      `curl 'https://svc.example/api/projects/${name}/snapshot'`,
      `curl 'https://svc.example/api/projects/${name}/explain?fact=activity.status'`,
      "curl 'https://svc.example/api/changes?after=c1.0'",
    ])
  })

  test('lists every guide, interface and feed with its address', () => {
    const guides = [{ href: '/developers/agents', words: 'Agents', says: 'how to ask' }]
    const text = developersMarkdown({ slug: undefined, guides }, site)
    for (const { href, words, says } of [...guides, ...INTERFACES, ...NEWS])
      expect(text).toContain(`- [${words}](https://svc.example${href}): ${says}\n`)
    expect(text.match(/^#.*$/gm)).toEqual([
      '# Developers',
      '## First requests',
      '## Guides',
      '## Interfaces',
      '## What changes',
    ])
    const [first] = firstRequests({ slug: undefined }, site)
    expect(text).toContain(`${first?.says}\n\n\`\`\`sh\n${first?.command}\n\`\`\`\n`)
    expect(text.split('\n').slice(0, 7)).toEqual([
      '# Developers',
      '',
      DEVELOPERS_SAY,
      '',
      '## First requests',
      '',
      first?.says,
    ])
    for (const { says, words, href } of [...INTERFACES, ...NEWS])
      expect([says, words, href]).not.toContain('')
  })
})
