import { type Static, Type } from 'typebox'
import { namedObject } from '../enums.ts'
import { LIMITS } from '../limits.ts'
import { definePublicRead } from '../operation.ts'
import { IgnoredParameters, Url } from '../shapes/fields.ts'

const Read = Type.Object({ name: Type.String(), url: Type.String(), description: Type.String() })

/** What an agent may ask, how to read an answer, and how to cite it. @source contract, Agent interfaces */
export const AgentContract = namedObject('AgentContract', {
  description: Type.String(),
  rules: Type.Array(Type.String(), { minItems: 1, description: 'What holds for every answer' }),
  citing: Type.Object({ url: Type.String(), description: Type.String() }),
  limits: Type.Object({
    requestsPerMinute: Type.Integer({ minimum: 1, description: 'Of a caller without a key' }),
    cacheSeconds: Type.Integer({ minimum: 1, description: 'The highest age of an anonymous answer' }),
  }),
  reads: Type.Array(Read, { minItems: 1 }),
  openapi: Url,
  query: Type.Object({ ignoredParameters: IgnoredParameters }),
})
export type AgentContract = Static<typeof AgentContract>

export const agent = definePublicRead({
  name: 'agent',
  operationId: 'getAgentContract',
  path: '/api/agent',
  input: { path: {}, query: {} },
  output: AgentContract,
  tag: 'Service',
  summary: 'Get the agent contract',
  description:
    'What an agent may ask, the rules that hold for every answer, how to cite, and the limits. Parameters are ignored and named in `query.ignoredParameters`.',
  examples: [
    {
      name: 'contract',
      summary: 'The contract',
      input: {},
      answer: {
        description: 'What is recorded of projects on chain 4663, with evidence.',
        rules: ['An absent or null field is unknown.'],
        citing: {
          url: 'https://svc.example/api/evidence/{id}',
          description: 'The receipt of an evidence id',
        },
        limits: {
          requestsPerMinute: LIMITS.anonymousPerMinute,
          cacheSeconds: LIMITS.anonymousCacheSeconds,
        },
        reads: [
          {
            name: 'Get the Partner Card of a token',
            url: 'https://svc.example/api/v1/builder',
            description: 'What is recorded of the project behind a contract',
          },
        ],
        openapi: 'https://svc.example/openapi.json',
        query: { ignoredParameters: [] },
      } satisfies AgentContract,
    },
  ],
})
