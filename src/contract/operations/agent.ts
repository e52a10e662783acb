import { Type } from 'typebox'
import { LIMITS } from '../limits.ts'
import { definePublicRead } from '../operation.ts'
import { capability, QUESTION } from '../parameters/agent-parameters.ts'
import { defaulted, optional, required, wholeNumber } from '../parameters/parameter.ts'
import { AgentAnswer } from '../shapes/agent-answer.ts'
import { AgentContract } from '../shapes/agent-contract.ts'
import { AgentStats } from '../shapes/agent-stats.ts'
import agentExamples from './examples/agent.json' with { type: 'json' }
import agentCapabilityExamples from './examples/agent-capability.json' with { type: 'json' }
import agentStatsExamples from './examples/agent-stats.json' with { type: 'json' }

/** The agent contract; for a request with a capability, the answer of the capability. */
const AgentReply = Type.Union([AgentContract, AgentAnswer], { $id: 'AgentReply', title: 'AgentReply' })

const ERRORS = ['invalid_cursor', 'unsupported_chain', 'ambiguous_name'] as const

export const agent = definePublicRead({
  name: 'agent',
  operationId: 'getAgentContract',
  path: '/api/agent',
  input: { path: {}, query: { capability: optional(capability()), ...QUESTION } },
  output: AgentReply,
  errors: ERRORS,
  errorForm: 'agent',
  tag: 'Agents',
  summary: 'Get the agent contract, or ask a capability',
  description:
    'Without `capability`: what an agent may ask, the rules that hold for every answer, how to cite, and the limits. With it: the answer of /api/agent/{capability}. Parameters that are not read are ignored and named in `query.ignoredParameters`. A refusal has the code and message in an `error` object.',
  examples: agentExamples,
})

export const agentCapability = definePublicRead({
  name: 'agentCapability',
  operationId: 'askAgentCapability',
  path: '/api/agent/{capability}',
  input: { path: { capability: required(capability()) }, query: QUESTION },
  output: AgentAnswer,
  errors: ERRORS,
  errorForm: 'agent',
  tag: 'Agents',
  summary: 'Ask one capability',
  description:
    'One bounded answer: the answer first, then claims tagged FACT, DERIVED or UNKNOWN, unknowns with what not to conclude, freshness, evidence with receipts, rules, links and a citation. A name that several projects match is refused with candidates. A refusal has the code and message in an `error` object.',
  examples: agentCapabilityExamples,
})

export const agentStats = definePublicRead({
  name: 'agentStats',
  operationId: 'getAgentStats',
  path: '/api/agent/stats',
  input: {
    path: {},
    query: {
      days: defaulted(
        wholeNumber(LIMITS.agentStatsDays, 'Days back, today included'),
        LIMITS.agentStatsDays.default,
      ),
    },
  },
  output: AgentStats,
  errorForm: 'agent',
  tag: 'Agents',
  summary: 'Count the calls of agents by day',
  description:
    'Calls a day by surface and by capability or tool, and by the integration that callers declare. It holds no caller and no question. A day without a call is absent. A refusal has the code and message in an `error` object.',
  examples: agentStatsExamples,
})
