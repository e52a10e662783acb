import { definePublicRead } from '../operation.ts'
import { A2A_VERSION } from '../shapes/a2a.ts'
import { AgentCard } from '../shapes/agent-card.ts'

export const agentCard = definePublicRead({
  name: 'agentCard',
  operationId: 'getAgentCard',
  path: '/.well-known/agent-card.json',
  input: { path: {}, query: {} },
  output: AgentCard,
  tag: 'Agents',
  summary: 'Get the agent card',
  description: `What the agent can do and where it is asked, as A2A ${A2A_VERSION} describes it.`,
  examples: [
    {
      name: 'card',
      summary: 'The card',
      input: {},
      answer: {
        name: 'Evidence Research Service',
        description: 'Answers what is recorded of projects on chain 4663, each line with its evidence.',
        version: '0.1.0',
        supportedInterfaces: [
          { url: 'https://svc.example/api/a2a', protocolBinding: 'JSONRPC', protocolVersion: A2A_VERSION },
        ],
        provider: { organization: 'Evidence Research Service', url: 'https://svc.example/api' },
        documentationUrl: 'https://svc.example/llms.txt',
        capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
        securitySchemes: {
          apiKey: {
            apiKeySecurityScheme: {
              location: 'header',
              name: 'x-api-key',
              description: 'Optional: a key raises the rate limit',
            },
          },
        },
        defaultInputModes: ['text/plain', 'application/json'],
        defaultOutputModes: ['text/plain', 'application/json'],
        skills: [
          {
            id: 'builder_status',
            name: 'Tell whether a project ships',
            description: 'Whether a project ships, what it shipped last, and how well that is measured',
            tags: ['activity'],
            examples: ['Is Lumen still building?'],
          },
        ],
      } satisfies AgentCard,
    },
  ],
})
