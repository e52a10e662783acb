import type { Instant } from '#contract/time.ts'
import { saveOutage } from '#records/collecting/budgets.ts'
import { countProviderFailures } from '#records/collecting/readings.ts'
import { type Database, inTransaction } from '#records/database.ts'

const WINDOW = { least: 8, most: 500 }
const LEAST_ATTEMPTS = 4

/**
 * Records whether a provider is in outage: more than half of its newest readings failed, of at least four. The newest
 * readings are the `made` ones of this run, or the last eight if it made fewer. A run without readings changes nothing.
 */
export async function judgeProvider(
  input: { readonly provider: string; readonly made: number; readonly now: Instant },
  deps: { readonly database: Database },
): Promise<void> {
  const { provider, made, now } = input
  if (made === 0) return
  const limit = Math.min(WINDOW.most, Math.max(WINDOW.least, made))
  await inTransaction(deps.database, async (writer) => {
    const { attempts, failures } = await countProviderFailures({ provider, limit }, writer)
    const failing = attempts >= LEAST_ATTEMPTS && failures * 2 > attempts
    await saveOutage({ provider, failing, now }, writer)
  })
}
