import ipaddr from 'ipaddr.js'
import type { Database } from '#records/database.ts'
import { countPendingDeliveries } from '#records/webhooks/backlog.ts'
import { isSigningKey } from '#records/webhooks/signing-key.ts'
import type { DestinationRules } from '#webhooks/destination.ts'
import { openSigner, type Signer } from '#webhooks/sign.ts'
import type { Config } from '../config.ts'
import type { Logger } from '../process/logger.ts'
import { findSigningKey } from './local-key.ts'

const OTHER_KEY =
  'WEBHOOK_MASTER_KEY is not the key that the secrets of the subscriptions derive from: nothing is signed or sent'

/**
 * Signs the deliveries of this deployment. Undefined without a master key, and when the subscriptions were made with
 * another master key.
 */
export async function openWebhookSigner(
  config: Config,
  deps: { readonly database: Database; readonly logger: Logger },
): Promise<Signer | undefined> {
  const signer = openSigner(await findSigningKey(config, 'webhook-master-key'))
  if (signer === undefined) return undefined
  const { keyName } = signer
  if (await isSigningKey({ keyName }, deps.database)) return signer
  deps.logger.error(OTHER_KEY)
  return undefined
}

/** A larger backlog is reported as this number or more. */
const COUNTED_PENDING = 100_000

/**
 * Why nothing is sent although there is a master key, and how many deliveries wait. Undefined without a master key, and
 * when the key signs.
 */
export async function findKeyProblem({
  config,
  database,
  signer,
}: {
  readonly config: Config
  readonly database: Database
  readonly signer: Signer | undefined
}): Promise<string | undefined> {
  if (signer !== undefined || (await findSigningKey(config, 'webhook-master-key')) === undefined)
    return undefined
  const pending = await countPendingDeliveries({ atMost: COUNTED_PENDING }, database)
  return `${OTHER_KEY}, deliveries that wait: ${pending}${pending < COUNTED_PENDING ? '' : ' or more'}`
}

/** The destinations that this deployment may deliver to. Its own addresses are never among them. */
export function destinationRulesOf(config: Config): DestinationRules {
  const { production, baseUrl, listensAt, webhookOriginAddresses: listed } = config
  const own = [baseUrl, listensAt].map((url) => new URL(url).host)
  return {
    production,
    ownHosts: [...new Set([...own, ...listed.filter((host) => !ipaddr.isValid(host))])],
    originAddresses: listed.filter((host) => ipaddr.isValid(host)),
  }
}
