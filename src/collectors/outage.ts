import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import { findOutage, saveOutage } from '#records/collecting/budgets.ts'
import { countProviderFailures, type ProviderAttempts } from '#records/collecting/readings.ts'
import { wakeFailingStreams } from '#records/collecting/streams.ts'
import { type Database, inTransaction } from '#records/database.ts'
import type { Collected } from './collector.ts'
import { FIRST_RETRY_MS } from './next-due.ts'

const WINDOW = { least: 8, most: 500 }
const LEAST_ATTEMPTS = 4
/** Fewer sources can be gone together, for example those of one owner. */
const LEAST_TURNED_SOURCES = 4

/**
 * Records whether a provider is in outage, from its newest readings: the `made` ones of this run, or the last eight if
 * it made fewer. It is when more than half of at least four failed. It also is when half of them, of at least four
 * sources, found missing what answered until a day ago: that is a proxy's answer, not the truth about each. A run
 * without readings changes nothing. After an outage, what failed in it is due at once.
 */
export async function judgeProvider(
  input: { readonly provider: string; readonly made: number; readonly now: Instant },
  deps: { readonly database: Database },
): Promise<void> {
  const { provider, made, now } = input
  if (made === 0) return
  const limit = Math.min(WINDOW.most, Math.max(WINDOW.least, made))
  const turnedSince = addMs(now, -DAY_MS)
  const attempts = await countProviderFailures({ provider, limit, turnedSince }, deps.database)
  const failing = isOutage(attempts)
  if (failing === (attempts.outageSince !== null)) return
  await inTransaction(deps.database, async (writer) => {
    const changed = await saveOutage({ provider, failing, now }, writer)
    if (changed && !failing)
      await wakeFailingStreams({ provider, triedUntil: addMs(now, -FIRST_RETRY_MS), now }, writer)
  })
}

function isOutage({ attempts, failures, turnedMissing, turnedSources }: ProviderAttempts): boolean {
  if (attempts < LEAST_ATTEMPTS) return false
  if (failures * 2 > attempts) return true
  return turnedSources >= LEAST_TURNED_SOURCES && (failures + turnedMissing) * 2 >= attempts
}

/**
 * A reading as it can be believed. While its provider fails as a whole, "missing" of what answered before is a failure:
 * it sets nothing aside and withdraws nothing.
 */
export async function believed(
  reading: {
    readonly collected: Collected
    readonly firstOkAt: Instant | null
    readonly provider: string
  },
  deps: { readonly database: Database },
): Promise<Collected> {
  const { collected, firstOkAt, provider } = reading
  if (collected.outcome !== 'missing' || firstOkAt === null) return collected
  if ((await findOutage({ provider }, deps.database)) === null) return collected
  return { outcome: 'unavailable', detail: `while the provider fails: ${collected.detail}` }
}
