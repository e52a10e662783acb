import { Server } from '@modelcontextprotocol/server'
import { integration } from '#contract/parameter.ts'
import { SERVER_TITLE, serverName } from '#views/agent/server-card.ts'
import type { CountedCall, ProtocolCall } from '../protocol.ts'
import { callTool } from './call-tool.ts'
import { complete } from './completion.ts'
import { INSTRUCTIONS } from './guide.ts'
import { onePage, withFixedFaults } from './handling.ts'
import { getPrompt, PROMPTS } from './prompts.ts'
import { RESOURCE_TEMPLATES, RESOURCES, readResource } from './resources.ts'
import { LISTED_TOOLS } from './tools/table.ts'

/** What a message is answered with. */
export type McpContext = Pick<ProtocolCall, 'ask' | 'requestId' | 'failed'> & {
  readonly site: { readonly baseUrl: string }
  /** Counts an answered call of a tool. */
  readonly count: (tool: string) => void
}

/** The lists change with a release only. */
const LISTS = { ttlMs: 3_600_000, cacheScope: 'public' } as const
const READ = { ttlMs: 60_000, cacheScope: 'public' } as const

/**
 * Makes the server that answers one message, or one stdio connection, in either era of the protocol. Nothing is shared
 * between servers. The low-level server is used because the tables of tools are JSON Schema already.
 */
export function mcpServer(
  call: Pick<ProtocolCall, 'ask' | 'requestId' | 'failed' | 'baseUrl' | 'version' | 'count'>,
): Server {
  const server = new Server(
    { name: serverName(call), title: SERVER_TITLE, version: call.version },
    {
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false, subscribe: false },
        prompts: { listChanged: false },
        completions: {},
      },
      instructions: INSTRUCTIONS,
      cacheHints: {
        'server/discover': LISTS,
        'tools/list': LISTS,
        'prompts/list': LISTS,
        'resources/list': LISTS,
        'resources/templates/list': LISTS,
        'resources/read': READ,
      },
    },
  )
  const { ask, requestId, failed, baseUrl } = call
  const count = (capability: string) => call.count({ surface: 'mcp', capability, ...declaredBy(server) })
  const context: McpContext = { ask, requestId, failed, count, site: { baseUrl } }
  const guarded = withFixedFaults(context)
  server.setRequestHandler('tools/list', onePage({ tools: LISTED_TOOLS }))
  server.setRequestHandler('tools/call', ({ params }) =>
    guarded(() => callTool({ name: params.name, args: params.arguments }, context)),
  )
  server.setRequestHandler('resources/list', onePage({ resources: RESOURCES }))
  server.setRequestHandler('resources/templates/list', onePage({ resourceTemplates: RESOURCE_TEMPLATES }))
  server.setRequestHandler('resources/read', ({ params }) => guarded(() => readResource(params.uri, context)))
  server.setRequestHandler('prompts/list', onePage({ prompts: PROMPTS }))
  server.setRequestHandler('prompts/get', ({ params }) =>
    getPrompt({ name: params.name, args: params.arguments ?? {} }),
  )
  server.setRequestHandler('completion/complete', ({ params }) => guarded(() => complete(params, ask)))
  return server
}

const INTEGRATION = integration()

/** The integration that the client declares as its name; nothing when the name has another form. */
function declaredBy(server: Server): Pick<CountedCall, 'integration'> {
  const name = server.getClientVersion()?.name
  const declared = name === undefined ? undefined : INTEGRATION.parse(name.toLowerCase())
  return declared !== undefined && 'value' in declared ? { integration: declared.value } : {}
}
