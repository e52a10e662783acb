import { expect, test } from 'vitest'
import { addMs, HOUR_MS, type Instant } from '#contract/time.ts'
import { evaluateDue } from '#evaluate/run.ts'
import { runLedger } from '#ledger/write.ts'
import { getBudgets } from '#records/collecting/budgets.ts'
import { countProviderReadings } from '#records/collecting/status.ts'
import { ensureStreams, makeStreamsDue } from '#records/collecting/streams.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { getWatchedSources } from '#records/ledger/sources.ts'
import * as given from '#test/given/records.ts'
import { openTestDatabase, type TestDatabase } from '#test/postgres/database.ts'
import { forFile } from '#test/run/for-file.ts'
import { type Scripted, startAnsweringServer } from '#test/servers/answering-server.ts'
import { openHttp } from '../http.ts'
import { runDue } from '../run-due.ts'
import { geckoterminalRegistry } from './registry.ts'
import { geckoterminalToken } from './token.ts'

const START = given.DEFAULT_NOW
const BOTH = [geckoterminalToken, geckoterminalRegistry]
/**
 * Hours of the steps. They are so far apart that the market is due at each step, also after failures. Each step
 * evaluates once.
 */
const STEP_HOURS = [0, 1, 2, 26, 34, 100, 110]

const server = await forFile(startAnsweringServer())

const poolsOf = (token: string): Scripted => ({
  body: JSON.stringify({
    data: [
      {
        attributes: {
          address: token.replace('0x0', '0xf'),
          base_token_price_usd: '2.5',
          reserve_in_usd: '8000',
          volume_usd: { h24: '50' },
          transactions: { h24: { buys: 3, sells: 1 } },
          fdv_usd: '250000',
        },
        relationships: { base_token: { data: { id: `robinhood_${token}` } } },
      },
    ],
  }),
})
const accountOf = (token: string, coin: object): Scripted => ({
  body: JSON.stringify({ data: { id: `robinhood_${token}`, type: 'token', attributes: coin } }),
})
const NOT_KNOWN: Scripted = { status: 404, body: '{"errors":[]}' }
const DOWN: Scripted = { status: 503, body: '' }

type AnswerOf = (token: string, hour: number) => Scripted
const MARKETS: Readonly<Record<string, AnswerOf>> = {
  'read, then out, then read': (token, hour) => (hour < 2 || hour > 100 ? poolsOf(token) : DOWN),
  'never traded': () => NOT_KNOWN,
  'never answering': () => DOWN,
}
const FAILING: Readonly<Record<string, AnswerOf>> = {
  missing: () => NOT_KNOWN,
  'an answer without the key': (token) => accountOf(token, {}),
  unavailable: () => DOWN,
  limited: () => ({ status: 429, body: '' }),
  'listed, then failing': (token, hour) =>
    hour < 2 ? accountOf(token, { coingecko_coin_id: 'lumen' }) : DOWN,
}
const ANSWERING: Readonly<Record<string, AnswerOf>> = {
  listed: (token) => accountOf(token, { coingecko_coin_id: 'lumen' }),
  'not listed': (token) => accountOf(token, { coingecko_coin_id: null }),
}

/** Counted projects, each with a repository and a market source. Every id is the same in every database. */
async function storeProjects(count: number, database: Database): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    const id = (kind: number) => `00000000-0000-4000-800${kind}-${String(n).padStart(12, '0')}`
    await given.aProject({ id: id(0), slug: `lumen-${n}` }, database)
    await given.aToken({ project_id: id(0), address: given.addressOf(n) }, database)
    const source = { project_id: id(0), attached_at: addMs(START, -HOUR_MS) }
    const code = await given.aSource({ ...source, id: id(1) }, database)
    await given.aStream({ source_id: id(1) }, database)
    await given.aShip({ id: id(2), project_id: id(0), source_id: code.id ?? '' }, database)
    const locator = `geckoterminal:${given.addressOf(n)}`
    await given.aSource({ ...source, id: id(3), kind: 'market', locator }, database)
  }
}

type Step = {
  readonly now: Instant
  readonly collectors: typeof BOTH
  readonly pools: AnswerOf
  readonly account: AnswerOf
}

/** The provider's answer about several addresses. It leaves out the addresses that the provider does not know. */
function together(answers: readonly Scripted[]): Scripted {
  const failed = answers.find(({ status = 200 }) => status !== 200 && status !== 404)
  if (failed !== undefined) return failed
  const found = answers.filter(({ status = 200 }) => status === 200)
  return { body: JSON.stringify({ data: found.flatMap(({ body }) => JSON.parse(String(body)).data) }) }
}

/** One run of the readings, with the answers of the two addresses of a token. */
async function read({ now, collectors, pools, account }: Step, database: Database) {
  const hour = (Date.parse(now) - Date.parse(START)) / HOUR_MS
  server.answer = ({ url = '' }) => {
    const asked = url.match(/0x[0-9a-f]{40}/g) ?? []
    const answers = asked.map((address) =>
      (url.includes('/pools') ? pools : account)(address.replace('0xf', '0x0'), hour),
    )
    return url.includes('/multi/') ? together(answers) : (answers[0] ?? NOT_KNOWN)
  }
  const clock = () => now
  await using http = openHttp({ contactUrl: 'https://svc.example', connectTo: [] }, { clock })
  const world = { http, clock, providers: { geckoterminalUrl: server.url } }
  await inTransaction(database, (writer) => ensureStreams({ specs: collectors }, writer))
  const reportBug = ({ error }: { error: unknown }) => {
    throw error
  }
  return await runDue({ now }, { database, collectors, world, reportBug })
}

/** All conclusions, events and cards of the service, and its records of the provider, after all steps. */
async function lived(input: Omit<Step, 'now'>) {
  await using opened: TestDatabase = await openTestDatabase()
  const { database } = opened
  await storeProjects(1, database)
  const outages: unknown[] = []
  const counted: unknown[] = []
  for (const hour of STEP_HOURS) {
    const now = addMs(START, hour * HOUR_MS)
    await read({ ...input, now }, database)
    await inTransaction(database, (writer) => countProviderReadings({ now }, writer))
    await evaluateDue({ signal: new AbortController().signal }, { database, clock: () => now })
    await runLedger({ now }, { database })
    outages.push((await getBudgets(database)).map(({ outageSince }) => outageSince))
    counted.push(await database.selectFrom('provider_readings').selectAll().execute())
  }
  const evaluations = await database
    .selectFrom('evaluations')
    .select(['fact', 'rule', 'state', 'value', 'inputs', 'evidence', 'unknown_inputs'])
    .select(['evaluated_at', 'superseded_at'])
    .orderBy('evaluated_at')
    .orderBy('fact')
    .execute()
  const changes = await database
    .selectFrom('changes')
    .select(['position', 'type', 'op', 'origin', 'summary', 'facts', 'detected_at', 'recorded_at'])
    .orderBy('position')
    .execute()
  const cards = await database.selectFrom('cards').select(['activity_status', 'market_status']).execute()
  const listings = await database.selectFrom('registry_listings').select('listed').execute()
  return { outcome: { outages, counted, evaluations, changes, cards }, listings }
}

type Lived = Awaited<ReturnType<typeof lived>>['outcome']

/** The results without the facts that use listings: only those facts may differ when a listing is known. */
function withoutAttention({ evaluations, ...rest }: Lived) {
  return { ...rest, evaluations: evaluations.filter(({ fact }) => !/attention|gap|radar/.test(fact)) }
}

test.each(Object.entries(MARKETS))(
  'a market %s: registry readings change no coverage, no status and no event',
  async (_, pools) => {
    const untouched = await lived({ collectors: [geckoterminalToken], pools, account: () => DOWN })
    expect(untouched.listings).toEqual([])
    const facts = new Set(untouched.outcome.evaluations.map(({ fact }) => fact))
    expect([...facts]).toEqual(
      expect.arrayContaining(['coverage.market', 'market.status', 'activity.status']),
    )
    for (const [name, account] of Object.entries(FAILING)) {
      const { outcome, listings } = await lived({ collectors: BOTH, pools, account })
      const comparable = listings.length === 0 ? (whole: Lived) => whole : withoutAttention
      expect(comparable(outcome), name).toEqual(comparable(untouched.outcome))
    }
    for (const [name, account] of Object.entries(ANSWERING)) {
      const { outcome, listings } = await lived({ collectors: BOTH, pools, account })
      expect(listings, name).toEqual([{ listed: name === 'listed' }])
      expect(withoutAttention(outcome), name).toEqual(withoutAttention(untouched.outcome))
    }
  },
)

test('failing markets change the outcome, so the comparison above can fail', async () => {
  const pools = MARKETS['read, then out, then read'] ?? (() => DOWN)
  const { outcome } = await lived({ collectors: [geckoterminalToken], pools, account: () => DOWN })
  const market = outcome.evaluations.filter(({ fact }) => fact === 'coverage.market')
  expect(market.map(({ state }) => state)).toEqual(['MEASURED', 'STALE', 'SOURCE_UNAVAILABLE', 'MEASURED'])
})

test('registry readings neither start nor end an outage of the provider', async () => {
  await using opened = await openTestDatabase()
  const { database } = opened
  await storeProjects(8, database)
  const outage = async () => (await getBudgets(database)).map(({ outageSince }) => outageSince)
  const good = { pools: poolsOf, account: ANSWERING['listed'] ?? (() => DOWN) }
  const readAll = async (hour: number, step: Omit<Step, 'now'>) => {
    const now = addMs(START, hour * HOUR_MS)
    await inTransaction(database, (writer) => makeStreamsDue({ now }, writer))
    return read({ ...step, now }, database)
  }
  expect(await readAll(0, { ...good, collectors: BOTH, account: () => DOWN })).toEqual({
    'geckoterminal.fresh': 8,
    'geckoterminal.unavailable': 8,
  })
  expect(await outage()).toEqual([null])
  await readAll(1, { ...good, collectors: [geckoterminalRegistry], account: () => DOWN })
  expect(await outage()).toEqual([null])
  await readAll(2, { ...good, collectors: BOTH, pools: () => DOWN })
  const since = addMs(START, 2 * HOUR_MS)
  expect(await outage()).toEqual([since])
  await readAll(3, { ...good, collectors: [geckoterminalRegistry] })
  expect(await outage()).toEqual([since])
  await readAll(4, { ...good, collectors: BOTH, account: () => DOWN })
  expect(await outage()).toEqual([null])
})

test('registries are read after the due markets, so that their rate limit delays no market', async () => {
  await using opened = await openTestDatabase()
  const { database } = opened
  await storeProjects(3, database)
  const limited = { collectors: BOTH, pools: poolsOf, account: () => ({ status: 429, body: '' }) }
  const askedIn = async (minute: number) => {
    const before = server.asked.length
    await read({ ...limited, now: addMs(START, minute * 60_000) }, database)
    return server.asked.slice(before).map((path) => (path.includes('/pools') ? 'market' : 'registry'))
  }
  expect(await askedIn(0)).toEqual(['market', 'market', 'market', 'registry'])
  expect(await askedIn(1)).toEqual(['registry'])
  expect(await askedIn(10)).toEqual(['market', 'registry'])
})

test('the rules get no stream that is read for context only', async () => {
  await using opened = await openTestDatabase()
  const { database } = opened
  await storeProjects(1, database)
  const step = { collectors: BOTH, pools: () => DOWN, account: ANSWERING['listed'] ?? (() => DOWN) }
  await read({ ...step, now: START }, database)
  const projectIds = (await database.selectFrom('projects').select('id').execute()).map(({ id }) => id)
  const watched = await getWatchedSources({ projectIds }, database)
  const streams = [...watched.values()].flat().flatMap((source) => source.streams)
  expect(streams.map(({ stream, firstOkAt }) => [stream, firstOkAt === null])).toEqual([
    ['releases', false],
    ['token_market', true],
  ])
})
