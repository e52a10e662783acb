import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import { isProviderFailing } from '#domain/collecting/provider-outage.ts'
import { getNewestFindings } from '#records/collecting/findings.ts'
import { findOutage, saveJudgement } from '#records/collecting/outages.ts'
import { wakeFailingStreams } from '#records/collecting/streams.ts'
import { type Database, inTransaction } from '#records/database.ts'
import type { Collected } from './collector.ts'
import { FIRST_RETRY_MS } from './next-due.ts'
import { policyOf } from './providers.ts'

const FINDINGS_MOST = 500

/**
 * Judges from the newest findings of its streams whether a provider is in an outage, and records the judgement. A run
 * without a new finding does not change a running outage, and begins none. When an outage ends, streams become due at
 * once if they began to fail during it or in the day before it.
 */
export async function judgeProvider(
  input: { readonly provider: string; readonly since: Instant; readonly now: Instant },
  { database }: { readonly database: Database },
): Promise<void> {
  const { provider, since, now } = input
  const findings = await getNewestFindings({ provider, limit: FINDINGS_MOST }, database)
  const ownHosts = policyOf(provider).oneReadingAHost === true
  const failing = isProviderFailing(findings, { since, ownHosts, now })
  await inTransaction(database, async (writer) => {
    const endedSince = await saveJudgement({ provider, failing, now }, writer)
    if (endedSince === null) return
    const failedSince = addMs(endedSince, -DAY_MS)
    await wakeFailingStreams({ provider, failedSince, triedUntil: addMs(now, -FIRST_RETRY_MS), now }, writer)
  })
}

/**
 * A reading as it counts. During an outage of the provider, `missing` counts as `unavailable` if the source was ever
 * read well. It then sets no stream aside and withdraws nothing.
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
