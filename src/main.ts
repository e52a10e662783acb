import { Command } from 'commander'
import { addAccountCommands } from '#app/commands/accounts.ts'
import { addDeliveryCommands } from '#app/commands/deliveries.ts'
import { addOperatorCommands } from '#app/commands/operate.ts'
import { migrateOnce, serve, work } from '#app/commands/run.ts'
import { addSandboxCommands } from '#app/commands/sandbox.ts'
import { addToolCommand } from '#app/commands/tools.ts'
import { up } from '#app/commands/up.ts'
import { addWebhookCommands } from '#app/commands/webhooks.ts'
import { outliveErrors } from '#app/process-errors.ts'
import { stopSignal } from '#app/shutdown.ts'
import { VERSION } from '#app/version.ts'

outliveErrors()
const signal = stopSignal()
const program = new Command('svc')
  .description('Run and operate the evidence research service')
  .version(`svc ${VERSION} (API 1, Node ${process.versions.node})`, '--version', 'print the versions')
  .showHelpAfterError()
  .configureOutput({ writeErr: (text) => process.stderr.write(text) })

program
  .command('up')
  .description('Run everything in one process (on an embedded PostgreSQL unless DATABASE_URL is set)')
  .option('--sandbox', 'read the sandbox instead of the real providers')
  .action((options: { sandbox?: true }) => up({ sandbox: options.sandbox === true }, signal))
program
  .command('serve')
  .description('Serve the API')
  .option('--workers <number>', 'number of processes that share the port, or "cores"')
  .action((options: { workers?: string }) => serve(options, signal))
program
  .command('work')
  .description('Run the pipelines')
  .action(() => work(signal))
program.command('migrate').description('Apply the database migrations').action(migrateOnce)
addOperatorCommands(program, signal)
addAccountCommands(program)
addDeliveryCommands(program)
addWebhookCommands(program, signal)
addToolCommand(program, signal)
addSandboxCommands(program, signal)

try {
  await program.parseAsync()
} catch (error) {
  console.error(`svc: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
