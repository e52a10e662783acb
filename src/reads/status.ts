import type { Output } from '#contract/operations/index.ts'
import { firstOutageDay } from '#domain/collecting/outage-days.ts'
import { getBudgets } from '#records/collecting/budgets.ts'
import { getOutageRecords } from '#records/collecting/outages.ts'
import { getPipelines } from '#records/collecting/pipelines.ts'
import { findChainHead, getRpcEndpoints } from '#records/collecting/rpc-endpoints.ts'
import { getProviderReadings } from '#records/collecting/status.ts'
import { findLedgerHead } from '#records/ledger/head.ts'
import { serviceStatus } from '#views/status/service-status.ts'
import type { ReadDeps, ServiceFacts } from './deps.ts'

/** Outages of each provider that the status names. */
const NEWEST_OUTAGES = 10

export async function readStatus(
  _input: object,
  deps: Pick<ReadDeps, 'reader' | 'now'> & {
    readonly service: Pick<ServiceFacts, 'version' | 'sandbox' | 'standbys'>
  },
): Promise<Output<'status'>> {
  const { reader, now, service } = deps
  const pipelines = await getPipelines(reader)
  const budgets = await getBudgets(reader)
  const readings = await getProviderReadings(reader)
  const outages = await getOutageRecords({ since: firstOutageDay(now), newest: NEWEST_OUTAGES }, reader)
  const ledger = await findLedgerHead(reader)
  const chain = { head: await findChainHead(reader), endpoints: await getRpcEndpoints(reader) }
  return serviceStatus(
    { pipelines, budgets, readings, outages, ledger, chain, service, standbys: service.standbys() },
    { now },
  )
}
