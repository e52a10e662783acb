import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { dateOf } from '#contract/time.ts'
import { COUNTED_ELSEWHERE } from '#domain/project/repository-names.ts'
import { aProject, aSource } from '#test/given/records.ts'
import { forFile } from '#test/run/for-file.ts'
import { type Scripted, startAnsweringServer } from '#test/servers/answering-server.ts'
import { openTestService } from '#test/service/test-service.ts'
import { Secret } from '../config.ts'
import { registerPipelines, runNow } from '../pipelines/pipelines.ts'
import { type Diagnosis, examine } from './doctor.ts'

/** The chain id as a quantity. As an answer to `eth_getCode` it is two bytes of code. */
const CHAIN = { body: '{"jsonrpc":"2.0","id":1,"result":"0x1237"}' }
const UNKNOWN_ADDRESS: Readonly<Record<string, Scripted>> = {
  '/rate_limit': { body: '{"resources":{}}' },
  '/api/v2/addresses': { status: 404, body: '{"message":"Not found"}' },
  '/v2/contract': { status: 404, body: '{"match":null}' },
  '/token-pairs/v1': { body: '[]' },
  '/api/v2/networks': { status: 404, body: '{"errors":[{"status":"404","title":"Not Found"}]}' },
}

const providers = await forFile(startAnsweringServer())
const { url } = providers
const service = await forFile(
  openTestService({
    BASE_URL: 'https://svc.example',
    CONTACT_URL: 'https://research.example/about',
    GITHUB_API_URL: url,
    GITHUB_TOKEN: 'ghp_1',
    EXPLORER_API_URL: url,
    SOURCIFY_URL: url,
    DEXSCREENER_URL: url,
    GECKOTERMINAL_URL: url,
    RPC_URL: `${url}/rpc`,
    RPC_URLS: '',
    MARKET_CANARY_TOKEN: '0x00000000000000000000000000000000000000aa',
  }),
)
let answers: Readonly<Record<string, Scripted>>
beforeEach(() => {
  answers = { ...UNKNOWN_ADDRESS, '/rpc': CHAIN }
  providers.answer = ({ url = '' }) => {
    const path = Object.keys(answers).find((known) => url.startsWith(known))
    return (path === undefined ? undefined : answers[path]) ?? { status: 500, body: '{}' }
  }
})

/** The findings about one part of the service. */
async function findingsOf(part: string): Promise<readonly Omit<Diagnosis, 'part'>[]> {
  const found = await examine(service)
  return found.filter((one) => one.part === part).map(({ part: _, ...rest }) => rest)
}

test('every provider that answers is in order, also when it does not know the address', async () => {
  await registerPipelines(service)
  const found = await examine(service)
  expect(found.filter(({ state }) => state !== 'ok')).toEqual([])
  expect(found.map(({ part }) => part)).toEqual([
    'settings',
    'clock',
    'pipelines',
    'budgets',
    'github',
    'blockscout',
    'sourcify',
    'dexscreener',
    'geckoterminal',
    'chain',
    'catalogue',
  ])
})

test.each([
  [
    'github',
    '/rate_limit',
    { status: 401, body: '{"message":"Bad credentials"}' },
    'problem',
    /refused \(401\)/,
  ],
  ['blockscout', '/api/v2/addresses', { status: 503, body: 'no' }, 'problem', /server error \(503\)/],
  ['sourcify', '/v2/contract', { body: '<html>' }, 'problem', /no JSON/],
  ['dexscreener', '/token-pairs/v1', { status: 429, body: '{}' }, 'warning', /limits requests/],
  [
    'chain',
    '/rpc',
    { body: '{"jsonrpc":"2.0","id":1,"result":"0x1"}' },
    'problem',
    /serves chain 1, not 4663/,
  ],
  ['chain', '/rpc', { status: 502, body: 'no' }, 'problem', /RPC_URL does not answer.*HTTP 502/],
  [
    'chain',
    '/rpc',
    { body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"metadata is not found, 60123457"}}' },
    'warning',
    /RPC_URL names no archive node/,
  ],
] as const)(
  '%s with another answer at %s is named with the reason',
  async (part, path, answer, state, words) => {
    answers = { ...answers, [path]: answer }
    expect(await findingsOf(part)).toEqual([{ state, says: expect.stringMatching(words) }])
  },
)

test('a provider without budget is not asked, and little budget is worth a look', async () => {
  const { database, clock } = service
  const day = dateOf(clock.now())
  await database.deleteFrom('provider_budgets').execute()
  await database
    .insertInto('provider_budgets')
    .values([
      { provider: 'github', day, used: 100_000, daily_limit: 100_000 },
      { provider: 'sourcify', day, used: 18_001, daily_limit: 20_000 },
    ])
    .execute()
  const before = providers.asked.length
  expect(await findingsOf('github')).toEqual([
    { state: 'warning', says: expect.stringMatching(/^not asked/) },
  ])
  expect(providers.asked.slice(before)).not.toContain('/rate_limit')
  expect((await findingsOf('budgets')).map(({ says }) => says)).toEqual([
    'github has 0 of 100000 requests left today',
    expect.stringMatching(/^sourcify has 19\d\d of 20000/),
  ])
  await database.deleteFrom('provider_budgets').execute()
})

test('a clock that is held ahead is worth a look', async () => {
  const held = { held_ms: 60_000, held_at: sql<never>`clock_timestamp()` }
  await service.database.updateTable('service_clock').set(held).execute()
  const said = await findingsOf('clock')
  await service.database.updateTable('service_clock').set({ held_ms: 0 }).execute()
  expect(said).toEqual([{ state: 'warning', says: expect.stringMatching(/s ahead of the clock/) }])
})

test('a run that is recorded more than a day ahead of the clock is a problem', async () => {
  await registerPipelines(service)
  const ahead = sql<never>`clock_timestamp() + interval '2 days'`
  await service.database.updateTable('pipelines').set({ last_started_at: ahead }).execute()
  const said = await findingsOf('clock')
  await service.database.updateTable('pipelines').set({ last_started_at: null }).execute()
  expect(said).toEqual([{ state: 'problem', says: expect.stringMatching(/and a run is recorded of/) }])
})

test('a database on which nothing ever ran is a problem', async () => {
  await service.database.deleteFrom('pipelines').execute()
  expect(await findingsOf('pipelines')).toEqual([
    { state: 'problem', says: expect.stringMatching(/^none is registered: no up or work/) },
  ])
})

test('a failed pipeline is a problem, one that never ran is not', async () => {
  await registerPipelines(service)
  expect(await findingsOf('pipelines')).toEqual([
    { state: 'ok', says: expect.stringMatching(/did not run yet/) },
  ])
  await service.database.updateTable('pipelines').set({ cadence_seconds: 3600 }).execute()
  const run = () =>
    runNow({ name: 'retention', extent: 'due', signal: new AbortController().signal }, service)
  await run()
  await service.database
    .updateTable('pipelines')
    .set({ last_error: 'no room' })
    .where('name', '=', 'retention')
    .execute()
  expect(await findingsOf('pipelines')).toEqual([
    { state: 'problem', says: 'retention failed; svc status gives the reasons' },
  ])
})

test('[R23] a repository that two projects name is worth a look, with both projects', async () => {
  const { database } = service
  expect(await findingsOf('catalogue')).toEqual([
    { state: 'ok', says: expect.stringMatching(/^no repository/) },
  ])
  const [first, second] = [await aProject({}, database), await aProject({}, database)]
  await aSource({ project_id: first.id, external_id: '7', facts: { fullName: 'twins/core' } }, database)
  const double = { external_id: '7', counted: false, not_counted_reason: COUNTED_ELSEWHERE }
  await aSource({ project_id: second.id, locator: 'twins/old', ...double }, database)
  expect(await findingsOf('catalogue')).toEqual([
    {
      state: 'warning',
      says: `twins/old does not count for ${second.slug}, because ${first.slug} counts it; one of the files has to say counted: false`,
    },
  ])
})

test('a setting that is missing is worth a look', async () => {
  const without = { ...service.config.providers, githubToken: undefined }
  const found = await examine({ ...service, config: { ...service.config, providers: without } })
  expect(found.filter(({ part }) => part === 'settings')).toEqual([
    { part: 'settings', state: 'warning', says: expect.stringMatching(/^GITHUB_TOKEN is not set/) },
  ])
})

test('another master key than that of the subscriptions is a problem', async () => {
  const found = await examine({
    ...service,
    signer: undefined,
    config: { ...service.config, webhookMasterKey: new Secret('k') },
  })
  expect(found.filter(({ part }) => part === 'settings')).toEqual([
    {
      part: 'settings',
      state: 'problem',
      says: expect.stringMatching(/^WEBHOOK_MASTER_KEY is not the key .* deliveries that wait: 0$/),
    },
  ])
})
