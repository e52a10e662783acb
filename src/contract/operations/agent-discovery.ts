import { Type } from 'typebox'
import { namedObject } from '../enums.ts'
import { definePublicRead, NO_INPUT } from '../operation.ts'
import { Url } from '../shapes/fields.ts'
import aiCatalogExamples from './examples/ai-catalog.json' with { type: 'json' }
import serverCardExamples from './examples/server-card.json' with { type: 'json' }

const Remote = Type.Object({
  type: Type.Literal('streamable-http'),
  url: Url,
  supportedProtocolVersions: Type.Array(Type.String(), { minItems: 1 }),
})

/** What a client needs to connect to the MCP server. It lists no tools. @source MCP, SEP-2127 */
export const ServerCard = namedObject('ServerCard', {
  $schema: Type.Literal('https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'),
  name: Type.String({ pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$', maxLength: 200 }),
  title: Type.String({ minLength: 1, maxLength: 100 }),
  description: Type.String({ minLength: 1, maxLength: 100 }),
  version: Type.String(),
  websiteUrl: Url,
  remotes: Type.Array(Remote),
})

export const serverCard = definePublicRead({
  name: 'serverCard',
  operationId: 'getMcpServerCard',
  path: '/mcp/server-card',
  input: NO_INPUT,
  output: ServerCard,
  media: 'application/mcp-server-card+json',
  tag: 'Agents',
  summary: 'Get the card of the MCP server',
  description:
    'How to connect to the MCP server of this deployment. A client lists the tools after connecting.',
  examples: serverCardExamples,
})

const Entry = Type.Object({
  identifier: Type.String({ pattern: '^urn:air:' }),
  type: Type.String(),
  url: Url,
})

/** What agents can use of this deployment. @source AI Catalog 1.0 */
export const AiCatalog = namedObject('AiCatalog', {
  specVersion: Type.Literal('1.0'),
  entries: Type.Array(Entry),
})

export const aiCatalog = definePublicRead({
  name: 'aiCatalog',
  operationId: 'getAiCatalog',
  path: '/.well-known/ai-catalog.json',
  input: NO_INPUT,
  output: AiCatalog,
  media: 'application/ai-catalog+json',
  tag: 'Agents',
  summary: 'Get the AI catalog',
  description: 'The cards and descriptions by which agents find the interfaces of this deployment.',
  examples: aiCatalogExamples,
})
