import { expect, test } from 'vitest'
import type { RunCounts } from '#collectors/run-due.ts'
import { type GithubTrial, githubTrialsOfFile, release } from '#test/providers/github.ts'
import { answerNamed, expectAllUsed, PROXY_CASES, recordedAnswers } from '#test/providers/recorded.ts'
import type { Scripted } from '#test/servers/answering-server.ts'
import { parseRepository } from './repository.ts'

const openGithubTrial = await githubTrialsOfFile()

const NOW = '2026-11-18T10:00:00.000Z'
const recorded = await recordedAnswers('github')
const answerOf = (name: string) => answerNamed(name, recorded)
const last = async (trial: GithubTrial) => {
  const readings = await trial.database.selectFrom('readings').selectAll().orderBy('attempted_at').execute()
  return readings.at(-1)
}

type Case = readonly [name: string, outcome: string, detail: string | null]
const REFUSALS: readonly Case[] = [
  ['blocked-by-dmca', 'missing', 'not there (451)'],
  ['blocked-by-terms', 'missing', 'not there (403)'],
  ['bad-credentials', 'error', 'refused (401)'],
  ['empty-repository', 'unavailable', 'refused (409)'],
  ['primary-limit', 'rate_limited', 'limited (403)'],
  ['secondary-limit', 'rate_limited', 'limited (403)'],
  ['secondary-limit-without-pause', 'rate_limited', 'limited (429)'],
  ['throttled', 'rate_limited', 'limited (429)'],
  ['abuse-limit', 'rate_limited', 'limited (403)'],
  ['server-error', 'unavailable', 'server error (502)'],
  ['being-computed', 'unavailable', 'refused (202)'],
  ['comparison-refused', 'unavailable', 'server error (500)'],
  ['comparison-busy', 'unavailable', 'server error (500)'],
  ['commit-refused', 'unavailable', 'server error (500)'],
  ['diff-refused', 'error', 'refused (422)'],
  ['no-common-ancestor', 'unavailable', 'refused (404)'],
  ['ref-gone', 'unavailable', 'refused (404)'],
  ['contents-of-empty-repository', 'unavailable', 'refused (404)'],
  ['file-too-large', 'error', 'refused (403)'],
  ['token-lifetime', 'error', 'refused (403)'],
  ['allowed-addresses', 'error', 'refused (403)'],
  ['single-sign-on', 'error', 'refused (403)'],
  ['version-retired', 'error', 'refused (410)'],
]
const OF_OTHERS: readonly Case[] = [
  ['nginx-not-found', 'unavailable', 'the answer is no JSON, not whole, or too large to read (404)'],
  ['ingress-not-found', 'unavailable', 'the answer is no JSON, not whole, or too large to read (404)'],
  ['gateway-not-found', 'unavailable', 'refused (404)'],
  ['kong-not-found', 'unavailable', 'refused (404)'],
  ['forbidden-page', 'unavailable', 'the answer is no JSON, not whole, or too large to read (403)'],
]
const IN_A_200: readonly Case[] = [
  ['sign-in-page', 'unavailable', 'the answer is no JSON, not whole, or too large to read (200)'],
  ['error-in-200', 'unavailable', 'not a listing'],
]

const READ = ['moved', 'repository', 'fork-of-fork', 'releases', 'commits', 'tags', 'next-part', 'not-found']

test('every recorded answer is used here, and names its source', () => {
  const used = [...REFUSALS, ...OF_OTHERS, ...IN_A_200].map(([name]) => name)
  expectAllUsed([...used, ...READ], recorded)
})

/**
 * A trial whose releases were read, and read again while every path of the repository got `answer`. Its owner still
 * answered. The second reading changed no ship.
 */
async function answeredBy(answer: Scripted): Promise<GithubTrial & { readonly counts: RunCounts }> {
  const trial = await openGithubTrial({ now: NOW, streams: ['releases'] }, { releases: [release(1)] })
  await trial.read()
  const before = await trial.ships()
  trial.override = ({ url = '' }) => (url.startsWith('/repositories/') ? answer : undefined)
  const counts = await trial.read(1)
  expect(await trial.ships()).toEqual(before)
  return Object.assign(trial, { counts })
}

test('[case 24] the first reading by a former name follows GitHub to the id, where a proxy leaves its address', async () => {
  const options = { now: NOW, streams: ['repository'], basePath: '/github' }
  await using trial = await openGithubTrial(options)
  trial.override = ({ url = '' }) => (url.startsWith('/github/repos/') ? answerOf('moved') : undefined)
  expect(await trial.read()).toEqual({ 'github.fresh': 1 })
  expect(trial.asked).toEqual(['/github/repos/lumen-labs/lumen', '/github/repositories/101'])
})

test('a redirect to a page of another host is not followed', async () => {
  const location = 'https://login.example/sign-in?return=/repositories/101'
  await using trial = await answeredBy({ status: 302, headers: { location }, body: '' })
  expect(trial.counts).toEqual({ 'github.unavailable': 1 })
  expect(await last(trial)).toMatchObject({ detail: 'redirected to another place' })
})

test.each(REFUSALS)('an answer %s of GitHub is %s and changes no ship', async (name, outcome, detail) => {
  await using trial = await answeredBy(answerOf(name))
  expect(trial.counts).toEqual({ [`github.${outcome}`]: 1 })
  expect(await last(trial)).toMatchObject({ outcome, detail })
})

test.each(OF_OTHERS)(
  '[R27] an answer %s, which is not GitHub’s own, is %s',
  async (name, outcome, detail) => {
    await using trial = await answeredBy(answerOf(name))
    expect(trial.counts).toEqual({ [`github.${outcome}`]: 1 })
    expect(await last(trial)).toMatchObject({ outcome, detail })
  },
)

test.each(IN_A_200)('[R30] an answer %s with status 200 is %s', async (name, outcome, detail) => {
  await using trial = await answeredBy(answerOf(name))
  expect(trial.counts).toEqual({ [`github.${outcome}`]: 1 })
  expect(await last(trial)).toMatchObject({ outcome, detail })
})

const NETWORKS = PROXY_CASES.filter(([name]) => /^(cloudflare|vercel)-/.test(name))
test.each(NETWORKS)('[R27] [R35] an answer %s of a network in between is %s', async (_, outcome, answer) => {
  await using trial = await answeredBy(answer)
  expect(trial.counts).toEqual({ [`github.${outcome}`]: 1 })
})

test('a repository, its releases, commits and tags are read as GitHub prints them', async () => {
  await using trial = await openGithubTrial({ now: NOW })
  trial.override = ({ url = '' }) => {
    if (/\/commits\/[0-9a-f]{40}/.test(url)) return undefined
    const part = /\/(releases|commits|tags)\?/.exec(url)?.[1]
    return answerOf(part ?? 'repository')
  }
  expect(await trial.read()).toEqual({ 'github.fresh': 4 })
  expect(await trial.ships()).toMatchObject([
    { kind: 'release', version: 'v1.0.0', url: 'https://github.com/lumen-labs/lumen/releases/v1.0.0' },
    {
      kind: 'code_week',
      natural_key: 'github:101:week:2026-11-09',
      url: 'https://github.com/lumen-labs/lumen/commit/6dcb09b5b57875f334f61aebed695e2e4193db5e',
    },
  ])
  expect(await trial.facts()).toMatchObject({ fullName: 'lumen-labs/lumen', stars: 42, watchers: 42 })
})

test('[R86] the recorded answer of a fork of a fork names what it was made from, and the root of the forks', () => {
  const { body } = answerOf('fork-of-fork')
  expect(parseRepository(JSON.parse(body.toString()))).toMatchObject({
    fork: true,
    upstream: {
      fullName: 'between/lumen-client',
      branch: 'develop',
      ownBranch: 'main',
      root: { fullName: 'upstream/client', branch: 'trunk' },
    },
  })
})

test('[R33] the last part links back only, and ends the listing', async () => {
  await using trial = await openGithubTrial(
    { now: NOW, streams: ['releases'] },
    { releases: Array.from({ length: 100 }, (_, n) => release(100 - n)) },
  )
  trial.override = ({ url = '' }) => (url.endsWith('&page=2') ? answerOf('next-part') : undefined)
  await trial.read()
  expect(await trial.stream('releases')).toMatchObject({ position: { whole: { at: NOW }, round: null } })
})

test.each([
  ['the repository and its owner answer 404', ['/repositories/', '/users/'], 'missing'],
  ['the repository answers 404 and its owner a page', ['/repositories/'], 'missing'],
  ['the releases alone answer 404', ['/repositories/101/releases'], 'unavailable'],
])('[R27] %s: the releases are %s', async (_, notFound, outcome) => {
  await using trial = await openGithubTrial({ now: NOW, streams: ['releases'] }, { releases: [release(1)] })
  await trial.read()
  trial.override = ({ url = '' }) =>
    notFound.some((prefix) => url.startsWith(prefix)) ? answerOf('not-found') : undefined
  expect(await trial.read(1)).toEqual({ [`github.${outcome}`]: 1 })
})

test.each(['repository', 'releases', 'commits', 'tags'])(
  '[R27] while nothing proves a 404 of the %s, it is unavailable',
  async (stream) => {
    await using trial = await openGithubTrial({ now: NOW, streams: [stream] })
    await trial.read()
    trial.override = ({ url = '' }) => answerOf(url.startsWith('/users/') ? 'nginx-not-found' : 'not-found')
    expect(await trial.read(6)).toEqual({ 'github.unavailable': 1 })
  },
)

const NOT_OF_THE_RELEASE = ['nginx-not-found', 'gateway-not-found', 'kong-not-found', 'error-in-200']
test.each([...NOT_OF_THE_RELEASE, 'sign-in-page', 'blocked-by-dmca', 'blocked-by-terms'])(
  '[R32] a release that is looked up and answers %s is not gone',
  async (name) => {
    await using trial = await openGithubTrial(
      { now: NOW, streams: ['releases'] },
      { releases: [release(2), release(1)] },
    )
    await trial.read()
    trial.repository.releases = [release(2)]
    trial.override = ({ url = '' }) => (/\/releases\/\d+$/.test(url) ? answerOf(name) : undefined)
    for (const _ of [1, 2, 3]) await trial.read(2)
    expect(await trial.ships()).toMatchObject([{ missing_since: null, withdrawn_at: null }, {}])
    trial.override = () => undefined
    for (const _ of [1, 2]) await trial.read(2)
    expect(await trial.ships()).toMatchObject([{ withdrawn_reason: 'release deleted' }, {}])
  },
)
