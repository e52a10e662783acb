import { ChainFailure } from '#collectors/chain/failure.ts'
import { type Chain, openChain } from '#collectors/chain/rpc.ts'
import { ZERO_ADDRESS } from '#contract/ids.ts'
import type { Config } from '../config.ts'
import type { Logger } from '../process/logger.ts'
import type { Service } from '../service.ts'
import { DEFAULT_CONTACT_URL } from '../settings.ts'

const PROBE_MS = 10_000
/** A block whose state only an archive node keeps. */
const OLD_BLOCK = 1
const ANY_ADDRESS = ZERO_ADDRESS

/** Warns when the process runs on the database of a newer version. */
export function warnAboutNewerMigrations({
  newerMigrations,
  logger,
}: Pick<Service, 'newerMigrations'> & { readonly logger: Pick<Logger, 'warn'> }): void {
  if (newerMigrations.length === 0) return
  logger.warn(
    { migrations: newerMigrations },
    'the database has migrations of a newer version; this version runs on them as they are',
  )
}

/** Warnings about unset settings, one line each: what is slow, refused or unknown with the real providers. */
export function missingSettings(config: Config): readonly string[] {
  const { githubToken, contactUrl, marketCanaryToken } = config.providers
  return [
    ...(githubToken === undefined
      ? ['GITHUB_TOKEN is not set: GitHub allows 60 requests an hour, so repositories are read slowly']
      : []),
    ...(contactUrl === DEFAULT_CONTACT_URL
      ? [
          'CONTACT_URL is not set: providers see a placeholder address and may refuse the requests; security.txt states it unless SECURITY_CONTACT is set',
        ]
      : []),
    ...(marketCanaryToken === undefined
      ? ['MARKET_CANARY_TOKEN is not set: a token without any pool has an unknown market, never "no market"']
      : []),
    ...(config.production && config.webhookMasterKey === undefined
      ? ['WEBHOOK_MASTER_KEY is not set: webhooks are unavailable, and nothing is delivered']
      : []),
  ]
}

type MissingState = { readonly lacks: 'answer' | 'old_state'; readonly says: string }

/** What the nodes lack: any answer, or the state of old blocks. Undefined when an archive node answers. */
export async function missingState(chain: Pick<Chain, 'code'>): Promise<MissingState | undefined> {
  try {
    await chain.code({ address: ANY_ADDRESS, block: OLD_BLOCK })
    return undefined
  } catch (error) {
    if (!(error instanceof ChainFailure)) throw error
    return error.kind === 'no_state'
      ? {
          lacks: 'old_state',
          says: 'RPC_URL names no archive node: when old contracts were deployed and upgraded is unknown',
        }
      : {
          lacks: 'answer',
          says: `RPC_URL does not answer (${error.message}): everything on the chain is unknown until it does`,
        }
  }
}

/** Logs a warning for each missing setting, and one for missing state of the chain. */
export async function warnAboutSettings({ config, logger, clock }: Service): Promise<void> {
  for (const warning of missingSettings(config)) logger.warn(warning)
  const { rpcUrls: urls, contactUrl } = config.providers
  const userAgent = `svc-research/1 (+${contactUrl})`
  const warning = await missingState(
    openChain({ urls, userAgent, timeoutMs: PROBE_MS, maxInFlight: 1, clock: clock.now }),
  )
  if (warning !== undefined) logger.warn(warning.says)
}
