import { type TSchema, Type } from 'typebox'
import { namedList, namedObject } from '../enums.ts'
import { definePublicRead, NO_INPUT, type Operation } from '../operation.ts'
import { ReadAddress } from '../shapes/agent-contract.ts'
import { Url } from '../shapes/fields.ts'
import { ServiceStatus } from '../shapes/status.ts'
import healthExamples from './examples/health.json' with { type: 'json' }
import indexExamples from './examples/index.json' with { type: 'json' }
import openapiExamples from './examples/openapi.json' with { type: 'json' }
import openapi30Examples from './examples/openapi30.json' with { type: 'json' }
import readinessExamples from './examples/readiness.json' with { type: 'json' }
import statusExamples from './examples/status.json' with { type: 'json' }

/** The schema of an answer that the operation returns as JSON text. The text is sent unchanged. */
function written(schema: TSchema) {
  return Type.Unsafe<string>(schema)
}

export const status = definePublicRead({
  name: 'status',
  operationId: 'getStatus',
  path: '/api/status',
  input: NO_INPUT,
  output: ServiceStatus,
  tag: 'Service',
  summary: 'Get the status of pipelines and providers',
  description:
    'When each pipeline last ran and whether it is fresh, the providers they read, and the head of the change ledger. Before the first run fresh is null, not false.',
  examples: statusExamples,
})

const AgentContract = Type.Object({ url: Url, description: Type.String() })

export const index = definePublicRead({
  name: 'index',
  operationId: 'getApiIndex',
  path: '/api',
  input: NO_INPUT,
  output: namedObject('ApiIndex', {
    agentContract: AgentContract,
    byContract: ReadAddress,
    openapi: Url,
    status: Url,
    reads: Type.Array(ReadAddress),
  }),
  tag: 'Service',
  summary: 'Get the API index',
  description: 'The address of the agent contract, the Partner Card of a contract, and every read.',
  examples: indexExamples,
})

export const openapi = definePublicRead({
  name: 'openapi',
  operationId: 'getOpenApi',
  path: '/openapi.json',
  input: NO_INPUT,
  output: written(namedObject('OpenApiDescription', { openapi: Type.String({ pattern: '^3\\.1\\.' }) })),
  tag: 'Service',
  summary: 'Get the OpenAPI document',
  description: 'The OpenAPI 3.1 document of all answers and webhooks.',
  examples: openapiExamples,
})

export const openapi30 = definePublicRead({
  name: 'openapi30',
  operationId: 'getOpenApi30',
  path: '/openapi-3.0.json',
  input: NO_INPUT,
  output: written(namedObject('OpenApi30Description', { openapi: Type.String({ pattern: '^3\\.0\\.' }) })),
  tag: 'Service',
  summary: 'Get the OpenAPI document as 3.0',
  description:
    'The same document as OpenAPI 3.0.3, for tools that do not read 3.1. It has no webhooks, and a field of a named type has no words of its own.',
  examples: openapi30Examples,
})

export const health = {
  name: 'health',
  operationId: 'getHealth',
  method: 'GET',
  path: '/healthz',
  input: NO_INPUT,
  output: namedObject('Health', {
    status: namedList('HealthStatus', ['ok', 'degraded']),
    message: Type.Optional(Type.String()),
  }),
  errors: [],
  caller: 'anyone',
  status: 200,
  bodyBytes: 0,
  cacheable: 'never',
  counted: false,
  cost: 0,
  tag: 'Service',
  summary: 'Check whether this process is alive',
  description:
    'Answers 200 while the process runs, so that nothing restarts it because of its database. Degraded, with the reason, while it stops, or its database is away or full. Calls count against no rate limit.',
  examples: healthExamples,
} as const satisfies Operation

export const readiness = {
  ...health,
  name: 'readiness',
  operationId: 'getReadiness',
  path: '/readyz',
  output: namedObject('Readiness', { status: Type.Literal('ready') }),
  summary: 'Check whether this process may take traffic',
  description:
    'Answers ready, or 503 while it stops or does not reach its database. A process listens only when the migrations of its version are applied. Calls count against no rate limit.',
  examples: readinessExamples,
} as const satisfies Operation
