import type { Command } from 'commander'
import { addAccountCommands } from './accounts.ts'
import { addDeliveryCommands } from './deliveries.ts'
import { addDoctorCommand } from './doctor.ts'
import { addMirrorCommand } from './mirror.ts'
import { addOperatorCommands } from './operate.ts'
import { addSandboxCommands } from './sandbox.ts'
import { addStatusCommand } from './status.ts'
import { addToolCommands } from './tools.ts'
import { addWebhookCommands } from './webhooks.ts'

/** Loads the API and the pipelines only for commands that serve or work. Other commands would wait for the load. */
const loadRun = () => import('./run.ts')

/** Adds every command except `up`. */
export function addCommands(program: Command, signal: AbortSignal): void {
  program
    .command('serve')
    .description('Serve the API')
    .option('--workers <number>', 'number of processes that share the port, or "cores"')
    .action(async (options: { workers?: string }) => (await loadRun()).serve(options, signal))
  program
    .command('work')
    .description('Run the pipelines')
    .action(async () => (await loadRun()).work(signal))
  program
    .command('migrate')
    .description('Apply the database migrations')
    .action(async () => (await loadRun()).migrateOnce())
  addStatusCommand(program)
  addDoctorCommand(program)
  addOperatorCommands(program, signal)
  addAccountCommands(program)
  addDeliveryCommands(program)
  addWebhookCommands(program, signal)
  addMirrorCommand(program, signal)
  addToolCommands(program, signal)
  addSandboxCommands(program, signal)
}
