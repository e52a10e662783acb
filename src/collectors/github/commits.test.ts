import { expect, test } from 'vitest'
import { addDays, type CalendarDate } from '#contract/time.ts'
import {
  commit,
  type GithubTrial,
  githubTrialsOfFile,
  type ServedRepository,
} from '#test/providers/github.ts'

const openGithubTrial = await githubTrialsOfFile()

// Thursday; its week began on Monday, 16 November.
const NOW = '2026-11-19T10:00:00.000Z'
const open = (repository: Partial<ServedRepository>, now = NOW) =>
  openGithubTrial({ now, streams: ['commits'] }, repository)

const SOURCE = [{ filename: 'src/a.ts', additions: 2, deletions: 1, patch: '+a\n-b' }]
const DOCS = [{ filename: 'README.md', additions: 2, deletions: 1, patch: '+a\n-b' }]
const sha = (short: string) => short.padEnd(40, '0')
const filesOf = (shorts: readonly string[], files: unknown[]) =>
  Object.fromEntries(shorts.map((short) => [sha(short), files]))

async function weeks(trial: GithubTrial) {
  const ships = await trial.ships()
  return ships.map(({ facts, ...ship }) => ({
    ...ship,
    ...(facts as { codeWeek: Record<string, unknown> }).codeWeek,
  }))
}

test('a week of commits is one ship with its counts by day, dated by its newest commit', async () => {
  await using trial = await open({
    commits: [
      commit('c3', '2026-11-18T20:00:00.000Z'),
      commit('c2', '2026-11-17T09:00:00.000Z', { author: { login: 'bo', type: 'User' } }),
      commit('c1', '2026-11-17T08:00:00.000Z'),
    ],
    files: filesOf(['c1', 'c2', 'c3'], SOURCE),
  })
  expect(await trial.read()).toEqual({ 'github.fresh': 1 })
  expect(await trial.ships()).toMatchObject([
    {
      kind: 'code_week',
      natural_key: 'github:101:week:2026-11-16',
      precision: 'WINDOW',
      version: null,
      occurred_at: '2026-11-18T20:00:00.000Z',
      detected_at: NOW,
      backing: 'source-linked',
      title: 'code changes, week starting 2026-11-16 (to 2026-11-19)',
      url: `https://github.example/lumen-labs/lumen/commit/${sha('c3')}`,
      facts: {
        origin: 'github:101',
        codeWeek: {
          weekStart: '2026-11-16',
          humanCommits: 3,
          excludedCommits: 0,
          authors: 2,
          partial: false,
          byDay: { '2026-11-17': 2, '2026-11-18': 1 },
          substance: 'substantive',
          readTo: NOW,
        },
      },
    },
  ])
  expect(trial.asked.filter((path) => /\/commits\/[0-9a-f]{40}/.test(path))).toHaveLength(1)
})

test('[case 18] [case 19] a running week ends on the day of its reading; after its end the same ship has the full range', async () => {
  await using trial = await open({
    commits: [commit('c1', '2026-11-17T08:00:00.000Z')],
    files: filesOf(['c1'], SOURCE),
  })
  await trial.read()
  const [before] = await trial.ships()
  expect(before?.['title']).toBe('code changes, week starting 2026-11-16 (to 2026-11-19)')
  await trial.read(5 * 24)
  const [after] = await trial.ships()
  expect(after).toMatchObject({
    id: before?.['id'],
    title: 'code changes, week starting 2026-11-16 (to 2026-11-22)',
    detected_at: NOW,
    occurred_at: '2026-11-17T08:00:00.000Z',
  })
})

test('[case 18] the range grows each day without new commits', async () => {
  await using trial = await open({
    commits: [commit('c1', '2026-11-17T08:00:00.000Z')],
    files: filesOf(['c1'], SOURCE),
  })
  await trial.read()
  await trial.read(1)
  expect(await trial.read(1)).toEqual({ 'github.not_modified': 1 })
  await trial.read(24)
  expect((await trial.ships())[0]?.['title']).toBe('code changes, week starting 2026-11-16 (to 2026-11-20)')
})

test('[case 16] a commit dated 2031 is in no week, and the source has a note', async () => {
  await using trial = await open({
    commits: [commit('c2', '2031-01-01T00:00:00.000Z'), commit('c1', '2026-11-17T08:00:00.000Z')],
    files: filesOf(['c1', 'c2'], SOURCE),
  })
  await trial.read()
  expect(await weeks(trial)).toMatchObject([{ weekStart: '2026-11-16', humanCommits: 1 }])
  expect(await trial.facts()).toMatchObject({
    futureDatedCommits: [{ sha: sha('c2'), committedAt: '2031-01-01T00:00:00.000Z' }],
  })
})

test('[case 20] the twenty newest notes about rewritten weeks are kept', async () => {
  const [remaining, lost] = [
    commit('c1', '2026-11-12T08:00:00.000Z'),
    commit('d1', '2026-11-11T08:00:00.000Z'),
  ]
  await using trial = await open({ commits: [remaining, lost], files: filesOf(['c1', 'd1'], SOURCE) })
  await trial.read()
  const earlier = Array.from({ length: 20 }, (_, n) => ({
    week: addDays('2026-01-05' as CalendarDate, 7 * n),
    seenAt: NOW,
  }))
  const facts = { ...(await trial.facts()), rewrittenWeeks: earlier }
  await trial.database
    .updateTable('sources')
    .set({ facts: JSON.stringify(facts) })
    .execute()
  trial.repository.commits = [remaining]
  await trial.read(1)
  const note = { week: '2026-11-09', seenAt: trial.now, byDay: { '2026-11-12': 1 } }
  expect((await trial.facts())['rewrittenWeeks']).toEqual([...earlier.slice(1), note])
})

test('[case 20] rewritten history of a closed week only adds a note to the source', async () => {
  const remaining = commit('c1', '2026-11-12T08:00:00.000Z')
  const lost = Array.from({ length: 30 }, (_, n) => commit(`d${n.toString(16)}`, '2026-11-11T08:00:00.000Z'))
  await using trial = await open({ commits: [remaining, ...lost], files: filesOf(['c1'], SOURCE) })
  await trial.read()
  const before = await trial.ships()
  expect(await weeks(trial)).toMatchObject([{ humanCommits: 31 }])
  trial.repository.commits = [remaining]
  await trial.read(1)
  expect(await trial.ships()).toEqual(before)
  const note = { week: '2026-11-09', seenAt: trial.now, byDay: { '2026-11-12': 1 } }
  expect(await trial.facts()).toMatchObject({ rewrittenWeeks: [note] })
  await trial.read(24)
  expect(await trial.facts()).toMatchObject({ rewrittenWeeks: [note] })
})

test('[case 22] a week of only bots and merges is recorded without human commits', async () => {
  await using trial = await open({
    commits: [
      commit('c2', '2026-11-18T08:00:00.000Z', { parents: [{ sha: 'a' }, { sha: 'b' }] }),
      commit('c1', '2026-11-17T08:00:00.000Z', { author: { login: 'dependabot[bot]', type: 'Bot' } }),
    ],
  })
  await trial.read()
  expect(await weeks(trial)).toMatchObject([
    { humanCommits: 0, excludedCommits: 2, byDay: {}, occurred_at: '2026-11-18T08:00:00.000Z' },
  ])
})

test('[R76] the address of a week is the page of its newest commit that has one, and null without any', async () => {
  const inWeeks = [
    commit('c4', '2026-11-18T08:00:00.000Z', { html_url: undefined }),
    commit('c3', '2026-11-17T08:00:00.000Z'),
    commit('c2', '2026-11-12T08:00:00.000Z', { html_url: 'javascript:alert(1)' }),
    commit('c1', '2026-11-11T08:00:00.000Z', { html_url: undefined }),
  ]
  await using trial = await open({ commits: inWeeks, files: filesOf(['c1', 'c3'], SOURCE) })
  await trial.read()
  expect((await trial.ships()).map(({ natural_key, url }) => [natural_key, url])).toEqual([
    ['github:101:week:2026-11-09', null],
    ['github:101:week:2026-11-16', `https://github.example/lumen-labs/lumen/commit/${sha('c3')}`],
  ])
})

test('[case 23] a script committing every 25 minutes under a human name is excluded', async () => {
  const commits = Array.from({ length: 40 }, (_, n) => {
    const at = new Date(Date.parse('2026-11-18T08:00:00Z') - n * 25 * 60_000).toISOString()
    const message = `stats: ${4000 - n * 7}`
    return commit((0xb00 + n).toString(16), at, {
      commit: { message, author: { name: 'Ada' }, committer: { date: at } },
    })
  })
  await using trial = await open({ commits })
  await trial.read()
  const read = await weeks(trial)
  expect(read).toMatchObject([{ weekStart: '2026-11-16', humanCommits: 0, excludedCommits: 40 }])
  expect(trial.asked.some((path) => /\/commits\/[0-9a-f]{40}/.test(path))).toBe(false)
})

test('reads changes until one is substantive, and none twice', async () => {
  await using trial = await open({
    commits: [
      commit('c3', '2026-11-18T20:00:00.000Z'),
      commit('c2', '2026-11-17T09:00:00.000Z'),
      commit('c1', '2026-11-17T08:00:00.000Z'),
    ],
    files: { ...filesOf(['c1', 'c2', 'c3'], DOCS) },
  })
  await trial.read()
  expect(await weeks(trial)).toMatchObject([{ substance: 'none' }])
  const asked = () => trial.asked.filter((path) => /\/commits\/[0-9a-f]{40}/.test(path)).length
  expect(asked()).toBe(3)
  trial.repository.commits = [commit('c4', '2026-11-19T10:30:00.000Z'), ...trial.repository.commits]
  trial.repository.files = { ...trial.repository.files, ...filesOf(['c4'], SOURCE) }
  await trial.read(1)
  expect(await weeks(trial)).toMatchObject([{ substance: 'substantive', humanCommits: 4 }])
  expect(asked()).toBe(4)
})

test('a substantive week stays substantive when later commits are not read and the first one is gone', async () => {
  const first = commit('c1', '2026-11-17T08:00:00Z')
  await using trial = await open({ commits: [first], files: filesOf(['c1'], SOURCE) })
  await trial.read()
  const asked = () => trial.asked.filter((path) => /\/commits\/[0-9a-f]{40}/.test(path)).length
  expect([await weeks(trial), asked()]).toMatchObject([[{ substance: 'substantive', humanCommits: 1 }], 1])
  trial.repository.commits = [commit('c2', '2026-11-19T10:30:00Z'), first]
  await trial.read(1)
  expect([await weeks(trial), asked()]).toMatchObject([[{ substance: 'substantive', humanCommits: 2 }], 1])
  trial.repository.commits = [commit('c2', '2026-11-19T10:30:00Z', { author: { login: 'a', type: 'Bot' } })]
  await trial.read(1)
  expect(await weeks(trial)).toMatchObject([{ substance: 'none', humanCommits: 0, excludedCommits: 1 }])
})

test('unreadable changes leave the week not fully read, with its counts unchanged', async () => {
  await using trial = await open({ commits: [commit('c1', '2026-11-17T08:00:00.000Z')] })
  trial.override = (request) =>
    /\/commits\/[0-9a-f]{40}/.test(request.url ?? '') ? { status: 500, body: '' } : undefined
  expect(await trial.read()).toEqual({ 'github.fresh': 1 })
  expect(await weeks(trial)).toMatchObject([{ substance: 'not_fully_read', humanCommits: 1 }])
  trial.override = () => undefined
  trial.repository.files = filesOf(['c1'], SOURCE)
  expect(await trial.read(1)).toEqual({ 'github.fresh': 1 })
  expect(await weeks(trial)).toMatchObject([{ substance: 'substantive' }])
})

test('changes that could not be read are asked for again, although the listing is the same', async () => {
  const earlier = commit('c1', '2026-11-10T08:00:00.000Z')
  await using trial = await open({ commits: [earlier], files: filesOf(['c1'], SOURCE) })
  await trial.read()
  await trial.read(1)
  trial.repository.commits = [commit('c2', '2026-11-19T10:30:00.000Z'), earlier]
  trial.override = (request) =>
    /\/commits\/[0-9a-f]{40}/.test(request.url ?? '') ? { status: 500, body: '' } : undefined
  expect(await trial.read(1)).toEqual({ 'github.fresh': 1 })
  trial.override = () => undefined
  trial.repository.files = filesOf(['c2'], SOURCE)
  expect(await trial.read(1)).toEqual({ 'github.fresh': 1 })
  expect(await weeks(trial)).toMatchObject([{}, { weekStart: '2026-11-16', substance: 'substantive' }])
  expect(await trial.read(1)).toEqual({ 'github.not_modified': 1 })
})

test('a week of one-line data edits is read in full and is not substantive', async () => {
  const shorts = Array.from({ length: 58 }, (_, n) => (0xd00 + n).toString(16))
  const data = [{ filename: 'data/prices.json', additions: 1, deletions: 1, patch: '-1\n+2' }]
  const commits = shorts.map((short, n) =>
    commit(short, '2026-11-17T08:00:00.000Z', {
      commit: { message: `Entry ${'x'.repeat(n)}`, committer: { date: '2026-11-17T08:00:00.000Z' } },
    }),
  )
  await using trial = await open({ commits, files: filesOf(shorts, data) })
  await trial.read()
  expect(await weeks(trial)).toMatchObject([{ substance: 'none', humanCommits: 58 }])
})

test('an empty repository (409) is a good reading without commits, back to its creation', async () => {
  await using trial = await open({ broken: 409 })
  expect(await trial.read()).toEqual({ 'github.fresh': 1 })
  expect(await trial.ships()).toEqual([])
  expect(await trial.stream('commits')).toMatchObject({
    last_ok_at: NOW,
    last_outcome: 'fresh',
    covers_from: '2026-01-05T00:00:00.000Z',
  })
})

test('a complete first listing covers 120 days, and later ones do not shorten it', async () => {
  await using trial = await open({
    commits: [commit('c1', '2026-11-17T08:00:00.000Z')],
    files: filesOf(['c1'], SOURCE),
  })
  await trial.read()
  expect(await trial.stream('commits')).toMatchObject({ covers_from: '2026-07-20T00:00:00.000Z' })
  expect(trial.asked.at(1)).toContain('since=2026-07-20T00%3A00%3A00.000Z&per_page=100')
  await trial.read(24)
  expect(trial.asked.at(-1)).toContain('since=2026-09-14')
  expect(await trial.stream('commits')).toMatchObject({ covers_from: '2026-07-20T00:00:00.000Z' })
})

test('the first reading after weeks of outage covers the time since the last good one', async () => {
  await using trial = await open({
    commits: [commit('c1', '2026-11-17T08:00:00.000Z')],
    files: filesOf(['c1'], SOURCE),
  })
  await trial.read()
  trial.override = () => ({ status: 500, body: '' })
  for (const hours of [1, 200, 400]) await trial.read(hours)
  trial.override = () => undefined
  trial.repository.commits = [commit('c2', '2026-11-24T08:00:00.000Z'), ...trial.repository.commits]
  await trial.read(200)
  expect(await weeks(trial)).toMatchObject([
    { weekStart: '2026-11-16' },
    { weekStart: '2026-11-23', humanCommits: 1 },
  ])
  expect(await trial.stream('commits')).toMatchObject({ covers_from: '2026-07-20T00:00:00.000Z' })
})

test.each([
  ['[R86] a fork', true],
  ['[R87] a repository that somebody pushed another into', false],
])('%s ships only commits made after its creation', async (_, fork) => {
  await using trial = await open({
    fork,
    createdAt: '2026-11-17T00:00:00.000Z',
    files: filesOf(['c2'], SOURCE),
    commits: [commit('c2', '2026-11-18T08:00:00.000Z'), commit('c1', '2026-11-16T08:00:00.000Z')],
  })
  await trial.read()
  expect(await weeks(trial)).toMatchObject([{ humanCommits: 1, byDay: { '2026-11-18': 1 } }])
  await trial.read(24)
  expect(await weeks(trial)).toMatchObject([{ humanCommits: 1 }])
})

test('[R87] weeks that were counted from before a repository was created are no rewritten history', async () => {
  const earlier = commit('c1', '2026-11-12T08:00:00.000Z')
  await using trial = await open({ commits: [earlier], files: filesOf(['c1'], SOURCE) })
  await trial.read()
  expect(await weeks(trial)).toMatchObject([{ humanCommits: 1 }])
  const facts = { ...(await trial.facts()), createdAt: '2026-11-17T00:00:00.000Z' }
  await trial.database
    .updateTable('sources')
    .set({ facts: JSON.stringify(facts) })
    .execute()
  await trial.read(1)
  expect(await trial.facts()).not.toHaveProperty('rewrittenWeeks')
})

test('[R88] a first commit of more files than one answer names is an import; work begins with what follows', async () => {
  await using trial = await open({
    commits: [commit('c1', '2026-11-16T08:00:00.000Z', { parents: [] })],
    files: filesOf(['c1', 'c2'], SOURCE),
  })
  const inTwoParts = { link: '<https://api.github.example/next>; rel="next"' }
  trial.override = ({ url = '' }) =>
    url.includes(`/commits/${sha('c1')}`)
      ? { status: 200, headers: inTwoParts, body: JSON.stringify({ files: SOURCE }) }
      : undefined
  await trial.read()
  expect(await weeks(trial)).toMatchObject([{ humanCommits: 1, substance: 'none' }])
  trial.repository.commits = [
    commit('c2', '2026-11-17T08:00:00.000Z'),
    commit('c1', '2026-11-16T08:00:00.000Z', { parents: [] }),
  ]
  await trial.read(24)
  expect(await weeks(trial)).toMatchObject([{ humanCommits: 2, substance: 'substantive' }])
})

test('[R88] a first commit of fewer files is work', async () => {
  await using trial = await open({
    commits: [commit('c1', '2026-11-16T08:00:00.000Z', { parents: [] })],
    files: filesOf(['c1'], SOURCE),
  })
  await trial.read()
  expect(await weeks(trial)).toMatchObject([{ humanCommits: 1, substance: 'substantive' }])
})
