import { beforeEach } from 'vitest'
import type { Collector } from '#collectors/collector.ts'
import type { DexscreenerDeps } from '#collectors/dexscreener/token.ts'
import type { GeckoterminalDeps } from '#collectors/geckoterminal/rest.ts'
import { openHttp } from '#collectors/http.ts'
import { type RunCounts, runDue } from '#collectors/run-due.ts'
import type { SharedDeps } from '#collectors/shared-requests.ts'
import { type Instant, toInstant } from '#contract/time.ts'
import { ensureStreams } from '#records/collecting/streams.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { emptyDatabase } from '#test/postgres/database.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { forFile } from '#test/run/for-file.ts'
import { type AnsweringServer, type Scripted, startAnsweringServer } from '#test/servers/answering-server.ts'
import { storeProject } from './stored-project.ts'

/** A token that always has a pair at DEX Screener. */
const CANARY = `0x${'c'.repeat(40)}`
const START = toInstant('2026-11-20T10:00:00Z')
/** Long enough that readings share a request on a busy machine. */
const GATHER_MS = 100

type TestPool = { readonly address: string; readonly liquidityUsd: number }
type Markets = ReadonlyMap<string, readonly TestPool[]>
type MarketCollector = Collector<DexscreenerDeps & GeckoterminalDeps & SharedDeps>

/** Many tokens in a database, and one server that answers as both market providers. */
type ManyTokens = {
  now: Instant
  /** What the providers list of each token. */
  readonly pools: Map<string, readonly TestPool[]>
  /** Changes an answer, for a request to a path. */
  change: (path: string, answer: Scripted) => Scripted
  /** Stores the tokens with a market source for each of the collectors, and a pool for each token. */
  readonly store: (count: number, collectors: readonly MarketCollector[]) => Promise<readonly string[]>
  /** Reads what is due. Returns the paths that were asked for, and the number of readings by outcome. */
  readonly read: () => Promise<{ readonly asked: readonly string[]; readonly counts: RunCounts }>
  /** The stored liquidity of each token at an instant; a token without a stored reading is left out. */
  readonly liquidity: (at: Instant) => Promise<Readonly<Record<string, number | null>>>
}

/** The address of a token or pool, in lower case. */
export function addressAt(kind: 'token' | 'pool', number: number): string {
  return `0x${kind === 'token' ? 'a' : 'f'}${number.toString(16).padStart(39, '0')}`
}

export function poolAt(number: number, liquidityUsd = 1000 + number): TestPool {
  return { address: addressAt('pool', number), liquidityUsd }
}

/** Opens the world for the tests of a file. It is empty at the start of each test. Call it outside of tests. */
export async function manyTokensOfFile(): Promise<ManyTokens> {
  const { database } = await fileDatabase()
  const server = await forFile(startAnsweringServer())
  const world = manyTokensOn(database, server)
  beforeEach(async () => {
    await emptyDatabase(database)
    Object.assign(world, { now: START, change: UNCHANGED })
    world.pools.clear()
    world.pools.set(CANARY, [poolAt(0)])
  })
  return world
}

const UNCHANGED: ManyTokens['change'] = (_, answer) => answer

function manyTokensOn(database: Database, server: AnsweringServer): ManyTokens {
  let collectors: readonly MarketCollector[] = []
  const world: ManyTokens = {
    now: START,
    pools: new Map(),
    change: UNCHANGED,
    async store(count, read) {
      collectors = read
      const tokens = Array.from({ length: count }, (_, index) => addressAt('token', index + 1))
      for (const [index, token] of tokens.entries()) {
        world.pools.set(token, [poolAt(index + 1)])
        for (const provider of new Set(collectors.map((collector) => collector.provider)))
          await storeProject({ kind: 'market', locator: `${provider}:${token}` }, database)
      }
      return tokens
    },
    async read() {
      const before = server.asked.length
      const counts = await runOnce({ collectors, url: server.url, now: world.now }, database)
      return { asked: server.asked.slice(before), counts }
    },
    async liquidity(at) {
      const rows = await database
        .selectFrom('market_readings')
        .select(['address', 'liquidity_usd'])
        .where('observed_at', '=', at)
        .execute()
      return Object.fromEntries(
        rows.map(({ address, liquidity_usd }) => [
          address,
          liquidity_usd === null ? null : Number(liquidity_usd),
        ]),
      )
    },
  }
  server.answer = ({ url = '' }) => world.change(url, answerTo(url, world.pools))
  return world
}

async function runOnce(
  run: { readonly collectors: readonly MarketCollector[]; readonly url: string; readonly now: Instant },
  database: Database,
): Promise<RunCounts> {
  const { collectors, url, now } = run
  const clock = () => now
  const providers = { dexscreenerUrl: url, geckoterminalUrl: url, marketCanaryToken: CANARY }
  await using http = openHttp({ contactUrl: 'https://svc.example', connectTo: [] }, { clock })
  await inTransaction(database, (writer) => ensureStreams({ specs: collectors }, writer))
  const reportBug = ({ error }: { error: unknown }) => {
    throw error
  }
  const world = { http, clock, providers }
  return await runDue({ now }, { database, collectors, world, gatherMs: GATHER_MS, reportBug })
}

/** The answer of the provider that the path belongs to. */
function answerTo(path: string, markets: Markets): Scripted {
  const addresses = path.match(/0x[0-9a-f]{40}/g) ?? []
  if (path.startsWith('/token-pairs/v1/')) return { body: JSON.stringify(pairsOf(addresses, markets)) }
  if (path.startsWith('/latest/dex/pairs/'))
    return { body: JSON.stringify({ schemaVersion: '1.0.0', pairs: pairsNamed(addresses, markets) }) }
  const data = addresses.flatMap((address): readonly object[] => {
    if (path.includes('/pools/multi/')) return poolsNamed(address, markets)
    const pools = markets.get(address)
    if (pools === undefined) return []
    return path.includes('/pools') ? pools.map((pool) => poolOf(address, pool)) : [tokenOf(address)]
  })
  if (path.includes('/multi/')) return { body: JSON.stringify({ data }) }
  if (!markets.has(addresses[0] ?? '')) return NOT_FOUND
  return { body: JSON.stringify({ data: path.includes('/pools') ? data : data[0] }) }
}

const NOT_FOUND: Scripted = {
  status: 404,
  body: JSON.stringify({ errors: [{ status: '404', title: 'Not Found' }] }),
}

/**
 * The pairs of a token. Their addresses are in upper case: the provider's mixed case also differs from the stored lower
 * case.
 */
function pairsOf(tokens: readonly string[], markets: Markets): readonly object[] {
  return tokens.flatMap((token) => (markets.get(token) ?? []).map((pool) => pairOf(token, pool)))
}

/** The pairs with these addresses; null when there is none. */
function pairsNamed(addresses: readonly string[], markets: Markets): readonly object[] | null {
  const pairs = [...markets].flatMap(([token, pools]) =>
    pools.filter(({ address }) => addresses.includes(address)).map((pool) => pairOf(token, pool)),
  )
  return pairs.length === 0 ? null : pairs
}

/** A pair of DEX Screener. */
export function pairOf(token: string, { address, liquidityUsd }: TestPool): object {
  return {
    chainId: 'robinhood',
    pairAddress: upper(address),
    baseToken: { address: upper(token) },
    liquidity: { usd: liquidityUsd },
  }
}

function poolsNamed(address: string, markets: Markets): readonly object[] {
  return [...markets].flatMap(([token, pools]) =>
    pools.filter((pool) => pool.address === address).map((pool) => poolOf(token, pool)),
  )
}

/** A pool of GeckoTerminal. */
export function poolOf(token: string, { address, liquidityUsd }: TestPool): object {
  return {
    attributes: { address: upper(address), reserve_in_usd: String(liquidityUsd) },
    relationships: { base_token: { data: { id: `robinhood_${upper(token)}` } } },
  }
}

function tokenOf(token: string): object {
  return { id: `robinhood_${upper(token)}`, type: 'token', attributes: { coingecko_coin_id: null } }
}

function upper(address: string): string {
  return address.toUpperCase().replace('0X', '0x')
}
