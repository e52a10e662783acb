import { expect, test } from 'vitest'
import { serverCard } from './server-card.ts'

const cardAt = (baseUrl: string, paths: readonly `/${string}`[]) =>
  serverCard({ operations: paths.map((path) => ({ path })), version: '1.2.3' }, { baseUrl })

test('names the endpoint where the deployment has one', () => {
  expect(cardAt('https://svc.example', ['/mcp', '/api']).remotes).toEqual([
    {
      type: 'streamable-http',
      url: 'https://svc.example/mcp',
      supportedProtocolVersions: expect.arrayContaining(['2026-07-28', '2025-06-18']),
    },
  ])
  expect(cardAt('https://svc.example', ['/api']).remotes).toEqual([])
})

test.each([
  ['https://svc.research.example/sub', 'example.research.svc'],
  ['http://127.0.0.1:4663', '1.0.0.127'],
  ['http://[::1]:4663', '-1-'],
])('the name of the server of %s begins with %s', (baseUrl, domain) => {
  const { name } = cardAt(baseUrl, [])
  expect(name).toBe(`${domain}/evidence-research-service`)
  expect(name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
})
