import type { Command } from 'commander'
import { type MirrorOptions, mirrorLedger } from '../mirror/mirror-ledger.ts'

/** Adds the command that keeps a copy of the ledger. */
export function addMirrorCommand(program: Command, signal: AbortSignal): void {
  program
    .command('mirror')
    .description('Keep a copy of the change ledger of a service current, until Ctrl-C')
    .requiredOption('--to <target>', 'a file of JSON Lines, or postgres://… for the table svc_changes')
    .option('--url <url>', 'the service to read (default: the one of this data folder)')
    .option('--key-env <name>', 'environment variable that holds an API key (default: no key)')
    .option('--once', 'end at the newest change')
    .action((options: MirrorOptions) => mirrorLedger(options, signal))
}
