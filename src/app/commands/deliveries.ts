import type { Command } from 'commander'
import { listDeliveries, redeliver } from '#operator/deliveries.ts'
import { operate } from './operate.ts'
import { printResult } from './print.ts'

type Line = Awaited<ReturnType<typeof redeliver>>

/** Adds the commands for webhook deliveries. */
export function addDeliveryCommands(program: Command): void {
  const delivery = program.command('delivery').description('Manage webhook deliveries')
  const list = delivery
    .command('list')
    .description('List webhook deliveries of every account, newest first')
    .option('--status <status>', 'only deliveries of this status, for example DEAD')
  printResult(list, {
    run: () => operate((deps) => listDeliveries({ status: list.opts<{ status?: string }>().status }, deps)),
    line,
  })
  printResult(delivery.command('redeliver <id>').description('Send a DEAD delivery again, under its id'), {
    run: (id: string) => operate((deps) => redeliver({ id }, deps)),
    line,
  })
}

function line({ id, status, type, eventId, account, url, createdAt, attempts }: Line): string {
  const last = attempts.at(-1)
  const ended = last === undefined ? 'no attempt' : `attempt ${last.number}: ${outcomeOf(last)}`
  return `${id}  ${status}  ${type}  ${eventId ?? '-'}  ${account}  ${url}  ${createdAt}  ${ended}`
}

function outcomeOf({ outcome, statusCode }: Line['attempts'][number]): string {
  if (outcome === null) return 'unknown'
  return statusCode === null ? outcome : `${outcome} ${statusCode}`
}
