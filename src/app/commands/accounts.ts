import type { Command } from 'commander'
import { createKey, holdAccount, listKeys, releaseAccount, revoke } from '#operator/accounts.ts'
import type { Service } from '../service.ts'
import { onService } from './operate.ts'
import { printing } from './print.ts'

type AccountLine = { name: string; heldSince: string | null; heldReason: string | null }
type KeyLine = { id: string; account: AccountLine; tier: number; createdAt: string; revokedAt: string | null }

/** The operator's commands on keys and accounts of the service that runs. */
export function addAccountCommands(program: Command): void {
  const key = program.command('key').description('API keys: each belongs to an account and has a tier')
  const create = key
    .command('create')
    .description('give an account a key; its text is shown this once')
    .requiredOption('--account <name>', 'whose it is; a name not seen before makes the account')
    .option('--tier <tier>', '1, 2 or 3: its budget a minute and allowance a month', '1')
  printing(create, {
    run: () =>
      onService(async (service) => [
        await createKey(create.opts<{ account: string; tier: string }>(), operating(service)),
      ]),
    line: (created) => `${created.key}  id ${created.id}  account ${created.account}  tier ${created.tier}`,
  })
  printing(key.command('revoke <id>').description('end a key for ever'), {
    run: (id: string) => onService(async (service) => [await revoke({ id }, operating(service))]),
    line: keyLine,
  })
  printing(key.command('list').description('every key, newest first, without its text'), {
    run: () => onService((service) => listKeys(operating(service))),
    line: keyLine,
  })
  const account = program.command('account').description('who has keys')
  const hold = account
    .command('hold <name>')
    .description('refuse its keys and pause its webhooks until it is released')
    .requiredOption('--reason <text>', 'why, for those who operate the service')
  printing(hold, {
    run: (name: string) =>
      onService(async (service) => [
        await holdAccount({ name, reason: hold.opts<{ reason: string }>().reason }, operating(service)),
      ]),
    line: accountLine,
  })
  printing(account.command('release <name>').description('end its hold'), {
    run: (name: string) => onService(async (service) => [await releaseAccount({ name }, operating(service))]),
    line: accountLine,
  })
}

function operating(service: Service) {
  return { database: service.database, now: service.clock.now() }
}

function keyLine({ id, account, tier, createdAt, revokedAt }: KeyLine): string {
  const state = revokedAt === null ? 'standing' : `revoked ${revokedAt}`
  return `${id}  ${account.name}  tier ${tier}  created ${createdAt}  ${state}`
}

function accountLine({ name, heldSince, heldReason }: AccountLine): string {
  return heldSince === null ? `${name}: not on hold` : `${name}: on hold since ${heldSince}: ${heldReason}`
}
