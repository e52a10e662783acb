import type { Site } from '../site/links.ts'
import { SERVER_DESCRIPTION, SERVER_TITLE, serverEndpoint, serverName } from './server-card.ts'

/** The reserved host in the entry of the software, which belongs to no deployment. */
const NAMELESS: Site = { baseUrl: 'https://svc.example' }
/** The host of a deployment, which the client asks its user for. */
const HOST = {
  description: 'Host of the deployment to read, as in svc.example',
  isRequired: true,
  placeholder: 'svc.example',
}
const KEY = {
  name: 'x-api-key',
  description: 'Optional: every tool answers without a key. A key raises the rate limit.',
  isRequired: false,
  isSecret: true,
}

/**
 * The entry of a deployment in the MCP registry. Without a site it is the entry of the software: the client then asks
 * for the host of a deployment. @source MCP registry, server.json of 2025-12-11
 */
export function registryEntry({ version }: { readonly version: string }, site?: Site) {
  const shared = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: serverName(site ?? NAMELESS),
    title: SERVER_TITLE,
    description: SERVER_DESCRIPTION,
    version,
  }
  const type = 'streamable-http'
  const headers = [KEY]
  if (site !== undefined)
    return {
      ...shared,
      websiteUrl: `${site.baseUrl}/api`,
      remotes: [{ type, url: serverEndpoint(site), headers }],
    }
  const url = serverEndpoint({ baseUrl: 'https://{host}' })
  return { ...shared, remotes: [{ type, url, headers, variables: { host: HOST } }] }
}

/** The entry as the file `server.json` has it. */
export function registryFile(entry: ReturnType<typeof registryEntry>): string {
  return `${JSON.stringify(entry, null, 2)}\n`
}
