import { type Static, Type } from 'typebox'
import { described, namedList, namedObject, nullable } from '../enums.ts'
import { IgnoredParameters } from './fields.ts'
import { CalendarDate } from './time.ts'

/** By which surface an agent asked. */
export const AgentSurface = namedList('AgentSurface', ['rest', 'mcp', 'a2a'])
export type AgentSurface = Static<typeof AgentSurface>

const Calls = Type.Integer({ minimum: 1 })

const CallCount = namedObject('AgentCallCount', {
  surface: AgentSurface,
  capability: Type.String({ description: 'The capability, or the tool by MCP' }),
  calls: Calls,
})

const IntegrationCount = namedObject('AgentIntegrationCount', {
  integration: Type.String({ description: 'As callers declare themselves; `other` holds the rest' }),
  calls: Calls,
})

const DayOfCalls = namedObject('AgentDay', {
  date: CalendarDate,
  calls: Type.Array(CallCount, { minItems: 1 }),
  integrations: Type.Array(IntegrationCount, { description: 'Calls that declared an integration' }),
})

/** How agents use the service, by day. It has no caller and no question. */
export const AgentStats = namedObject('AgentStats', {
  collectedFrom: nullable(described(CalendarDate, 'The first counted day; null before the first call')),
  days: Type.Array(DayOfCalls, { description: 'Newest first. A day without a call is absent' }),
  scope: Type.String({ description: 'What is counted' }),
  ignoredParameters: IgnoredParameters,
})
export type AgentStats = Static<typeof AgentStats>
