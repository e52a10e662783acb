import { expect, test } from 'vitest'
import { aiCatalog } from './ai-catalog.ts'

const PATHS = ['/api', '/mcp/server-card', '/.well-known/agent-card.json', '/openapi.json'] as const
const site = { baseUrl: 'https://svc.example' }

test('lists each artifact with its identifier, its type and its address', () => {
  const operations = PATHS.map((path) => ({ path }))
  expect(aiCatalog(operations, site).entries).toEqual([
    {
      identifier: 'urn:air:svc.example:mcp:evidence-research-service',
      type: 'application/mcp-server-card+json',
      url: 'https://svc.example/mcp/server-card',
    },
    {
      identifier: 'urn:air:svc.example:a2a:evidence-research-service',
      type: 'application/a2a-agent-card+json',
      url: 'https://svc.example/.well-known/agent-card.json',
    },
    {
      identifier: 'urn:air:svc.example:api:evidence-research-service',
      type: 'application/openapi+json',
      url: 'https://svc.example/openapi.json',
    },
  ])
})

test('lists nothing that the deployment does not serve', () => {
  expect(aiCatalog([{ path: '/api' }], site)).toEqual({ specVersion: '1.0', entries: [] })
})
