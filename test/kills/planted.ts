import { sql } from 'kysely'
import { expect } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { advanceServiceClock } from '#records/service-clock.ts'
import type { RelayedWorld } from './relayed-world.ts'

const READ_WITHIN_MS = 120_000
/** Projects with a repository, a deployer and a traded token. */
export const SLUGS = ['gantry', 'lumen', 'marlow', 'opaline', 'saltlock', 'stackyard']

/** Something that happened in the world. `key`: the end of its ship's natural key, or the project of the market. */
export type Planted = { readonly kind: 'release' | 'deployment' | 'market'; readonly key: string }

/**
 * Makes one event happen in the world in each round: releases and deployments, and in the last rounds markets that lose
 * their liquidity. Each market loses it once.
 */
export async function plant(
  { round, rounds }: { readonly round: number; readonly rounds: number },
  { ask }: Pick<RelayedWorld, 'ask'>,
): Promise<Planted> {
  const slug = SLUGS[round % SLUGS.length] ?? ''
  if (round >= rounds - Math.min(SLUGS.length, Math.floor(rounds / 2))) {
    await ask('/do', { action: 'liquidity-gone', slug })
    return { kind: 'market', key: slug }
  }
  const isRelease = Math.floor(round / SLUGS.length) % 2 === 0
  const { details } = await ask('/do', { action: isRelease ? 'release' : 'deploy', slug })
  return isRelease
    ? { kind: 'release', key: `:release:${details.releaseId}` }
    : { kind: 'deployment', key: `:${String(details.address).toLowerCase()}` }
}

const ofMarket = (slug: string) => sql<{ id: string; revision: number }>`
  select changes.id, revision from changes join projects on projects.id = project_id
  where slug = ${slug} and type = 'market.status_changed' and facts ->> 'to' = 'LIQUIDITY_GONE'`
const ofShip = (key: string) => sql<{ id: string; revision: number }>`
  select changes.id, revision from changes join ships on 'ship:' || ships.id = any(changes.evidence)
  where strpos(ships.natural_key, ${key}) > 0 and op = 'upsert'
    and type in ('build.release', 'contract.followup_deployed')`

/** The number of planted events that the ledger lacks, and of those that it has more than once. */
export async function missesIn(database: Database, planted: readonly Planted[]) {
  const times = new Map<string, number>()
  for (const { kind, key } of planted) {
    const { rows } = await (kind === 'market' ? ofMarket(key) : ofShip(key)).execute(database)
    times.set(`${kind} ${key}`, rows.filter(({ revision }) => revision === 1).length)
  }
  const found = [...times.values()]
  return { lost: found.filter((n) => n === 0).length, twice: found.filter((n) => n > 1).length }
}

/** Moves the clock of the world and of the service, and waits until every market was read again. */
export async function passHours(
  hours: number,
  { database, world }: { readonly database: Database; readonly world: RelayedWorld },
): Promise<void> {
  await world.ask('/advance', { ms: hours * HOUR_MS })
  await inTransaction(database, (writer) => advanceServiceClock({ ms: hours * HOUR_MS }, writer))
  const unread = async () => {
    const { rows } = await sql`select 1 from sources join projects on projects.id = project_id
      where slug = any(${SLUGS}) and sources.kind = 'market' and not exists (
        select 1 from market_readings where source_id = sources.id and observed_at > clock_timestamp()
          + (select offset_ms from service_clock) * interval '1 ms' - ${hours / 2} * interval '1 h')`.execute(
      database,
    )
    return rows.length
  }
  await expect.poll(unread, { timeout: READ_WITHIN_MS }).toBe(0)
}
