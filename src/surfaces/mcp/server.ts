import {
  type CallToolResult,
  type CompleteRequestParams,
  type CompleteResult,
  type ReadResourceResult,
  Server,
} from '@modelcontextprotocol/server'
import { integration } from '#contract/parameters/parameter.ts'
import { SERVER_TITLE, serverName } from '#views/agent/server-card.ts'
import { textOfBytes } from '../http/content.ts'
import type { CountedCall, ProtocolCall } from '../protocol.ts'
import { type CalledTool, callTool, type ToolMessage } from './call-tool.ts'
import { complete } from './completion.ts'
import { INSTRUCTIONS } from './guide.ts'
import { wholeList, withFixedFaults } from './handling.ts'
import { getPrompt, PROMPTS } from './prompts.ts'
import { RESOURCE_TEMPLATES, RESOURCES, readResource } from './resources.ts'
import { LISTED_TOOLS } from './tools.ts'

/** Answers the questions in messages: this process, or the service at an address. */
export type Backend = {
  readonly callTool: (call: ToolMessage) => Promise<CalledTool>
  readonly readResource: (uri: string) => Promise<ReadResourceResult>
  readonly complete: (params: CompleteRequestParams) => Promise<CompleteResult>
}

/** The backend of this process. */
export function ownBackend(call: ProtocolCall): Backend {
  return {
    callTool: (message) => callTool(message, call),
    readResource: (uri) => readResource(uri, call),
    complete: (params) => complete(params, call),
  }
}

/** How long clients may cache lists. The lists change with a release only. */
const LISTS = { ttlMs: 3_600_000, cacheScope: 'public' } as const
const READ = { ttlMs: 60_000, cacheScope: 'public' } as const

/**
 * Makes the server that answers one message, or one stdio connection, by either generation of the protocol. Servers
 * share nothing. The low-level server of the SDK is used because the tables of tools are JSON Schema already.
 */
export function mcpServer(
  call: Pick<ProtocolCall, 'requestId' | 'failed' | 'baseUrl' | 'version' | 'count'> & {
    readonly backend: Backend
  },
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
  const { backend } = call
  const guarded = withFixedFaults(call)
  server.setRequestHandler('tools/list', wholeList({ tools: LISTED_TOOLS }))
  server.setRequestHandler('tools/call', ({ params: { name, arguments: args } }) =>
    guarded(async (): Promise<CallToolResult> => {
      const { bytes, isAnswer } = await backend.callTool({ name, args })
      if (isAnswer) call.count({ surface: 'mcp', capability: name, ...declaredBy(server) })
      return JSON.parse(textOfBytes(bytes))
    }),
  )
  server.setRequestHandler('resources/list', wholeList({ resources: RESOURCES }))
  server.setRequestHandler('resources/templates/list', wholeList({ resourceTemplates: RESOURCE_TEMPLATES }))
  server.setRequestHandler('resources/read', ({ params }) => guarded(() => backend.readResource(params.uri)))
  server.setRequestHandler('prompts/list', wholeList({ prompts: PROMPTS }))
  server.setRequestHandler('prompts/get', ({ params }) =>
    getPrompt({ name: params.name, args: params.arguments ?? {} }),
  )
  server.setRequestHandler('completion/complete', ({ params }) => guarded(() => backend.complete(params)))
  return server
}

/** The integration that the client declares as its name; nothing when the name has another form. */
function declaredBy(server: Server): Pick<CountedCall, 'integration'> {
  return integrationOf(server.getClientVersion()?.name)
}

const INTEGRATION = integration()

/** The integration with a client's name; nothing when the name has another form. */
export function integrationOf(name: string | undefined): Pick<CountedCall, 'integration'> {
  const declared = name === undefined ? undefined : INTEGRATION.parse(name.toLowerCase())
  return declared !== undefined && 'value' in declared ? { integration: declared.value } : {}
}
