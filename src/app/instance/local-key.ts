import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { keysOf } from '#contract/keyed.ts'
import type { Config, Secret } from '../config.ts'
import { readIfThere } from '../files/read-if-there.ts'
import { replaceFile } from '../files/replace-file.ts'

const KEY_BYTES = 32

/**
 * The keys that a data folder holds outside production, each in a file of its name. A configured key replaces the key
 * of the folder.
 */
const CONFIGURED = {
  'webhook-master-key': ({ webhookMasterKey }: Config) => webhookMasterKey,
  'agent-card-key': ({ agentCardKeys }: Config) => agentCardKeys,
} as const
type KeyName = keyof typeof CONFIGURED

/** Makes the keys that are neither configured nor in the data folder. Makes none in production. */
export async function makeLocalKeys(config: Config): Promise<void> {
  if (config.production) return
  for (const name of keysOf(CONFIGURED)) {
    if (CONFIGURED[name](config) === undefined) await makeLocalKey(config, name)
  }
}

async function makeLocalKey(config: Config, name: KeyName): Promise<void> {
  const path = pathOf(config, name)
  if ((await readIfThere(path)) !== undefined) return
  await replaceFile({ path, text: randomBytes(KEY_BYTES).toString('base64url') })
}

/** The configured key; outside production, otherwise the key of the data folder. Undefined without either. */
export async function findSigningKey(config: Config, name: KeyName): Promise<string | undefined> {
  const configured: Secret | undefined = CONFIGURED[name](config)
  if (configured !== undefined) return configured.reveal()
  return config.production ? undefined : readIfThere(pathOf(config, name))
}

function pathOf({ dataDir }: Config, name: KeyName): string {
  return join(dataDir, name)
}
