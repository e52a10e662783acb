import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ProviderConfig, readConfig } from '#app/config.ts'
import { blockscoutContract } from '#collectors/blockscout/contract.ts'
import { dexscreenerToken } from '#collectors/dexscreener/token.ts'
import { geckoterminalRegistry } from '#collectors/geckoterminal/registry.ts'
import { geckoterminalToken } from '#collectors/geckoterminal/token.ts'
import { openHttp, parseConnectTo } from '#collectors/http.ts'
import { openParserThread } from '#collectors/parser-thread/parser-thread.ts'
import { type RunCounts, runDue } from '#collectors/run-due.ts'
import { siteToken } from '#collectors/site/token.ts'
import { sourcifyContract } from '#collectors/sourcify/contract.ts'
import { addMs, type Instant, toInstant } from '#contract/time.ts'
import { applyCatalogue } from '#operator/catalogue.ts'
import { getRegistryListings } from '#records/attention/registry-listings.ts'
import { getOfProject, recordsOf } from '#records/by-project.ts'
import { ensureStreams, makeStreamsDue } from '#records/collecting/streams.ts'
import { attachExplorers } from '#records/contracts/explorers.ts'
import { getInterfaces } from '#records/contracts/interfaces.ts'
import { inTransaction } from '#records/database.ts'
import { getMarketReadings } from '#records/market/readings.ts'
import { findProjectBySlug } from '#records/project/projects.ts'
import { getStatements } from '#records/project/statements.ts'
import { type Sandbox, startSandbox } from '#sandbox/start.ts'
import { openTestDatabase, type TestDatabase } from '#test/postgres/database.ts'
import { PRESENT } from '#test/world/begin-world.ts'

const COLLECTORS = [
  dexscreenerToken,
  geckoterminalToken,
  geckoterminalRegistry,
  blockscoutContract,
  sourcifyContract,
  siteToken,
]
const stack = new AsyncDisposableStack()
let sandbox: Sandbox
let opened: TestDatabase
let now: Instant
let first: RunCounts

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-markets-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  sandbox = stack.use(await startSandbox({ dataDir, background: false, epoch: PRESENT }))
  opened = stack.use(await openTestDatabase())
  now = toInstant(PRESENT)
  const { lockers } = providers()
  await applyCatalogue(sandbox.catalogueDir, { database: opened.database, now, lockers })
  first = await readAll()
})
afterAll(() => stack.disposeAsync())

function providers(): ProviderConfig {
  return readConfig({ ...sandbox.settings, BASE_URL: 'http://127.0.0.1' }).providers
}

/** Reads every market, explorer and site of the catalogue once, an hour after the reading before. */
async function readAll(): Promise<RunCounts> {
  const { database } = opened
  now = addMs(now, 3_600_000)
  const at = now
  const { httpConnectTo, contactUrl } = providers()
  await inTransaction(database, async (writer) => {
    await attachExplorers({ providers: ['blockscout', 'sourcify'], now: at }, writer)
    await ensureStreams({ specs: COLLECTORS }, writer)
    await makeStreamsDue({ now: at }, writer)
  })
  const clock = () => at
  const connectTo = parseConnectTo(httpConnectTo ?? '')
  await using http = openHttp({ contactUrl, connectTo }, { clock })
  await using parserThread = openParserThread()
  const world = { http, clock, parserThread, providers: providers() }
  return await runDue(
    { now: at, limit: 1000 },
    {
      database,
      collectors: COLLECTORS,
      world,
      reportBug: ({ error }) => {
        throw error
      },
    },
  )
}

async function ask(path: string, body: object): Promise<void> {
  const answer = await fetch(sandbox.controlUrl + path, { method: 'POST', body: JSON.stringify(body) })
  expect(answer.status).toBe(200)
}

async function projectOf(slug: string) {
  const project = await findProjectBySlug(slug, opened.database)
  if (project === undefined) throw new Error(`no project ${slug}`)
  const token = await opened.database
    .selectFrom('tokens')
    .select('address')
    .where('project_id', '=', project.id)
    .executeTakeFirst()
  return { id: project.id, token: token?.address }
}
async function marketsOf(slug: string) {
  const { id } = await projectOf(slug)
  const readings = await getMarketReadings({ projectIds: [id], now }, opened.database)
  return recordsOf(id, readings)
}
async function claimsOf(slug: string) {
  const { id } = await projectOf(slug)
  const claims = await getOfProject({ projectId: id, get: getStatements }, opened.database)
  return claims.filter(({ sourceId }) => sourceId !== null)
}

test('every provider answers, no reading fails inside the service, and one site is down', () => {
  for (const provider of ['dexscreener', 'geckoterminal', 'blockscout', 'sourcify', 'site']) {
    expect(first[`${provider}.fresh`], provider).toBeGreaterThan(3)
    expect(first[`${provider}.error`], provider).toBeUndefined()
    expect(first[`${provider}.unavailable`], provider).toBe(provider === 'site' ? 1 : undefined)
  }
})

test('a valuation is a market cap or an FDV, as the provider means it [contract valuation kind marketCap|fdv]', async () => {
  const kinds = async (slug: string) =>
    (await marketsOf(slug)).map(({ valuation }) => valuation?.kind).toSorted()
  expect(await kinds('lumen')).toContain('marketCap')
  expect(new Set(await kinds(await slugOf('fully diluted only')))).toEqual(new Set(['fdv']))
})

test('a token without any market has no reading, and its streams are missing', async () => {
  expect(await marketsOf(await slugOf('a token without any market'))).toEqual([])
  expect(first['dexscreener.missing']).toBeGreaterThan(0)
  expect(first['geckoterminal.missing']).toBeGreaterThan(0)
})

test('a figure that a provider leaves out is unknown', async () => {
  const readings = await marketsOf(await slugOf('volume is not reported'))
  expect(readings.length).toBeGreaterThan(0)
  expect(new Set(readings.map(({ volume24hUsd }) => volume24hUsd))).toEqual(new Set([null]))
})

test('a registry lists some tokens and not others; nothing is known of one that is not traded', async () => {
  const listingOf = async (slug: string) => {
    const { id } = await projectOf(slug)
    return (await getRegistryListings({ projectIds: [id] }, opened.database)).get(id)
  }
  expect(await listingOf('lumen')).toMatchObject([
    {
      registry: 'coingecko',
      listed: true,
      registryId: 'lumen-settlement',
      firstObservedAt: now,
      observedAt: now,
    },
  ])
  expect(await listingOf(await slugOf('a token without any market'))).toBeUndefined()
  const registered = await opened.database
    .selectFrom('registry_listings')
    .select('listed')
    .distinct()
    .execute()
  expect(registered.map(({ listed }) => listed).toSorted()).toEqual([false, true])
})

test('verified source is stored with its interface', async () => {
  const { id } = await projectOf('lumen')
  const interfaces = await getOfProject({ projectId: id, get: getInterfaces }, opened.database)
  expect(interfaces.length).toBeGreaterThan(0)
  for (const { functions, supersededAt } of interfaces) {
    expect(functions).toBeGreaterThan(0)
    expect(supersededAt).toBeNull()
  }
})

test('the site of a project names its token; a mismatched site names another', async () => {
  const { token } = await projectOf('lumen')
  expect(await claimsOf('lumen')).toMatchObject([{ kind: 'token_named', by: 'site', names: token }])
  const mismatched = await slugOf('a mismatch')
  const { token: own } = await projectOf(mismatched)
  const claims = await claimsOf(mismatched)
  expect(claims).toMatchObject([{ kind: 'other_token_named' }])
  expect(claims[0]?.names).not.toBe(own)
  const accused = await opened.database
    .selectFrom('claims')
    .select('project_id')
    .where('kind', '=', 'other_token_named')
    .where('source_id', 'is not', null)
    .execute()
  expect(accused).toHaveLength(1)
})

test('a provider that answers empty for every token makes no token missing', async () => {
  await ask('/fault', { provider: 'dexscreener', kind: 'empty' })
  const counts = await readAll()
  const ended = Object.keys(counts).filter((name) => name.startsWith('dexscreener.'))
  expect(ended).toEqual(['dexscreener.unavailable'])
  await ask('/fault/clear', {})
})

test('a challenge page and a truncated answer change nothing that is stored', async () => {
  const before = await claimsOf('lumen')
  const { id } = await projectOf('lumen')
  const interfaces = await getOfProject({ projectId: id, get: getInterfaces }, opened.database)
  await ask('/fault', { provider: 'explorer', kind: 'truncated' })
  await ask('/fault', { provider: 'sourcify', kind: 'challenge' })
  await ask('/fault', { provider: 'sites', kind: 'server_error' })
  const counts = await readAll()
  expect(counts['sourcify.unavailable']).toBeGreaterThan(0)
  expect(counts['blockscout.unavailable']).toBeGreaterThan(0)
  expect(await claimsOf('lumen')).toEqual(before)
  expect(await getOfProject({ projectId: id, get: getInterfaces }, opened.database)).toEqual(interfaces)
})

async function slugOf(demonstrates: string): Promise<string> {
  const state = (await (await fetch(`${sandbox.controlUrl}/state`)).json()) as {
    cast: readonly { slug: string; demonstrates: string }[]
  }
  const member = state.cast.find((one) => one.demonstrates.includes(demonstrates))
  if (member === undefined) throw new Error(`nobody demonstrates ${demonstrates}`)
  return member.slug
}
