import { expect, test } from 'vitest'
import { commit, type GithubTrial, githubTrialsOfFile } from '#test/providers/github.ts'
import type { Scripted } from '#test/servers/answering-server.ts'

const openGithubTrial = await githubTrialsOfFile()

const NOW = '2026-11-18T10:00:00.000Z'
const DOCS = { filename: 'README.md', additions: 2, deletions: 1, patch: '+a\n-b' }
const SOURCE = { filename: 'src/a.ts', additions: 2, deletions: 1, patch: '+a\n-b' }
/** A file whose patch the parser does not finish within its time limit. */
const ENDLESS = {
  filename: 'docs/page.html',
  additions: 1,
  deletions: 0,
  patch: `@@ -0,0 +1 @@\n+${'<a '.repeat(21_000)}`,
}
/** Six commits in six weeks, newest first, each with its own subject. */
const COMMITS = ['c6', 'c5', 'c4', 'c3', 'c2', 'c1'].map((short, weeks) => {
  const date = new Date(Date.parse('2026-11-17T09:00:00Z') - weeks * 7 * 86_400_000).toISOString()
  return commit(short, date, { commit: { message: `Reword ${'x'.repeat(weeks)}`, committer: { date } } })
})
const sha = (short: string) => short.padEnd(40, '0')
const filesOf = (given: Readonly<Record<string, unknown>> = {}) =>
  Object.fromEntries(COMMITS.map((row) => [String(row['sha']), [given[String(row['sha'])] ?? DOCS]]))

const open = (files = filesOf()) =>
  openGithubTrial({ now: NOW, streams: ['commits'] }, { commits: COMMITS, files })
const failing = (shorts: readonly string[], answer: Scripted): GithubTrial['override'] => {
  return ({ url = '' }) =>
    shorts.some((short) => url.includes(`/commits/${sha(short)}`)) ? answer : undefined
}
const UNICORN: Scripted = { status: 502, body: '<html><title>Unicorn!</title></html>' }
const LIMITED: Scripted = { status: 429, body: '{"message":"slow down"}', headers: { 'retry-after': '60' } }

/** The substance of each week, newest first. */
async function substances(trial: GithubTrial): Promise<readonly unknown[]> {
  const ships = await trial.ships()
  return ships
    .toReversed()
    .map(({ facts }) => (facts as { codeWeek: { substance: string } }).codeWeek.substance)
}
const askedFor = ({ asked }: GithubTrial) =>
  asked.filter((path) => /\/commits\/[0-9a-f]{40}/.test(path)).length

const NONE = 'none'
const UNREAD = 'not_fully_read'

test.each<[string, readonly string[], Scripted, { asked: number; substances: readonly string[] }]>([
  [
    'one commit that fails leaves its own week alone unread',
    ['c6'],
    UNICORN,
    { asked: 6, substances: [UNREAD, NONE, NONE, NONE, NONE, NONE] },
  ],
  [
    'failures that are not in a row end nothing',
    ['c6', 'c5', 'c3', 'c2'],
    UNICORN,
    { asked: 6, substances: [UNREAD, UNREAD, NONE, UNREAD, UNREAD, NONE] },
  ],
  [
    'three failures in a row end the reading of changes',
    ['c5', 'c4', 'c3'],
    UNICORN,
    { asked: 4, substances: [NONE, UNREAD, UNREAD, UNREAD, UNREAD, UNREAD] },
  ],
  [
    'a rate limit ends the reading of changes',
    ['c5'],
    LIMITED,
    { asked: 2, substances: [NONE, UNREAD, UNREAD, UNREAD, UNREAD, UNREAD] },
  ],
])('[R126] %s', async (_, failed, answer, expected) => {
  await using trial = await open()
  trial.override = failing(failed, answer)
  expect(await trial.read()).toEqual({ 'github.fresh': 1 })
  expect({ asked: askedFor(trial), substances: await substances(trial) }).toEqual(expected)
})

test('[R126] a commit that failed is asked for again, and no other', async () => {
  await using trial = await open()
  trial.override = failing(['c6'], UNICORN)
  await trial.read()
  expect(await trial.read(1)).toEqual({ 'github.fresh': 1 })
  expect(askedFor(trial)).toBe(7)
  trial.override = () => undefined
  await trial.read(1)
  expect(await substances(trial)).toEqual([NONE, NONE, NONE, NONE, NONE, NONE])
  expect(await trial.read(1)).toEqual({ 'github.not_modified': 1 })
})

test('a commit that fails hides no work that follows it in its week', async () => {
  const [newest, ...rest] = COMMITS
  await using trial = await open(filesOf({ [sha('c6')]: SOURCE }))
  trial.repository.commits = [commit('c7', '2026-11-17T10:00:00Z'), ...(newest ? [newest] : []), ...rest]
  trial.override = failing(['c7'], UNICORN)
  await trial.read()
  expect((await substances(trial))[0]).toBe('substantive')
})

test('[R95] [R126] changes that the parser cannot finish are not read, and asked for again only when the listing changes', async () => {
  await using trial = await open(filesOf({ [sha('c6')]: ENDLESS }))
  await trial.read()
  expect(await substances(trial)).toEqual([UNREAD, NONE, NONE, NONE, NONE, NONE])
  expect(await trial.stream('commits')).toMatchObject({ etag: expect.any(String) })
})
