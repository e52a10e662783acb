import { expect, test } from 'vitest'
import { homeMarkdown, newestReading, nextLedgerRun } from './home-markdown.ts'

type Home = Parameters<typeof homeMarkdown>[0]
const [FIRST, LATER] = ['2026-11-18T12:00:00.000Z', '2026-11-19T12:00:00.000Z']
const CARD = { slug: 'lumen', name: 'Lu*men', statusLabel: 'Shipping' }
const READ = { provider: 'chain', state: 'answering', fresh: true, outageSince: null }
const GITHUB = { provider: 'github', state: 'outage', fresh: false, outageSince: FIRST }
const UNREAD = 'Not read in time: GitHub (fails since 18 Nov 2026). https://svc.example/status'
const NONE = {
  projects: { available: false, total: null, items: [], disclaimer: 'No verdict.' },
  changes: { items: [] },
  radar: { available: false, total: null, items: [] },
  service: {
    providers: [{ ...GITHUB, lastReadAt: null, lastTriedAt: FIRST, streams: {} }],
    pipelines: [{ name: 'signals', dueAt: FIRST }],
    ledger: { lastRunAt: null },
  },
}
const linesOf = (given: object = {}) =>
  homeMarkdown({ ...NONE, ...given } as unknown as Home, { baseUrl: 'https://svc.example' }).split('\n')

test('the first page says what was not measured, and that it is not empty', () => {
  const missing =
    'This list cannot be produced now: no project was measured for it. Which projects it would have is unknown. Not read in time: GitHub (fails since 18 Nov 2026).'
  expect(linesOf()).toEqual([
    '# Does the project still ship?',
    '',
    '- Published projects: unknown',
    '- Projects of the Radar: unknown',
    '- Newest reading of a provider: unknown (the source cannot be read)',
    `- Providers read in time: 0 of 1. ${UNREAD}`,
    '- Ledger written: not yet; next: unknown',
    '',
    '## Newest changes',
    '',
    'No change is recorded, because the ledger was not written yet. Which changes there are is not known.',
    '',
    '## Radar',
    '',
    missing,
    '',
    '## Projects, newest activity first',
    '',
    missing,
    '',
    'No verdict.',
    '',
  ])
})

test('the first page says in words that a list is empty, and that no provider was tried', () => {
  const nothing = { available: true, total: 0, items: [], disclaimer: 'No verdict.' }
  const service = { providers: [], pipelines: [], ledger: { lastRunAt: FIRST } }
  const lines = linesOf({ projects: nothing, radar: { ...nothing, asOf: LATER, rule: 'radar@2' }, service })
  for (const words of ['No project is published.', 'No project is ranked.', 'No change is recorded.'])
    expect(lines).toContain(words)
  for (const count of ['Newest reading of a provider', 'Providers read in time'])
    expect(lines).toContain(`- ${count}: unknown (not watched for long enough yet)`)
})

test('the first page has its counts with their clocks, and a line for each change, rank and project', () => {
  const change = { op: 'retract', id: 'ship:1', recordedAt: FIRST }
  const lines = linesOf({
    projects: { available: true, total: 45, items: [CARD], disclaimer: 'No verdict.' },
    changes: { items: [change, { ...change, id: 'ship:2' }] },
    radar: {
      available: true,
      total: 3,
      asOf: LATER,
      rule: 'radar@2',
      items: [{ rank: 1, project: CARD, statusLabel: 'Shipping' }],
    },
    service: {
      providers: [
        { ...READ, lastReadAt: LATER },
        { ...READ, state: 'never_read', fresh: null, lastReadAt: null },
        { ...GITHUB, lastReadAt: FIRST },
      ],
      pipelines: [
        { name: 'signals', dueAt: FIRST },
        { name: 'ledger', dueAt: LATER },
      ],
      ledger: { lastRunAt: FIRST },
    },
  })
  expect(lines).toEqual([
    '# Does the project still ship?',
    '',
    '- Published projects: 45',
    `- Projects of the Radar: 3, ranked ${LATER}`,
    `- Newest reading of a provider: ${LATER}`,
    `- Providers read in time: 1 of 3. ${UNREAD}`,
    `- Ledger written: ${FIRST}; next: ${LATER}`,
    '',
    '## Newest changes',
    '',
    `- ${FIRST}: retracted, \`ship:1\``,
    `- ${FIRST}: retracted, \`ship:2\``,
    '',
    '## Radar (`radar@2`)',
    '',
    '1. [“Lu＊men”](https://svc.example/projects/lumen): Shipping',
    '',
    '## Projects, newest activity first',
    '',
    '- [“Lu＊men”](https://svc.example/projects/lumen): Shipping; last ship: unknown (not recorded); ships in 30 days: unknown (not recorded); research: unknown (not recorded)',
    '',
    'No verdict.',
    '',
  ])
})

test('the clocks of the first page are unknown before the first reading, and without a pipeline', () => {
  expect(newestReading({ providers: [] })).toBeNull()
  expect(nextLedgerRun({ pipelines: [] })).toBeUndefined()
})
