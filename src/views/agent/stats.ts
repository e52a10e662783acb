import { type Ignoring, ignoredField } from '#contract/ignored.ts'
import type { AgentStats } from '#contract/shapes/agent-stats.ts'
import type { AgentCalls } from '#domain/agent-calls.ts'

const SCOPE =
  'Answered calls of a capability by REST and A2A and of a tool by MCP, by days in UTC; the running day is not over. Calls are written every two seconds, and a process that is killed loses those since its last write. An integration is what callers declare; only the first names of a day are kept, the rest counts as `other`.'

/** Calls of agents by day, newest first. A day without a call is absent. */
export function agentStats(
  { collectedFrom, capabilities, integrations }: AgentCalls,
  ignoring: Ignoring,
): AgentStats {
  const declared = Map.groupBy(integrations, ({ day }) => day)
  return {
    collectedFrom,
    days: [...Map.groupBy(capabilities, ({ day }) => day)].map(([date, own]) => {
      const names = declared.get(date)
      return {
        date,
        calls: own.map(({ surface, capability, calls }) => ({ surface, capability, calls })),
        integrations:
          names === undefined ? [] : names.map(({ integration, calls }) => ({ integration, calls })),
      }
    }),
    scope: SCOPE,
    ...ignoredField(ignoring),
  }
}
