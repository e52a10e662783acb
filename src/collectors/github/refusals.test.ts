import { expect, test } from 'vitest'
import {
  commit,
  type GithubTrial,
  githubTrialsOfFile,
  release,
  type ServedRepository,
} from '#test/providers/github.ts'
import { answerNamed, recordedAnswers } from '#test/providers/recorded.ts'

const openGithubTrial = await githubTrialsOfFile()
const recorded = await recordedAnswers('github')
const answerOf = (name: string) => answerNamed(name, recorded)

// Thursday; its week began on Monday, 16 November.
const NOW = '2026-11-19T10:00:00.000Z'
const SOURCE = [{ filename: 'src/a.ts', additions: 2, deletions: 1, patch: '+a\n-b' }]
const sha = (short: string) => short.padEnd(40, '0')

async function weeks(trial: GithubTrial) {
  const ships = await trial.ships()
  return ships.map(({ facts }) => (facts as { codeWeek: unknown }).codeWeek)
}
/** A trial in which every path that contains `text` gets the recorded answer `name`. */
async function answeredAt(text: string, name: string, open: Promise<GithubTrial>): Promise<GithubTrial> {
  const trial = await open
  trial.override = ({ url = '' }) => (url.includes(text) ? answerOf(name) : undefined)
  return trial
}

const REFUSED = ['comparison-refused', 'commit-refused', 'diff-refused']
const PASSING = ['comparison-busy', 'server-error', 'nginx-not-found', 'kong-not-found', 'bad-credentials']

const FORK: Partial<ServedRepository> = {
  fork: true,
  parent: { full_name: 'upstream/client', default_branch: 'trunk' },
  createdAt: '2026-11-10T00:00:00Z',
  commits: [commit('c2', '2026-11-18T08:00:00.000Z'), commit('c1', '2026-11-17T08:00:00.000Z')],
  files: { [sha('c1')]: SOURCE, [sha('c2')]: SOURCE },
}
const openFork = () => openGithubTrial({ now: NOW, streams: ['commits'] }, FORK)

test.each([...REFUSED, 'no-common-ancestor'])(
  '[R86] of a fork whose comparison GitHub answers with %s every commit after its creation counts',
  async (name) => {
    await using trial = await answeredAt('/compare/', name, openFork())
    expect(await trial.read()).toEqual({ 'github.fresh': 1 })
    expect(await weeks(trial)).toMatchObject([{ humanCommits: 2 }])
  },
)

test.each([...PASSING, 'not-found'])(
  '[R86] a comparison with the upstream that is answered with %s counts nothing: another may be whole',
  async (name) => {
    await using trial = await answeredAt('/compare/', name, openFork())
    expect(await trial.read()).not.toMatchObject({ 'github.fresh': 1 })
    expect(await weeks(trial)).toEqual([])
  },
)

/** A commit in each of three weeks. */
const openThree = () =>
  openGithubTrial(
    { now: NOW, streams: ['commits'] },
    {
      commits: [
        commit('c3', '2026-11-18T08:00:00.000Z'),
        commit('c2', '2026-11-10T08:00:00.000Z'),
        commit('c1', '2026-11-03T08:00:00.000Z'),
      ],
      files: { [sha('c1')]: SOURCE, [sha('c2')]: SOURCE, [sha('c3')]: SOURCE },
    },
  )

test.each([...REFUSED, 'not-found'])(
  'a commit whose changes GitHub answers with %s is not read, and the older weeks are',
  async (name) => {
    await using trial = await answeredAt(`/commits/${sha('c3')}`, name, openThree())
    expect(await trial.read()).toEqual({ 'github.fresh': 1 })
    expect(await weeks(trial)).toMatchObject([
      { weekStart: '2026-11-02', substance: 'substantive' },
      { weekStart: '2026-11-09', substance: 'substantive' },
      { weekStart: '2026-11-16', substance: 'not_fully_read' },
    ])
    expect((await trial.stream('commits'))['etag']).toEqual(expect.any(String))
  },
)

test.each<[string, string]>([
  ...PASSING.map((name): [string, string] => [name, 'substantive']),
  ['secondary-limit', 'not_fully_read'],
])(
  'a commit whose changes are answered with %s is asked for again; the other weeks are %s at once',
  async (name, others) => {
    await using trial = await answeredAt(`/commits/${sha('c3')}`, name, openThree())
    expect(await trial.read()).toEqual({ 'github.fresh': 1 })
    expect(await weeks(trial)).toMatchObject([
      { substance: others },
      { substance: others },
      { weekStart: '2026-11-16', substance: 'not_fully_read' },
    ])
    trial.override = () => undefined
    expect(await trial.read(1)).toEqual({ 'github.fresh': 1 })
    expect(await weeks(trial)).toMatchObject(Array(3).fill({ substance: 'substantive' }))
  },
)

const openReleases = () =>
  openGithubTrial(
    { now: NOW, streams: ['releases'] },
    {
      releases: [
        release(18, { tag_name: 'v2', published_at: '2026-11-18T09:00:00Z' }),
        release(14, { tag_name: 'v1', published_at: '2026-11-14T09:00:00Z' }),
      ],
      compared: { 'v1...v2': { status: 'ahead', files: SOURCE } },
    },
  )
async function changesOfNewest(trial: GithubTrial) {
  const newest = (await trial.ships()).at(-1)
  return (newest?.['facts'] as { changes?: unknown } | undefined)?.changes
}

test.each([...REFUSED, 'no-common-ancestor', 'not-found'])(
  '[R81] a release whose comparison GitHub answers with %s is not read, and compared once',
  async (name) => {
    await using trial = await answeredAt('/compare/', name, openReleases())
    expect(await trial.read()).toEqual({ 'github.fresh': 1 })
    expect(await changesOfNewest(trial)).toBe('not_read')
    expect(await trial.read(1)).toEqual({ 'github.not_modified': 1 })
    expect(trial.asked.filter((path) => path.includes('/compare/'))).toHaveLength(1)
  },
)

test.each(PASSING.filter((name) => name !== 'bad-credentials'))(
  '[R81] a release whose comparison is answered with %s is compared again',
  async (name) => {
    await using trial = await answeredAt('/compare/', name, openReleases())
    expect(await trial.read()).toEqual({ 'github.fresh': 1 })
    expect(await changesOfNewest(trial)).toBeUndefined()
    trial.override = () => undefined
    expect(await trial.read(1)).toEqual({ 'github.fresh': 1 })
    expect(await changesOfNewest(trial)).toBe('substantive')
  },
)
