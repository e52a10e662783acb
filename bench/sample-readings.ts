import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, type Instant, instantOfMs, msOf } from '#contract/time.ts'
import { uuidOf } from '#domain/natural-key.ts'
import { saveRegistryListing } from '#records/attention/registry-listings.ts'
import type { Writer } from '#records/database.ts'
import { digitsOf } from './chance.ts'
import { END, RUNS_DAYS_BEFORE, runAt, type SampleProject } from './sample-projects.ts'
import { sourceIdOf } from './sample-records.ts'

const SPREAD_MS = 50 * 60_000
const HISTORY_MS = 400 * DAY_MS

/**
 * Records the reading of every stream of the projects at a run, each at its own minute. Failing streams do not answer,
 * and a few dormant projects are not read.
 */
export async function readStreams(
  projects: readonly SampleProject[],
  run: number,
  writer: Writer,
): Promise<void> {
  const now = runAt(run)
  const failing = projects.filter(({ failing: outage }) => outage && outage.from <= run && run < outage.to)
  const unread = projects.filter(({ conduct, chance }) => conduct === 'dormant' && chance.odds(0.02))
  const { rows } = await sql<ReadStream>`
    with read as (
      select stream.source_id, stream.stream, stream.provider,
        project_id = any(${failing.map(({ id }) => id)}::uuid[]) and stream.provider in ('github', 'site') as failed,
        ${now}::timestamptz - interval '1 millisecond'
          * (('x' || substr(md5(source_id::text || stream), 1, 6))::bit(24)::int % ${SPREAD_MS}) as at
      from source_streams as stream join sources on sources.id = stream.source_id
      where project_id = any(${projects.map(({ id }) => id)}::uuid[])
        and not project_id = any(${unread.map(({ id }) => id)}::uuid[]))
    update source_streams as stream set last_tried_at = read.at,
      due_at = read.at + stream.cadence_seconds * interval '1 second',
      last_outcome = case when failed then 'unavailable' else 'fresh' end,
      first_ok_at = case when failed then first_ok_at else coalesce(first_ok_at, read.at) end,
      last_ok_at = case when failed then last_ok_at else read.at end,
      failing_since = case when failed then coalesce(failing_since, read.at - interval '3 hours') end,
      failures_in_a_row = case when failed then failures_in_a_row + 2 else 0 end,
      covers_from = case when failed then covers_from when coverage = 'dated_listing'
        then ${instantOfMs(msOf(END) - HISTORY_MS)}::timestamptz else coalesce(covers_from, read.at) end
    from read where stream.source_id = read.source_id and stream.stream = read.stream
    returning stream.source_id, stream.stream, stream.provider, read.failed, read.at`.execute(writer)
  await insertReadings(rows, { all: run === RUNS_DAYS_BEFORE.length - 1 }, writer)
}

type ReadStream = { source_id: string; stream: string; provider: string; failed: boolean; at: Instant }

/**
 * Stores all attempts of the last run; of earlier runs the failed ones and about a third of the others, as after
 * retention.
 */
async function insertReadings(
  streams: readonly ReadStream[],
  stored: { readonly all: boolean },
  writer: Writer,
): Promise<void> {
  const readings = streams
    .filter(({ source_id: id, failed }) => stored.all || failed || id.charCodeAt(0) % 3 === 0)
    .flatMap((stream) => [
      ...(stream.failed ? [readingOf(stream, instantOfMs(msOf(stream.at) - 3 * HOUR_MS))] : []),
      readingOf(stream, stream.at),
    ])
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  await sql`insert into readings select * from jsonb_populate_recordset(null::readings,
    ${JSON.stringify(readings)}::jsonb)`.execute(writer)
}

function readingOf({ source_id, stream, provider, failed }: ReadStream, at: Instant) {
  return {
    id: uuidOf('reading', `${source_id}:${stream}:${at}`),
    source_id,
    stream,
    provider,
    attempted_at: at,
    outcome: failed ? 'unavailable' : 'fresh',
    detail: failed ? 'answered 503' : null,
    digest: failed ? null : digitsOf(`${source_id}:${stream}`, 32),
  }
}

/**
 * Records market readings of the projects' tokens at a run: two of DEX Screener, and at the last run one of
 * GeckoTerminal.
 */
export async function readMarkets(
  projects: readonly SampleProject[],
  run: number,
  writer: Writer,
): Promise<void> {
  const nowMs = msOf(runAt(run))
  const hours = [-2.4, -0.2]
  const readings = projects.flatMap((project) => [
    ...hours.map((hour) =>
      marketReading(project, 'dexscreener', { run, at: instantOfMs(nowMs + hour * HOUR_MS) }),
    ),
    ...(run === RUNS_DAYS_BEFORE.length - 1
      ? [marketReading(project, 'geckoterminal', { run, at: instantOfMs(nowMs - 0.3 * HOUR_MS) })]
      : []),
  ])
  await sql`insert into market_readings select * from jsonb_populate_recordset(null::market_readings,
    ${JSON.stringify(readings.flatMap((reading) => reading ?? []))}::jsonb)`.execute(writer)
}

/** Records whether CoinGecko lists each traded token. It lists about half of the tokens with a live market. */
export async function readRegistries(
  projects: readonly SampleProject[],
  run: number,
  writer: Writer,
): Promise<void> {
  for (const project of projects) {
    const { id: projectId, token, market } = project
    if (token === undefined || market === 'unlisted') continue
    const sourceId = sourceIdOf(project, 'market', `geckoterminal:${token.address}`)
    const listed = market === 'live' && Number.parseInt(digitsOf(token.address, 6), 16) % 2 === 0
    const state = listed ? { listed, registryId: token.symbol.toLowerCase() } : { listed, registryId: null }
    const read = { sourceId, projectId, registry: 'coingecko', observedAt: runAt(run) } as const
    await saveRegistryListing({ ...state, ...read }, writer)
  }
}

function marketReading(
  project: SampleProject,
  provider: string,
  read: { readonly run: number; readonly at: Instant },
) {
  const { token, market } = project
  if (token === undefined || market === 'unlisted') return undefined
  const size = Number.parseInt(digitsOf(token.address, 6), 16) / 2 ** 24
  const fallen = market === 'fallen' && read.run >= RUNS_DAYS_BEFORE.length - 2
  const liquidity = fallen ? 3 : liquidityOf(market, size) * (1 + read.run / 50)
  const valuation = liquidity * (4 + 40 * size)
  return {
    id: uuidOf('market_reading', `${token.address}:${provider}:${read.at}`),
    chain_id: 4663,
    address: token.address,
    project_id: project.id,
    source_id: sourceIdOf(project, 'market', `${provider}:${token.address}`),
    provider,
    observed_at: read.at,
    pools: 1,
    price_usd: (valuation / 1e9).toFixed(12),
    liquidity_usd: liquidity.toFixed(2),
    volume_24h_usd: (fallen ? 0 : liquidity * size * 2).toFixed(2),
    trades_24h: fallen ? 0 : Math.round(400 * size),
    valuation_usd: valuation.toFixed(2),
    valuation_kind: size < 0.4 ? 'fdv' : 'marketCap',
    pool_liquidity: {
      [`0x${token.address.slice(2, 30)}000000000000`]: Number.parseFloat(liquidity.toFixed(2)),
    },
  }
}

function liquidityOf(market: SampleProject['market'], size: number): number {
  return market === 'thin' ? 200 + 4000 * size : 6000 * 10 ** (3 * size)
}
