import type { Command } from 'commander'
import { type ListenOptions, listenForWebhooks } from '../webhook-trial/listen-webhooks.ts'
import { triggerEvent } from '../webhook-trial/trigger.ts'
import { onService } from './operate.ts'
import { printResult } from './print.ts'

/** Adds the commands for people who build a webhook receiver. */
export function addWebhookCommands(program: Command, signal: AbortSignal): void {
  const webhooks = program.command('webhooks').description('Try a webhook receiver on this machine')
  webhooks
    .command('listen')
    .description('Forward the changes of a service to a URL, signed like deliveries, until Ctrl-C')
    .requiredOption('--forward <url>', 'where to send them, for example http://localhost:3000/hook')
    .option('--url <url>', 'the service to read (default: the one of this data folder)')
    .option('--after <cursor>', 'begin after this cursor (default: where the last run stopped, or now)')
    .option('--types <list>', 'only these event types, separated by commas (default: all that are delivered)')
    .option('--secret <secret>', 'sign with this whsec_ secret (default: a new one, printed at the start)')
    .action((options: ListenOptions) => listenForWebhooks(options, signal))
  printResult(
    webhooks
      .command('trigger <type>')
      .description('Cause an event of this type in the sandbox, and run the pipelines until it is recorded'),
    {
      run: (type: string) => onService((service) => triggerEvent({ type, signal }, service)),
      line: ({ type, id, revision, project, summary }) =>
        `${type}  ${id}  revision ${revision}  ${project ?? '-'}  ${summary}`,
    },
  )
}
