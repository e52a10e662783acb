import type { Output } from '#contract/operations/index.ts'
import { firstOutageDay } from '#domain/collecting/outage-days.ts'
import { getBudgets } from '#records/collecting/budgets.ts'
import { getOutageRecords } from '#records/collecting/outages.ts'
import { getPipelines } from '#records/collecting/pipelines.ts'
import { findChainHead, getRpcEndpoints } from '#records/collecting/rpc-endpoints.ts'
import { getProviderReadings } from '#records/collecting/status.ts'
import { findLedgerHead } from '#records/ledger/head.ts'
import { outageCalendar } from '#views/status/outage-calendar.ts'
import { type PresentStatus, presentStatus } from '#views/status/service-status.ts'
import type { ReadDeps, ServiceFacts } from './deps.ts'

/** Maximum number of outages that the status names for each provider. */
const NEWEST_OUTAGES = 10

type StatusDeps = Pick<ReadDeps, 'reader' | 'now'> & {
  readonly service: Pick<ServiceFacts, 'version' | 'sandbox' | 'standbys'>
}

/** The present status without the calendar of outages, which only the status operation answers. */
export async function readPresentStatus({ reader, now, service }: StatusDeps): Promise<PresentStatus> {
  const pipelines = await getPipelines(reader)
  const budgets = await getBudgets(reader)
  const readings = await getProviderReadings(reader)
  const ledger = await findLedgerHead(reader)
  const chain = { head: await findChainHead(reader), endpoints: await getRpcEndpoints(reader) }
  return presentStatus(
    { pipelines, budgets, readings, ledger, chain, service, standbys: service.standbys() },
    { now },
  )
}

export async function readStatus(_input: object, deps: StatusDeps): Promise<Output<'status'>> {
  const { reader, now } = deps
  const status = await readPresentStatus(deps)
  const records = await getOutageRecords({ since: firstOutageDay(now), newest: NEWEST_OUTAGES }, reader)
  return { ...status, outageCalendar: outageCalendar({ providers: status.providers, records }, { now }) }
}
