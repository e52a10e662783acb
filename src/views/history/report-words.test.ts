import { describe, expect, test } from 'vitest'
import type { Month } from '#contract/month.ts'
import type { MonthlyReport } from '#contract/shapes/monthly-report.ts'
import * as words from './report-words.ts'

const site = { baseUrl: 'https://svc.example' }
const report = (given: object = {}) =>
  ({
    month: '2026-10',
    from: '2026-10-01',
    to: '2026-10-31',
    writtenAt: '2026-11-02T00:05:00.000Z',
    rules: ['activity.status@6', 'ships.counted@8'],
    published: 12,
    disclaimer: 'No advice.',
    coverage: [
      { dimension: 'building', measured: 9, notMeasured: [{ state: 'NO_SOURCE', projects: 3 }] },
      { dimension: 'verified_source', measured: 12, notMeasured: [] },
    ],
    statuses: [
      { status: 'SHIPPING', state: 'MEASURED', projects: 4 },
      { status: 'UNKNOWN', state: 'STALE', projects: null },
    ],
    ships: [
      { kind: 'release', state: 'MEASURED', ships: 7 },
      { kind: 'code_week', state: 'MEASURED', ships: 0 },
    ],
    changes: [{ type: 'build.status_changed', state: 'MEASURED', changes: null }],
    highlights: [],
    ...given,
  }) as unknown as MonthlyReport

const shipsOf = (kind: string) => ({
  path: `/api/ships?kind=${kind}&counted=only&since=2026-10-01&until=2026-10-31`,
  words: 'The counted ships of the month as JSON',
})

test('the counts of a report are in three groups, each with its name', () => {
  expect(words.reportCounts(report())).toEqual({
    statuses: [
      { name: 'Shipping', path: 'statuses.0.projects', state: 'MEASURED', value: 4 },
      { name: 'Not known', path: 'statuses.1.projects', state: 'STALE', value: null },
    ],
    ships: [
      { name: 'Release', path: 'ships.0.ships', state: 'MEASURED', value: 7, list: shipsOf('release') },
      { name: 'Code week', path: 'ships.1.ships', state: 'MEASURED', value: 0, list: shipsOf('code_week') },
    ],
    changes: [
      {
        name: 'Activity status',
        path: 'changes.0.changes',
        state: 'MEASURED',
        value: null,
        list: { path: '/changes?type=build.status_changed', words: 'The changes of this kind in any month' },
      },
    ],
  })
})

test.each([
  ['build.resumed', 'Back to shipping', 'is shipping again'],
  ['contract.followup_deployed', 'Later contract deployed', 'deployed a later contract'],
  ['build.status_changed', 'Activity status', '(activity status)'],
] as const)('a change of the kind %s has its name, and says what the project did', (type, name, did) => {
  const { changes } = words.reportCounts(report({ changes: [{ type, state: 'MEASURED', changes: 1 }] }))
  expect([changes[0]?.name, words.highlightWords({ type, evidence: [] })]).toEqual([name, did])
})

test.each([
  [
    ['impl:4663:0x0fbc70fae718eb9bdd7e771fd45f276062eccfe0:124:2'],
    'changed the implementation of 0x0fbc…cfe0',
  ],
  [['ship:1'], 'changed the implementation of a proxy'],
  [[], 'changed the implementation of a proxy'],
])('a changed implementation with the evidence %j names its proxy', (evidence, did) => {
  const highlight = { type: 'contract.implementation_changed', evidence } as never
  expect(words.highlightWords(highlight)).toBe(did)
})

test.each([
  ['contract.deployed', '/changes?type=contract.deployed&since=2026-10-01&until=2026-10-31'],
  ['build.dormant', '/changes?type=build.dormant'],
] as const)('the count of %s links the list of what it counts', (type, path) => {
  const { changes } = words.reportCounts(report({ changes: [{ type, state: 'MEASURED', changes: 1 }] }))
  expect(changes[0]?.list?.path).toBe(path)
  expect(changes[0]?.note).toBe(undefined)
})

test.each([
  [0, undefined],
  [
    1,
    'Not counted: none of 12 projects was measured for it at the end of the month. At least 1 is recorded, in the highlights.',
  ],
  [
    2,
    'Not counted: none of 12 projects was measured for it at the end of the month. At least 2 are recorded, in the highlights.',
  ],
])('an unknown count of which %i are in the highlights says so', (length, note) => {
  const highlights = Array.from({ length }, () => ({ type: 'build.dormant', project: {}, evidence: [] }))
  const given = report({ changes: [{ type: 'build.dormant', state: 'STALE', changes: null }], highlights })
  expect(words.reportCounts(given).changes[0]?.note).toBe(note)
})

test('the greatest count of a group is at least 1, and an unknown one is no count', () => {
  const { statuses, ships, changes } = words.reportCounts(report())
  expect([statuses, ships, changes, []].map(words.greatestOf)).toEqual([4, 7, 1, 1])
})

test.each([
  [12, [{ kind: 'release', ships: 7 }], 'October 2026: 12 published projects at its end, 7 releases'],
  [
    1,
    [
      { kind: 'docs', ships: 5 },
      { kind: 'release', ships: 1 },
    ],
    'October 2026: 1 published project at its end, 1 release',
  ],
  [0, [{ kind: 'release', ships: 0 }], 'October 2026: 0 published projects at its end, 0 releases'],
  [
    2,
    [{ kind: 'release', ships: null }],
    'October 2026: 2 published projects at its end, releases not known',
  ],
  [2, [{ kind: 'docs', ships: 5 }], 'October 2026: 2 published projects at its end, releases not known'],
])('the title of a report of %i projects with the ships %j', (published, ships, title) => {
  expect(words.reportTitle(report({ published, ships }))).toBe(title)
})

describe('a report as Markdown', () => {
  const linesOf = (given: object = {}) => words.reportMarkdown(report(given), site).split('\n')
  test('has each count, or why it is unknown', () => {
    expect(linesOf()).toEqual([
      '# Report of October 2026',
      '',
      'From 2026-10-01 to 2026-10-31. Written 2 Nov 2026, 00:05 UTC, and never again. Rules: `activity.status@6`, `ships.counted@8`.',
      '',
      'Projects published at the end of the month: 12',
      '',
      '## Projects by status',
      '',
      '- Shipping: 4',
      '- Not known: unknown (the last reading is too old)',
      '',
      '## Ships that count',
      '',
      `- Release: 7, [The counted ships of the month as JSON](https://svc.example${shipsOf('release').path})`,
      `- Code week: 0, [The counted ships of the month as JSON](https://svc.example${shipsOf('code_week').path})`,
      '',
      '## Changes',
      '',
      '- Activity status: unknown (not recorded)',
      '',
      '## What was measured',
      '',
      '- Building: 9 measured, 3 not (no source has it)',
      '- Verified source: 12 measured',
      '',
      '## Highlights',
      '',
      words.NO_HIGHLIGHT,
      '',
      'As JSON: https://svc.example/api/reports/monthly/2026-10',
      '',
      'No advice.',
      '',
    ])
  })

  test('has each highlight with its time, its project and its receipt', () => {
    const project = { slug: 'lumen', name: 'Lu*men' }
    const seen = { type: 'build.resumed', project, occurredAt: null, detectedAt: 'seen-at', evidence: [] }
    const highlights = [seen, { ...seen, occurredAt: 'dated-at', evidence: ['ship:1', 'ship:2'] }]
    const link = '[“Lu＊men”](https://svc.example/projects/lumen)'
    expect(linesOf({ highlights }).slice(-7)).toEqual([
      `- seen seen-at: ${link} is shipping again`,
      `- dated-at: ${link} is shipping again, https://svc.example/api/evidence/ship%3A1`,
      '',
      'As JSON: https://svc.example/api/reports/monthly/2026-10',
      '',
      'No advice.',
      '',
    ])
  })
})

test('the list of reports names each month, and says that none is written', () => {
  const items = ['2026-10', '2026-09'].map((month) => ({ month: month as Month, writtenAt: 'then' }))
  const listOf = (given: typeof items) => ({ items: given, disclaimer: 'No advice.' }) as never
  expect(words.reportsTitle(listOf(items))).toBe('Monthly reports: the newest is of October 2026')
  expect(words.reportsTitle(listOf([]))).toBe('Monthly reports: none is written yet')
  expect(words.reportsMarkdown(listOf(items), site)).toBe(
    '# Monthly reports\n\n- [October 2026](https://svc.example/reports/2026-10.md), written then\n- [September 2026](https://svc.example/reports/2026-09.md), written then\n\nNo advice.\n',
  )
  expect(words.reportsMarkdown(listOf([]), site)).toBe(
    `# Monthly reports\n\n${words.NO_REPORT}\n\nNo advice.\n`,
  )
  expect(words.NO_REPORT).toContain('No report is written yet.')
})
