import type { Command } from 'commander'
import { serveTools, type ToolOptions } from '../serve-tools.ts'

/** Adds the command for clients that start a tool server as a process. */
export function addToolCommand(program: Command, signal: AbortSignal): void {
  program
    .command('mcp')
    .description('Serve the tools of a service on stdin and stdout (Model Context Protocol)')
    .requiredOption('--url <url>', 'the service to read, for example http://127.0.0.1:4663')
    .option('--key-env <name>', 'environment variable that holds an API key (default: no key)')
    .action((options: ToolOptions) => serveTools(options, signal))
}
