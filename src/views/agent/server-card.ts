import { CHAIN_ID } from '#contract/ids.ts'
import type { Operation } from '#contract/operation.ts'
import type { Output } from '#contract/operations/index.ts'
import { hostOf, type Site } from '../site/links.ts'

const ENDPOINT = '/mcp'
/** The protocol revisions that the endpoint answers, newest first. */
const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26']

export const SERVER_TITLE = 'Evidence Research Service'
export const SERVER_DESCRIPTION = `What is recorded of projects on chain ${CHAIN_ID}, each value with its evidence`

/** The name of the MCP server: the labels of its host in reverse order, then the name of the software. */
export function serverName(site: Site): string {
  return `${hostOf(site).split('.').reverse().join('.')}/evidence-research-service`
}

/** The address of the MCP server. */
export function serverEndpoint({ baseUrl }: Site): string {
  return `${baseUrl}${ENDPOINT}`
}

/** How to connect to the MCP server. The card names its endpoint only where this deployment has it. */
export function serverCard(
  input: { readonly operations: readonly Pick<Operation, 'path'>[]; readonly version: string },
  site: Site,
): Output<'serverCard'> {
  const served = input.operations.filter(({ path }) => path === ENDPOINT)
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: serverName(site),
    title: SERVER_TITLE,
    description: SERVER_DESCRIPTION,
    version: input.version,
    websiteUrl: `${site.baseUrl}/api`,
    remotes: served.map(() => ({
      type: 'streamable-http',
      url: serverEndpoint(site),
      supportedProtocolVersions: REVISIONS,
    })),
  }
}
