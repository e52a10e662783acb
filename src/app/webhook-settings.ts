import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import ipaddr from 'ipaddr.js'
import type { Database } from '#records/database.ts'
import { isSigningKey } from '#records/webhooks/signing-key.ts'
import type { DestinationRules } from '#webhooks/destination.ts'
import { openSigner, type Signer } from '#webhooks/sign.ts'
import type { Config } from './config.ts'
import type { Logger } from './logger.ts'

const KEY_BYTES = 32
const OTHER_KEY =
  'WEBHOOK_MASTER_KEY is not the key that the secrets of the subscriptions derive from: nothing is signed or sent'

/**
 * Makes the master key of a data folder outside production, unless it or the configuration has one. Only its owner can
 * read the file.
 */
export async function makeLocalKey(config: Config): Promise<void> {
  if (config.production || config.webhookMasterKey !== undefined) return
  if ((await readLocalKey(config)) !== undefined) return
  const path = pathIn(config)
  const making = `${path}.new`
  await writeFile(making, randomBytes(KEY_BYTES).toString('base64url'), { mode: 0o600 })
  await rename(making, path)
}

/**
 * Signs the deliveries of this deployment; undefined without a master key, and with another one than the subscriptions
 * were made with.
 */
export async function openWebhookSigner(
  config: Config,
  deps: { readonly database: Database; readonly logger: Logger },
): Promise<Signer | undefined> {
  const signer = openSigner(config.webhookMasterKey?.reveal() ?? (await readLocalKey(config)))
  if (signer === undefined) return undefined
  const { keyName } = signer
  if (await isSigningKey({ keyName }, deps.database)) return signer
  deps.logger.error(OTHER_KEY)
  return undefined
}

/** Where this deployment may deliver to: never to itself. */
export function destinationRulesOf(config: Config): DestinationRules {
  const { production, baseUrl, listensAt, webhookOriginAddresses: listed } = config
  const own = [baseUrl, listensAt].map((url) => new URL(url).host)
  return {
    production,
    ownHosts: [...new Set([...own, ...listed.filter((host) => !ipaddr.isValid(host))])],
    originAddresses: listed.filter((host) => ipaddr.isValid(host)),
  }
}

async function readLocalKey(config: Config): Promise<string | undefined> {
  if (config.production) return undefined
  return readFile(pathIn(config), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

function pathIn({ dataDir }: Config): string {
  return join(dataDir, 'webhook-master-key')
}
