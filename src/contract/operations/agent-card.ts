import { definePublicRead, NO_INPUT } from '../operation.ts'
import { A2A_VERSION } from '../shapes/a2a.ts'
import { AgentCard } from '../shapes/agent-card.ts'
import examples from './examples/agent-card.json' with { type: 'json' }

export const agentCard = definePublicRead({
  name: 'agentCard',
  operationId: 'getAgentCard',
  path: '/.well-known/agent-card.json',
  input: NO_INPUT,
  output: AgentCard,
  tag: 'Agents',
  summary: 'Get the agent card',
  description: `What the agent can do and where it is asked, as A2A ${A2A_VERSION} describes it.`,
  examples,
})
