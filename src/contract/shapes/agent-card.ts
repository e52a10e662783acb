import { type Static, Type } from 'typebox'
import { namedObject } from '../enums.ts'
import { A2A_VERSION } from './a2a.ts'
import { AgentCapability } from './agent-answer.ts'
import { Url } from './fields.ts'

const Words = Type.String({ minLength: 1 })
const No = Type.Literal(false)

function someOf<T extends Parameters<typeof Type.Array>[0]>(schema: T) {
  return Type.Array(schema, { minItems: 1 })
}

const AgentSkill = namedObject('AgentSkill', {
  id: AgentCapability,
  name: Words,
  description: Words,
  tags: someOf(Words),
  examples: someOf(Words),
})

/** What the agent can do and where it is asked. @source A2A 1.0, section 4.4.1 */
export const AgentCard = namedObject('AgentCard', {
  name: Words,
  description: Words,
  version: Type.String({ minLength: 1, description: 'Version of the service' }),
  supportedInterfaces: someOf(
    Type.Object({
      url: Url,
      protocolBinding: Type.Literal('JSONRPC'),
      protocolVersion: Type.Literal(A2A_VERSION),
    }),
  ),
  provider: Type.Object({ organization: Words, url: Url }),
  documentationUrl: Url,
  capabilities: Type.Object({ streaming: No, pushNotifications: No, extendedAgentCard: No }),
  securitySchemes: Type.Object({
    apiKey: Type.Object({
      apiKeySecurityScheme: Type.Object({
        location: Type.Literal('header'),
        name: Words,
        description: Words,
      }),
    }),
  }),
  defaultInputModes: someOf(Words),
  defaultOutputModes: someOf(Words),
  skills: someOf(AgentSkill),
  signatures: Type.Optional(someOf(Type.Object({ protected: Words, signature: Words }))),
})
export type AgentCard = Static<typeof AgentCard>
