import { Command, CommanderError } from 'commander'
import { failureText, printsJson } from '#app/commands/print.ts'
import { up } from '#app/commands/up.ts'
import { outliveErrors } from '#app/process/process-errors.ts'
import { stopSignal } from '#app/process/shutdown.ts'
import { VERSION } from '#app/process/version.ts'
import { errorMessageOf } from '#contract/error-message.ts'

outliveErrors()
const signal = stopSignal()
const program = new Command('svc')
  .description('Run and operate the evidence research service')
  .version(`svc ${VERSION} (API 1, Node ${process.versions.node})`, '--version', 'print the versions')
  // Its own exit would come before the error of a standard output that cannot be written.
  .exitOverride()
  .showHelpAfterError(!printsJson(process.argv))
  .configureOutput({
    writeErr: (text) => process.stderr.write(text),
    outputError: (text, write) =>
      write(
        printsJson(process.argv)
          ? `${failureText(text.replace('error: ', '').trim(), process.argv)}\n`
          : text,
      ),
  })

program
  .command('up')
  .description('Run everything in one process (on an embedded PostgreSQL unless DATABASE_URL is set)')
  .option('--sandbox', 'read the sandbox instead of the real providers')
  .action((options: { sandbox?: true }) => up({ sandbox: options.sandbox === true }, signal))
// `up` starts PostgreSQL before it loads the rest of the service.
if (process.argv[2] !== 'up') (await import('#app/commands/all.ts')).addCommands(program, signal)

try {
  await program.parseAsync()
} catch (error) {
  // The parser has said what it has to say. After a help or a version the status is that of standard output.
  const wasSaid = error instanceof CommanderError
  if (!wasSaid) console.error(failureText(errorMessageOf(error), process.argv))
  if (!wasSaid || error.exitCode !== 0) process.exitCode = 1
}
