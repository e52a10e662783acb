import { readFile } from 'node:fs/promises'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import published from '../../../server.json' with { type: 'json' }
import schema from '../../../test/mcp-registry/server.schema.json' with { type: 'json' }
import { registryEntry, registryFile } from './registry-entry.ts'

const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true }))
const isEntry = ajv.compile(schema)
const faultsOf = (entry: unknown) => (isEntry(entry) ? [] : isEntry.errors)

describe('server.json', () => {
  test('has the form that the MCP registry publishes', () => {
    expect(published.$schema).toBe(schema.$id)
    expect(faultsOf(published)).toEqual([])
    expect(faultsOf({ ...published, description: 'x'.repeat(101) })).not.toEqual([])
  })

  test('has the version of the service', async () => {
    expect(published.version).toBe(manifest.version)
    const file = await readFile(new URL('../../../server.json', import.meta.url), 'utf8')
    expect(file).toBe(registryFile(registryEntry(manifest)))
  })

  test('names no deployment: the client fills in the host', () => {
    const [remote] = published.remotes
    expect([remote?.type, remote?.url]).toEqual(['streamable-http', 'https://{host}/mcp'])
    expect(remote?.variables.host.isRequired).toBe(true)
  })
})

test('the entry of a deployment has its name and its address', () => {
  const entry = registryEntry({ version: '1.2.3' }, { baseUrl: 'https://evidence.research.example' })
  expect(faultsOf(entry)).toEqual([])
  expect(entry).toMatchObject({
    name: 'example.research.evidence/evidence-research-service',
    version: '1.2.3',
    websiteUrl: 'https://evidence.research.example/api',
    remotes: [{ type: 'streamable-http', url: 'https://evidence.research.example/mcp' }],
  })
  expect(JSON.stringify(entry)).not.toContain('{host}')
})
