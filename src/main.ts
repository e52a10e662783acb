import { Command } from 'commander'
import { addAccountCommands } from '#app/commands/accounts.ts'
import { addOperatorCommands } from '#app/commands/operate.ts'
import { migrateOnce, serve, work } from '#app/commands/run.ts'
import { addSandboxCommands } from '#app/commands/sandbox.ts'
import { up } from '#app/commands/up.ts'
import { stopSignal } from '#app/shutdown.ts'

const signal = stopSignal()
const program = new Command('svc')
  .description('evidence research service')
  .showHelpAfterError()
  .configureOutput({ writeErr: (text) => process.stderr.write(text) })

program
  .command('up')
  .description('run everything in one process, on an embedded PostgreSQL unless DATABASE_URL is set')
  .option('--sandbox', 'read a stand-in for the outside world instead of the real providers')
  .action((options: { sandbox?: true }) => up({ sandbox: options.sandbox === true }, signal))
program
  .command('serve')
  .description('serve the API on the database that DATABASE_URL or DATA_DIR names')
  .option('--workers <number>', 'how many processes share the port: a number, or cores')
  .action((options: { workers?: string }) => serve(options, signal))
program
  .command('work')
  .description('run the pipelines on the database that DATABASE_URL or DATA_DIR names')
  .action(() => work(signal))
program.command('migrate').description('bring the database to the newest migration').action(migrateOnce)
addOperatorCommands(program, signal)
addAccountCommands(program)
addSandboxCommands(program, signal)

try {
  await program.parseAsync()
} catch (error) {
  console.error(`svc: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
