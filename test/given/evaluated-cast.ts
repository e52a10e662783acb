import { randomUUID } from 'node:crypto'
import { addMs, DAY_MS, HOUR_MS, type Instant } from '#contract/time.ts'
import { rankProjects } from '#evaluate/rank.ts'
import { evaluateDue } from '#evaluate/run.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { markForEvaluation } from '#records/project/work.ts'
import * as given from './records.ts'

/** How the market of a project looks, from the reading before last to the last one. */
type Market = 'fdv' | 'both_kinds' | 'no_trading' | 'doubted' | 'unread' | 'no_token'
const MARKETS: readonly Market[] = ['fdv', 'both_kinds', 'no_trading', 'doubted', 'unread', 'no_token']
const COHORT = 28

type Known = { readonly id: string; readonly slug: string }
type Member = { readonly place: number; readonly market: Market; readonly ships: readonly number[] }

/**
 * Stores a cast of published projects, evaluates and ranks it. Then reads its markets an hour before `now`, and
 * evaluates it again: the second evaluation confirms conclusions of the first. One more project is never evaluated.
 */
export async function evaluatedCast(now: Instant, database: Database): Promise<readonly Known[]> {
  const members = Array.from({ length: COHORT }, (_, place): Member => {
    const market = MARKETS[place % MARKETS.length] ?? 'unread'
    return { place, market, ships: Array.from({ length: 1 + (place % 5) }, (_, n) => 2 + place + 9 * n) }
  })
  const cast: Known[] = []
  for (const member of members) cast.push(await aMember(member, now, database))
  cast.push(await aStaleProject(now, database), await aSilentProject(now, database))
  await evaluateCast(cast, addMs(now, -2 * HOUR_MS), database)
  for (const [index, member] of members.entries()) {
    const known = cast[index]
    const usd = 2_000_000 + member.place
    if (known !== undefined) await readMarket({ ...member, known, usd }, addMs(now, -HOUR_MS), database)
  }
  await rankProjects(
    { signal: new AbortController().signal },
    { database, clock: () => addMs(now, -HOUR_MS) },
  )
  await evaluateCast(cast, addMs(now, -HOUR_MS / 2), database)
  return [...cast, await known({}, database)]
}

async function evaluateCast(cast: readonly Known[], now: Instant, database: Database): Promise<void> {
  const projectIds = cast.map(({ id }) => id)
  await inTransaction(database, (writer) => markForEvaluation({ projectIds, now }, writer))
  await evaluateDue({ signal: new AbortController().signal }, { database, clock: () => now })
}

async function known(of: { kind?: string }, database: Database): Promise<Known> {
  const { id, slug } = await given.aProject(of, database)
  return { id: String(id), slug: String(slug) }
}

/** A project that ships, with stars and a registry reading, and with a token unless its market says otherwise. */
async function aMember(member: Member, now: Instant, database: Database): Promise<Known> {
  const { place, market, ships } = member
  const project = await known({}, database)
  const own = { project_id: project.id }
  const facts = JSON.stringify({ stars: 100 - place, watchers: 0 })
  const source = await given.aSource(
    { ...own, facts, established_by: place % 2 ? 'mutual' : 'site_link' },
    database,
  )
  for (const stream of ['releases', 'commits', 'repository']) {
    const read = { covers_from: addMs(now, -90 * DAY_MS), last_ok_at: now }
    await given.aStream({ source_id: String(source.id), stream, ...read }, database)
  }
  for (const age of ships) {
    const ship = { ...own, source_id: String(source.id), occurred_at: addMs(now, -age * DAY_MS) }
    await given.aShip(ship, database)
  }
  if (market === 'no_token') return project
  const address = addressOf(place)
  await given.aToken({ ...own, address }, database)
  const token = await given.aSource({ ...own, kind: 'token', locator: address }, database)
  await given.aStream(
    { source_id: String(token.id), stream: 'proxy', provider: 'rpc', last_ok_at: now },
    database,
  )
  await database
    .insertInto('registry_listings')
    .values({
      source_id: String(token.id),
      project_id: project.id,
      registry: 'coingecko',
      listed: place % 3 === 0,
      registry_id: place % 3 === 0 ? 'lumen' : null,
      first_observed_at: now,
      observed_at: now,
    })
    .execute()
  if (place % 4 === 0) await aNamingSite({ project, address }, now, database)
  await readMarket({ ...member, known: project, usd: 1_000_000 + place }, addMs(now, -3 * HOUR_MS), database)
  return project
}

async function aNamingSite(
  of: { readonly project: Known; readonly address: string },
  now: Instant,
  database: Database,
): Promise<void> {
  const own = { project_id: of.project.id }
  const site = await given.aSource(
    { ...own, kind: 'website', locator: `https://${of.project.slug}.example` },
    database,
  )
  const read = { stream: 'token_naming', provider: 'site', coverage: 'present_state', last_ok_at: now }
  await given.aStream({ source_id: String(site.id), ...read }, database)
  const names = { kind: 'token_named', by: 'site', statement: 'the token', names: of.address }
  await given.aClaim({ ...own, source_id: String(site.id), ...names }, database)
}

/**
 * Stores one reading of each market of the member, with a valuation of its own. The first call also stores the sources.
 */
async function readMarket(
  member: Member & { readonly known: Known; readonly usd: number },
  at: Instant,
  database: Database,
): Promise<void> {
  const { market, known: project, place, usd } = member
  if (market === 'unread' || market === 'no_token') return
  const providers = market === 'both_kinds' ? ['dexscreener', 'geckoterminal'] : ['dexscreener']
  for (const provider of providers) {
    const sourceId = await marketSource({ project, provider, at }, database)
    await database
      .insertInto('market_readings')
      .values({
        id: randomUUID(),
        chain_id: 4663,
        address: addressOf(place),
        project_id: project.id,
        source_id: sourceId,
        provider,
        observed_at: at,
        pools: 1,
        price_usd: '2',
        trades_24h: 12,
        liquidity_usd: '20000',
        pool_liquidity: '{}',
        volume_24h_usd: { no_trading: '0', doubted: '9000000' }[String(market)] ?? '900',
        valuation_usd: String(provider === 'dexscreener' ? usd : usd / 2),
        valuation_kind: provider === 'dexscreener' ? 'fdv' : 'marketCap',
      })
      .execute()
  }
}

async function marketSource(
  of: { readonly project: Known; readonly provider: string; readonly at: Instant },
  database: Database,
): Promise<string> {
  const locator = `${of.provider} of ${of.project.slug}`
  const stored = database.selectFrom('sources').select('id').where('locator', '=', locator)
  const found = await stored.executeTakeFirst()
  if (found !== undefined) return found.id
  const market = { kind: 'market', locator, counted: false, not_counted_reason: 'a market is context' }
  const source = await given.aSource({ project_id: of.project.id, ...market }, database)
  const stream = {
    stream: 'token_market',
    provider: of.provider,
    coverage: 'present_state',
    last_ok_at: of.at,
  }
  await given.aStream({ source_id: String(source.id), ...stream }, database)
  return String(source.id)
}

/** A project whose repository has failed for ten days. */
async function aStaleProject(now: Instant, database: Database): Promise<Known> {
  const project = await known({}, database)
  const source = await given.aSource({ project_id: project.id }, database)
  const last = addMs(now, -10 * DAY_MS)
  const failing = {
    last_ok_at: last,
    failing_since: last,
    failures_in_a_row: 9,
    last_outcome: 'rate_limited',
  }
  await given.aStream({ source_id: String(source.id), ...failing, last_tried_at: now }, database)
  return project
}

/** A project whose work is not code, with a source that was never read. */
async function aSilentProject(now: Instant, database: Database): Promise<Known> {
  const project = await known({ kind: 'art' }, database)
  await given.aSource({ project_id: project.id, attached_at: now }, database)
  return project
}

function addressOf(place: number): string {
  return given.addressOf(0xca5700 + place)
}
