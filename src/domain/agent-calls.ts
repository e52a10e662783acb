import type { AgentSurface } from '#contract/shapes/agent-stats.ts'
import type { CalendarDate } from '#contract/time.ts'

/** Calls of a capability or tool on a day (UTC). */
export type DayOfCapability = {
  readonly day: CalendarDate
  readonly surface: AgentSurface
  readonly capability: string
  readonly calls: number
}

/** Calls on a day (UTC) that declared an integration. */
export type DayOfIntegration = {
  readonly day: CalendarDate
  readonly integration: string
  readonly calls: number
}

/** Counted calls, newest day first, and the first day ever counted; null before the first call. */
export type AgentCalls = {
  readonly collectedFrom: CalendarDate | null
  readonly capabilities: readonly DayOfCapability[]
  readonly integrations: readonly DayOfIntegration[]
}
