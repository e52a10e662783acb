import { Type } from 'typebox'
import { namedObject } from '../enums.ts'
import { definePublicRead, NO_INPUT } from '../operation.ts'
import { Url } from '../shapes/fields.ts'
import apiCatalogExamples from './examples/api-catalog.json' with { type: 'json' }
import guideExamples from './examples/guide.json' with { type: 'json' }
import securityTextExamples from './examples/security-text.json' with { type: 'json' }

export const guide = definePublicRead({
  name: 'guide',
  operationId: 'getGuide',
  path: '/llms.txt',
  input: NO_INPUT,
  output: Type.String({ $id: 'Guide', title: 'Guide', description: 'Markdown, as llmstxt.org describes it' }),
  media: 'text/plain',
  tag: 'Pages and images',
  summary: 'Get the text guide for language models',
  description: 'The rules of every answer and a link to every read of this deployment, in Markdown.',
  examples: guideExamples,
})

export const securityText = definePublicRead({
  name: 'securityText',
  operationId: 'getSecurityText',
  path: '/.well-known/security.txt',
  input: NO_INPUT,
  output: Type.String({ $id: 'SecurityText', title: 'SecurityText', description: 'RFC 9116' }),
  media: 'text/plain',
  tag: 'Service',
  summary: 'Get where to report a vulnerability',
  description: 'The contact for vulnerability reports, as RFC 9116 describes it.',
  examples: securityTextExamples,
})

const Target = namedObject('CatalogTarget', {
  href: Url,
  type: Type.String(),
  title: Type.Optional(Type.String()),
})
const Context = Type.Object({
  anchor: Url,
  'service-desc': Type.Array(Target, { minItems: 1, description: 'The OpenAPI document' }),
  'service-doc': Type.Array(Target, { minItems: 1, description: 'The guides' }),
  'service-meta': Type.Array(Target, { minItems: 1, description: 'Schemas of bodies' }),
  status: Type.Array(Target, { minItems: 1 }),
})

/** The APIs of the deployment, with their descriptions. @source RFC 9727 and RFC 9264 */
export const ApiCatalog = namedObject('ApiCatalog', { linkset: Type.Array(Context, { minItems: 1 }) })

export const apiCatalog = definePublicRead({
  name: 'apiCatalog',
  operationId: 'getApiCatalog',
  path: '/.well-known/api-catalog',
  input: NO_INPUT,
  output: ApiCatalog,
  media: 'application/linkset+json',
  relation: 'api-catalog',
  tag: 'Service',
  summary: 'Get the API catalog',
  description: 'Where the API is described, as RFC 9727 describes it.',
  examples: apiCatalogExamples,
})
