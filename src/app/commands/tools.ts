import type { Command } from 'commander'
import { printRegistryEntry } from '../tools/registry-entry.ts'
import { serveTools, type ToolOptions } from '../tools/serve-tools.ts'

/**
 * Adds `mcp`, a tool server for clients that start one as a process, and `server-json`, the entry of this deployment in
 * the registry.
 */
export function addToolCommands(program: Command, signal: AbortSignal): void {
  program
    .command('mcp')
    .description('Serve the tools of a service on stdin and stdout (Model Context Protocol)')
    .requiredOption('--url <url>', 'the service to read, for example http://127.0.0.1:4663')
    .option('--key-env <name>', 'environment variable that holds an API key (default: no key)')
    .action((options: ToolOptions) => serveTools(options, signal))
  program
    .command('server-json')
    .description('Print server.json, the entry of this deployment (BASE_URL) in the MCP registry')
    .action(printRegistryEntry)
}
