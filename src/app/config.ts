import { join } from 'node:path'
import type { Tier } from '#contract/limits.ts'
import { type Environment, readSettings } from './settings.ts'

/** A text that logs and errors print as `[secret]`. */
export class Secret {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  reveal(): string {
    return this.#text
  }
  toString(): string {
    return '[secret]'
  }
  toJSON(): string {
    return '[secret]'
  }
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[secret]'
  }
}

const PUBLIC_RPC_URL = 'https://rpc.mainnet.chain.robinhood.com'

export type Config = {
  readonly port: number
  readonly host: string
  /** The port of `work`; undefined where it answers nothing. */
  readonly monitoringPort: number | undefined
  readonly dataDir: string
  /** The folder of project files that `up` applies. */
  readonly catalogueDir: string
  /** The reviewed file of the service's own token. */
  readonly serviceTokenFile: string | undefined
  /** The address the API listens on, as a URL. */
  readonly listensAt: string
  readonly baseUrl: string
  readonly databaseUrl: Secret | undefined
  /** The standbys that answers are read from. */
  readonly reads: ReadConfig
  readonly production: boolean
  readonly logLevel: string
  readonly trustedProxies: number
  readonly redisUrl: Secret | undefined
  /** Requests a minute of a client without a key. */
  readonly anonymousPerMinute: number
  /** Requests a calendar month, by tier. */
  readonly monthlyAllowances: Readonly<Record<Tier, number>>
  /** Whether calls that need a key are accepted. */
  readonly keys: 'open' | 'closed'
  /** Whether a person can sign up on the account page without an invitation. */
  readonly signUps: 'open' | 'closed'
  /** Lets other machines read the metrics; without it only this machine can. */
  readonly metricsToken: Secret | undefined
  /** The secrets of webhook subscriptions derive from it. */
  readonly webhookMasterKey: Secret | undefined
  /** The agent card is signed with each of these, separated by commas. */
  readonly agentCardKeys: Secret | undefined
  /** Addresses and hosts of this deployment, besides that of BASE_URL. Webhooks are never delivered to them. */
  readonly webhookOriginAddresses: readonly string[]
  readonly ledgerSeconds: number
  /** Divides the cadence of every source; 1 on real providers, more on the sandbox. */
  readonly cadenceDivisor: number
  /** Whether the API exposes market-integrity conclusions. */
  readonly marketIntegrity: 'published' | 'withheld'
  /** Where to report a vulnerability, as security.txt states it. */
  readonly securityContact: string
  /** Where to report an error of a figure; undefined where none is configured. */
  readonly corrections: string | undefined
  readonly providers: ProviderConfig
}

export type ReadConfig = {
  readonly urls: readonly Secret[]
  /** A standby that is further behind the primary leaves service. */
  readonly lagLimitMs: number
  /** Whether the addresses are those of a pooler in transaction mode. */
  readonly throughPooler: boolean
}

type LaunchStageTopics = { readonly curve: string; readonly trade: string; readonly graduation: string }

export type ProviderConfig = {
  readonly contactUrl: string
  /** JSON-RPC addresses of the chain, the preferred one first. */
  readonly rpcUrls: readonly string[]
  readonly githubApiUrl: string
  readonly githubToken: Secret | undefined
  readonly explorerApiUrl: string
  readonly explorerApiKey: Secret | undefined
  readonly sourcifyUrl: string
  readonly dexscreenerUrl: string
  readonly geckoterminalUrl: string
  readonly marketCanaryToken: string | undefined
  readonly lockerAddress: string
  readonly launchFactoryAddress: string | undefined
  readonly launchTopic: string | undefined
  /** First topics of the factory's logs that show the stage of a launch; undefined when stages are not read. */
  readonly launchStageTopics: LaunchStageTopics | undefined
  readonly httpConnectTo: string | undefined
}

/**
 * The configuration from the environment, overridden by the sandbox's settings.
 * @throws Error naming every invalid variable with its value (unless secret) and the expected form
 */
export function readConfig(settings: Readonly<Record<string, string>> = {}): Config {
  const env = readSettings({ ...process.env, ...settings })
  const port = Number.parseInt(env.PORT, 10)
  const host = env.HOST
  const listensAt = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return {
    port,
    host,
    monitoringPort: env.MONITORING_PORT === undefined ? undefined : Number.parseInt(env.MONITORING_PORT, 10),
    dataDir: env.DATA_DIR,
    serviceTokenFile: env.SERVICE_TOKEN_FILE,
    catalogueDir: env.CATALOGUE_DIR ?? join(import.meta.dirname, '../../catalogue'),
    listensAt,
    baseUrl: (env.BASE_URL ?? listensAt).replace(/(?<!\/)\/+$/, ''),
    databaseUrl: env.DATABASE_URL === undefined ? undefined : new Secret(env.DATABASE_URL),
    reads: {
      urls: env.DATABASE_READ_URLS?.split(',').map((url) => new Secret(url)) ?? [],
      lagLimitMs: Number.parseInt(env.DATABASE_READ_LAG_SECONDS, 10) * 1000,
      throughPooler: env.DATABASE_READ_POOLER === 'transaction',
    },
    production: env.NODE_ENV === 'production',
    logLevel: env.LOG_LEVEL,
    trustedProxies: Number.parseInt(env.TRUSTED_PROXIES, 10),
    redisUrl: env.REDIS_URL === undefined ? undefined : new Secret(env.REDIS_URL),
    anonymousPerMinute: Number.parseInt(env.ANONYMOUS_PER_MINUTE, 10),
    monthlyAllowances: readAllowances(env.MONTHLY_ALLOWANCES),
    keys: env.KEYS === 'closed' ? 'closed' : 'open',
    signUps: readSignUps(env),
    metricsToken: env.METRICS_TOKEN === undefined ? undefined : new Secret(env.METRICS_TOKEN),
    webhookMasterKey: env.WEBHOOK_MASTER_KEY === undefined ? undefined : new Secret(env.WEBHOOK_MASTER_KEY),
    agentCardKeys: env.AGENT_CARD_KEYS === undefined ? undefined : new Secret(env.AGENT_CARD_KEYS),
    webhookOriginAddresses: env.WEBHOOK_ORIGIN_ADDRESSES?.split(',') ?? [],
    ledgerSeconds: Number.parseInt(env.LEDGER_SECONDS, 10),
    cadenceDivisor: Number.parseInt(env.CADENCE_DIVISOR, 10),
    marketIntegrity: env.MARKET_INTEGRITY === 'published' ? 'published' : 'withheld',
    corrections: env.CORRECTIONS_URL,
    securityContact: env.SECURITY_CONTACT ?? env.CONTACT_URL,
    providers: readProviders(env),
  }
}

/** In production sign-up is closed until the operator opens it. */
function readSignUps({ ACCOUNTS, NODE_ENV }: Environment): Config['signUps'] {
  if (ACCOUNTS === undefined) return NODE_ENV === 'production' ? 'closed' : 'open'
  return ACCOUNTS === 'open' ? 'open' : 'closed'
}

function readAllowances(text: string): Config['monthlyAllowances'] {
  const [first = 0, second = 0, third = 0] = text.split(',').map((part) => Number.parseInt(part, 10))
  return { 1: first, 2: second, 3: third }
}

/** RPC_URL and then those of RPC_URLS, each once; the public node when neither is set. */
function readRpcUrls(env: Environment): readonly string[] {
  const urls = [env.RPC_URL ?? '', ...(env.RPC_URLS ?? '').split(',')].filter((url) => url !== '')
  return urls.length === 0 ? [PUBLIC_RPC_URL] : [...new Set(urls)]
}

/** @throws Error when only some of the topics are set, or no factory */
function readLaunchStageTopics(env: Environment): LaunchStageTopics | undefined {
  const { LAUNCH_CURVE_TOPIC: curve, LAUNCH_TRADE_TOPIC: trade, LAUNCH_GRADUATION_TOPIC: graduation } = env
  if (curve === undefined && trade === undefined && graduation === undefined) return undefined
  const factory = env.LAUNCH_FACTORY_ADDRESS
  if (factory === undefined || curve === undefined || trade === undefined || graduation === undefined)
    throw new Error(
      'Set LAUNCH_FACTORY_ADDRESS, LAUNCH_CURVE_TOPIC, LAUNCH_TRADE_TOPIC and LAUNCH_GRADUATION_TOPIC together, or no topic: the stage of a launch needs all of them',
    )
  return { curve, trade, graduation }
}

function readProviders(env: Environment): ProviderConfig {
  return {
    contactUrl: env.CONTACT_URL,
    rpcUrls: readRpcUrls(env),
    githubApiUrl: env.GITHUB_API_URL,
    githubToken: env.GITHUB_TOKEN === undefined ? undefined : new Secret(env.GITHUB_TOKEN),
    explorerApiUrl: env.EXPLORER_API_URL,
    explorerApiKey: env.EXPLORER_API_KEY === undefined ? undefined : new Secret(env.EXPLORER_API_KEY),
    sourcifyUrl: env.SOURCIFY_URL,
    dexscreenerUrl: env.DEXSCREENER_URL,
    geckoterminalUrl: env.GECKOTERMINAL_URL,
    marketCanaryToken: env.MARKET_CANARY_TOKEN?.toLowerCase(),
    lockerAddress: env.LOCKER_ADDRESS.toLowerCase(),
    launchFactoryAddress: env.LAUNCH_FACTORY_ADDRESS?.toLowerCase(),
    launchTopic: env.LAUNCH_TOPIC,
    launchStageTopics: readLaunchStageTopics(env),
    httpConnectTo: env.HTTP_CONNECT_TO,
  }
}

/** The secret in an environment variable that an option names; undefined while it is not set. */
export function namedSecret(name: string): Secret | undefined {
  const text = process.env[name]
  return text === undefined || text === '' ? undefined : new Secret(text)
}
