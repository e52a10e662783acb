import { expect, test } from 'vitest'
import { getBudgets } from '#records/collecting/budgets.ts'
import { commit, type GithubTrial, githubTrialsOfFile, release } from '#test/providers/github.ts'
import { answerNamed, recordedAnswers } from '#test/providers/recorded.ts'
import type { Scripted } from '#test/servers/answering-server.ts'

const openGithubTrial = await githubTrialsOfFile()
const recorded = await recordedAnswers('github')
const answerOf = (name: string) => answerNamed(name, recorded)

const NOW = '2026-11-18T10:00:00.000Z'
const OWN = { releases: [release(1)], commits: [commit('c1', '2026-11-17T08:00:00.000Z')] }

/** A trial of an organization that refuses our token; `anonymous` is what it answers without one. */
async function refusing(
  { name, streams }: { readonly name: string; readonly streams?: readonly string[] },
  anonymous: () => Scripted | undefined = () => undefined,
): Promise<GithubTrial & { readonly withToken: string[] }> {
  const trial = await openGithubTrial({ now: NOW, ...(streams === undefined ? {} : { streams }) }, OWN)
  const withToken: string[] = []
  trial.override = ({ url = '', headers }) => {
    if (headers.authorization === undefined) return anonymous()
    withToken.push(url)
    return answerOf(name)
  }
  return Object.assign(trial, { withToken })
}

test.each(['token-lifetime', 'allowed-addresses', 'single-sign-on'])(
  'a repository whose organization refuses our token (%s) is read without it',
  async (name) => {
    await using trial = await refusing({ name })
    expect(await trial.read()).toEqual({ 'github.fresh': 4 })
    expect((await trial.ships()).map(({ kind }) => kind)).toEqual(['release', 'code_week'])
  },
)

test('the token is tried once in a reading', async () => {
  await using trial = await refusing({ name: 'token-lifetime', streams: ['commits'] })
  await trial.read()
  expect(trial.withToken).toHaveLength(1)
  expect(trial.asked.length).toBeGreaterThan(3)
  await trial.read(1)
  expect(trial.withToken).toHaveLength(2)
})

test('a limit of requests without a token pauses the stream alone', async () => {
  const limited = () => answerOf('primary-limit')
  await using trial = await refusing({ name: 'single-sign-on', streams: ['releases'] }, limited)
  expect(await trial.read()).toEqual({ 'github.rate_limited': 1 })
  const github = (await getBudgets(trial.database)).find(({ provider }) => provider === 'github')
  expect(github?.coolOffUntil).toBeNull()
})

test.each(['bad-credentials', 'blocked-by-terms', 'secondary-limit', 'forbidden-page'])(
  'an answer %s is no refusal of the token, and nothing is asked without it',
  async (name) => {
    await using trial = await refusing({ name, streams: ['releases'] })
    expect(await trial.read()).not.toHaveProperty(['github.fresh'])
    expect(trial.asked).toEqual(trial.withToken)
  },
)
