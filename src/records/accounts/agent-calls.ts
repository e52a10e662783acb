import { sql } from 'kysely'
import type { CalendarDate } from '#contract/time.ts'
import type { AgentCalls, DayOfCapability, DayOfIntegration } from '#domain/agent-calls.ts'
import { rowsOf } from '#records/columns.ts'
import type { Reader, Writer } from '#records/database.ts'

/** The name under which a day counts all integrations beyond its first `names` ones. */
export const OTHER_INTEGRATIONS = 'other'

/** Adds counted calls to their days. A day has at most `names` integrations besides `other`, over all processes. */
export async function addAgentCalls(
  batch: {
    readonly capabilities: readonly DayOfCapability[]
    readonly integrations: readonly DayOfIntegration[]
    readonly names: number
  },
  writer: Writer,
): Promise<void> {
  const { capabilities, integrations, names } = batch
  await sql`
    insert into agent_calls as counted (day, surface, capability, calls)
    select day, surface, capability, calls from ${rowsOf('agent_calls', capabilities)}
    order by 1, 2, 3
    on conflict (day, surface, capability) do update set calls = counted.calls + excluded.calls`.execute(
    writer,
  )
  if (integrations.length === 0) return
  // Two processes at once would each see room for the same last names.
  await sql`lock table agent_integrations in share row exclusive mode`.execute(writer)
  await sql`
    with batch as (
      select day, integration, calls from ${rowsOf('agent_integrations', integrations)}
    ), placed as (
      select batch.*, known.day is not null as is_known,
        count(*) filter (where known.day is null and batch.integration <> ${OTHER_INTEGRATIONS})
            over (partition by batch.day order by batch.integration)
          + (select count(*) from agent_integrations as held
            where held.day = batch.day and held.integration <> ${OTHER_INTEGRATIONS}) as place
      from batch left join agent_integrations as known using (day, integration)
    )
    insert into agent_integrations as counted (day, integration, calls)
    select day, case when is_known or place <= ${names} then integration else ${OTHER_INTEGRATIONS} end, sum(calls)
    from placed group by 1, 2
    on conflict (day, integration) do update set calls = counted.calls + excluded.calls`.execute(writer)
}

/** The counts of each day since `from`, newest first, and the first day ever counted; null before the first call. */
export async function getAgentCalls(
  input: { readonly from: CalendarDate },
  reader: Reader,
): Promise<AgentCalls> {
  const [first] = await reader.selectFrom('agent_calls').select('day').orderBy('day').limit(1).execute()
  const capabilities = await reader
    .selectFrom('agent_calls')
    .selectAll()
    .where('day', '>=', input.from)
    .orderBy('day', 'desc')
    .orderBy('surface')
    .orderBy('capability')
    .execute()
  const integrations = await reader
    .selectFrom('agent_integrations')
    .selectAll()
    .where('day', '>=', input.from)
    .orderBy('day', 'desc')
    .orderBy('calls', 'desc')
    .orderBy('integration')
    .execute()
  return {
    collectedFrom: first === undefined ? null : first.day,
    capabilities,
    integrations,
  }
}
