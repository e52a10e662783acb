import type { Command } from 'commander'
import {
  createKey,
  holdAccount,
  inviteAccount,
  listAccounts,
  listKeys,
  releaseAccount,
  revoke,
} from '#operator/accounts.ts'
import { operate } from './operate.ts'
import { printResult } from './print.ts'

type AccountLine = { name: string; heldSince: string | null; heldReason: string | null }
type KeyLine = { id: string; account: AccountLine; tier: number; createdAt: string; revokedAt: string | null }

/** Adds the commands for keys and accounts. */
export function addAccountCommands(program: Command): void {
  const key = program.command('key').description('Manage API keys')
  const create = key
    .command('create')
    .description('Create an API key (its secret is shown once)')
    .requiredOption('--account <name>', 'account of the key; a new name creates the account')
    .option('--tier <tier>', '1, 2 or 3: sets the rate limit and the monthly allowance', '1')
  printResult(create, {
    run: () => operate((deps) => createKey(create.opts<{ account: string; tier: string }>(), deps)),
    line: (created) => `${created.key}  id ${created.id}  account ${created.account}  tier ${created.tier}`,
  })
  printResult(key.command('revoke <id>').description('Revoke an API key permanently'), {
    run: (id: string) => operate((deps) => revoke({ id }, deps)),
    line: keyLine,
  })
  printResult(key.command('list').description('List API keys (secrets are not shown)'), {
    run: () => operate(listKeys),
    line: keyLine,
  })
  const account = program.command('account').description('Invite, list, suspend and resume accounts')
  printResult(account.command('list').description('List accounts with their keys, passkeys and holds'), {
    run: () => operate(listAccounts),
    line: (listed) =>
      [
        accountLine(listed),
        `created ${listed.createdAt}`,
        `tier ${listed.keyTier}`,
        `${listed.keys} valid ${listed.keys === 1 ? 'key' : 'keys'}`,
        `${listed.passkeys} ${listed.passkeys === 1 ? 'passkey' : 'passkeys'}`,
      ].join('  '),
  })
  const invite = account
    .command('invite <name>')
    .description('Print a one-time link to sign up, or to add a passkey to an account')
    .option('--tier <tier>', '1, 2 or 3: tier of the keys that the owner creates', '1')
  printResult(invite, {
    run: (name: string) =>
      operate((deps, { config: { baseUrl } }) =>
        inviteAccount({ name, tier: invite.opts<{ tier: string }>().tier }, { ...deps, baseUrl }),
      ),
    line: (invited) =>
      `${invited.link}  account ${invited.account}  tier ${invited.tier}  valid until ${invited.expiresAt}`,
  })
  const hold = account
    .command('hold <name>')
    .description('Suspend an account: refuse its keys and pause its webhooks')
    .requiredOption('--reason <text>', 'reason, shown on the account page')
  printResult(hold, {
    run: (name: string) =>
      operate((deps) => holdAccount({ name, reason: hold.opts<{ reason: string }>().reason }, deps)),
    line: accountLine,
  })
  printResult(account.command('release <name>').description('End the suspension of an account'), {
    run: (name: string) => operate((deps) => releaseAccount({ name }, deps)),
    line: (released) =>
      [
        accountLine(released),
        ...released.subscriptions.map(({ id, cursor }) => `subscription ${id}: delivered up to ${cursor}`),
      ].join('\n'),
  })
}

function keyLine({ id, account, tier, createdAt, revokedAt }: KeyLine): string {
  const state = revokedAt === null ? 'active' : `revoked ${revokedAt}`
  return `${id}  ${account.name}  tier ${tier}  created ${createdAt}  ${state}`
}

function accountLine({ name, heldSince, heldReason }: AccountLine): string {
  return heldSince === null ? `${name}: not on hold` : `${name}: on hold since ${heldSince}: ${heldReason}`
}
