import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#records/database.ts'
import { pause } from '#records/pause.ts'
import { type Random, randomFrom } from '#sandbox/random.ts'
import { browse, mirror } from './mirror.ts'
import { missesIn, type Planted, passHours, plant } from './planted.ts'
import type { RelayedWorld } from './relayed-world.ts'

/** `.ci/run` asks for fewer rounds than `npm run test:long`. */
const ROUNDS = Number.parseInt(process.env['KILL_ROUNDS'] ?? '60', 10)
/** Long enough for 200 rounds on a busy machine. */
export const KILLS_MS = 5_400_000
const BEFORE_KILL_MS = 500
const WRITTEN_WITHIN_MS = 120_000

/** The functions that kill a victim, by name. Each returns when the victim runs again. */
type Victims = Readonly<Record<string, () => Promise<void>>>

type Killed = {
  readonly baseUrl: string
  /** Leads to the primary. */
  readonly database: Database
  readonly world: RelayedWorld
}

/**
 * Kills one victim each round while a mirror reads. Each round also has one event. Expects the whole ledger at the end:
 * each event once, contiguous positions, and the same changes in the mirror.
 */
export async function killUnderLoad(
  { name, victims }: { readonly name: string; readonly victims: Victims },
  killed: Killed,
): Promise<void> {
  const { baseUrl, database, world } = killed
  const { copy, end } = mirror(baseUrl)
  for (const hours of [1, 1]) await passHours(hours, killed)
  const random = randomFrom(name)
  const planted: Planted[] = []
  const began = performance.now()
  for (const [round, kill] of shuffled(Object.values(victims), random).entries()) {
    planted.push(await plant({ round, rounds: ROUNDS }, world))
    await pause(random.fraction() * BEFORE_KILL_MS, new AbortController().signal)
    await kill()
  }
  const lastedS = Math.round((performance.now() - began) / 1000)
  for (const hours of [13, 13, 13, 13]) await passHours(hours, killed)
  const misses = () => missesIn(database, planted)
  await expect.poll(misses, { timeout: WRITTEN_WITHIN_MS }).toEqual({ lost: 0, twice: 0 })
  const unequal = async () => new Set(copy.keys()).symmetricDifference(await browse(baseUrl)).size
  await expect.poll(unequal).toBe(0)
  const mirrored = await end()
  const ledger = await ledgerOf(database)
  const found = { planted: planted.length, ...(await misses()), ...mirrored, ...ledger }
  console.log(`${name}: ${ROUNDS} kills in ${lastedS} s;`, found)
  expect(found).toMatchObject({ lost: 0, twice: 0, wentBack: 0 })
  expect(ledger).toEqual({ head: ledger?.rows, rows: ledger?.rows, newest: ledger?.rows })
  const { statuses } = mirrored
  expect([...statuses.keys()].filter((status) => ![0, 200, 503].includes(status))).toEqual([])
}

/** The victims in a random order, each as often as the others. */
function shuffled<Victim>(victims: readonly Victim[], random: Random): readonly Victim[] {
  const times = Array.from({ length: Math.ceil(ROUNDS / victims.length) }, () => victims)
  const rounds = times
    .flat()
    .slice(0, ROUNDS)
    .map((victim) => ({ victim, place: random.fraction() }))
  return rounds.toSorted((a, b) => a.place - b.place).map(({ victim }) => victim)
}

async function ledgerOf(database: Database) {
  const { rows } = await sql<{ head: number; rows: number; newest: number }>`
    select head, (select count(*)::int from changes) as rows,
      (select max(position)::int from changes) as newest from ledger_state`.execute(database)
  return rows[0]
}
