import { join } from 'node:path'
import { parseLimits } from '#collectors/provider-limits.ts'
import { withoutEndSlashes } from '#contract/end-slashes.ts'
import { toAddress } from '#contract/ids.ts'
import type { Tier } from '#contract/limits.ts'
import { refuse } from '#operator/refusal.ts'
import { readLaunchFactories } from './launch-factories.ts'
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

/** The node that is asked when none is set. */
export const PUBLIC_RPC_URL = 'https://rpc.mainnet.chain.robinhood.com'

/** The configuration of a process. */
export type Config = ReturnType<typeof readConfig>

/** The endpoint that spans are exported to, and the sampling of traces. */
export type TracingConfig = {
  readonly endpoint: Secret
  readonly headers: Secret | undefined
  readonly serviceName: string
  readonly sampler: {
    readonly root: 'always_on' | 'always_off' | 'traceidratio'
    /** Whether a trace that a caller began is sampled exactly when the caller sampled its part. */
    readonly followsParent: boolean
  }
  /** The share of traces that `traceidratio` samples. */
  readonly ratio: number
}

export type ProviderConfig = ReturnType<typeof readProviders>

/**
 * The configuration from the environment, overridden by the sandbox's settings. `instanceUrl` is the public address of
 * the running instance; it is used when BASE_URL is not set.
 * @throws Error naming every invalid variable with its value (unless secret) and the expected form
 */
export function readConfig(settings: Readonly<Record<string, string>> = {}, instanceUrl?: string) {
  const env = readSettings({ ...process.env, ...settings })
  const port = Number.parseInt(env.PORT, 10)
  const host = env.HOST
  const listensAt = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return {
    port,
    host,
    /** The port on which `work` answers health and metrics; undefined when it does not listen. */
    monitoringPort: env.MONITORING_PORT === undefined ? undefined : Number.parseInt(env.MONITORING_PORT, 10),
    dataDir: env.DATA_DIR,
    /** The reviewed file of the service's own token. */
    serviceTokenFile: env.SERVICE_TOKEN_FILE,
    /** The folder of project files that `up` applies. */
    catalogueDir: env.CATALOGUE_DIR ?? join(import.meta.dirname, '../../catalogue'),
    /** The address the API listens on, as a URL. */
    listensAt,
    baseUrl: withoutEndSlashes(env.BASE_URL ?? instanceUrl ?? listensAt),
    databaseUrl: secretOf(env.DATABASE_URL),
    /** The standbys that answers are read from. */
    reads: {
      urls: env.DATABASE_READ_URLS?.split(',').map((url) => new Secret(url)) ?? [],
      /** A standby with a larger lag behind the primary leaves service. */
      lagLimitMs: Number.parseInt(env.DATABASE_READ_LAG_SECONDS, 10) * 1000,
      /** Whether the addresses belong to a pooler in transaction mode. */
      throughPooler: env.DATABASE_READ_POOLER === 'transaction',
    },
    production: env.NODE_ENV === 'production',
    logLevel: env.LOG_LEVEL,
    /** Undefined where nothing is traced. */
    tracing: readTracing(env),
    trustedProxies: Number.parseInt(env.TRUSTED_PROXIES, 10),
    redisUrl: secretOf(env.REDIS_URL),
    /** Requests a minute of a client without a key. */
    anonymousPerMinute: Number.parseInt(env.ANONYMOUS_PER_MINUTE, 10),
    /** Requests a calendar month, by tier. */
    monthlyAllowances: readAllowances(env.MONTHLY_ALLOWANCES),
    /** Whether calls that need a key are accepted. */
    keys: env.KEYS === 'closed' ? 'closed' : 'open',
    /** Whether a person can sign up on the account page without an invitation. */
    signUps: readSignUps(env),
    /** Lets other machines read the metrics; without it only this machine can. */
    metricsToken: secretOf(env.METRICS_TOKEN),
    /** The secrets of webhook subscriptions derive from it. */
    webhookMasterKey: secretOf(env.WEBHOOK_MASTER_KEY),
    /** The keys that sign the agent card, separated by commas. */
    agentCardKeys: secretOf(env.AGENT_CARD_KEYS),
    /** Addresses and hosts of this deployment, besides BASE_URL. Webhooks are never delivered to them. */
    webhookOriginAddresses: env.WEBHOOK_ORIGIN_ADDRESSES?.split(',') ?? [],
    ledgerSeconds: Number.parseInt(env.LEDGER_SECONDS, 10),
    /** Divides the cadence of every source; 1 on real providers, more on the sandbox. */
    cadenceDivisor: Number.parseInt(env.CADENCE_DIVISOR, 10),
    /** Whether the API exposes market-integrity conclusions. */
    marketIntegrity: env.MARKET_INTEGRITY === 'published' ? 'published' : 'withheld',
    /** The address for reports of a wrong figure; undefined where none is configured. */
    corrections: env.CORRECTIONS_URL,
    /** The address for reports of a vulnerability, as security.txt states it. */
    securityContact: env.SECURITY_CONTACT ?? env.CONTACT_URL,
    providers: readProviders(env),
  } as const
}

function secretOf(text: string | undefined): Secret | undefined {
  return text === undefined ? undefined : new Secret(text)
}

const PARENT_BASED = 'parentbased_'

function readTracing(env: Environment): TracingConfig | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = env
  if (endpoint === undefined) return undefined
  const sampler = env.OTEL_TRACES_SAMPLER
  const root = sampler.replace(PARENT_BASED, '')
  return {
    endpoint: new Secret(endpoint),
    headers: secretOf(headers),
    serviceName: env.OTEL_SERVICE_NAME,
    sampler: {
      root: root === 'traceidratio' || root === 'always_off' ? root : 'always_on',
      followsParent: sampler.startsWith(PARENT_BASED),
    },
    ratio: Number.parseFloat(env.OTEL_TRACES_SAMPLER_ARG),
  }
}

/** In production sign-up is closed until the operator opens it. */
function readSignUps({ ACCOUNTS, NODE_ENV }: Environment): 'open' | 'closed' {
  if (ACCOUNTS === undefined) return NODE_ENV === 'production' ? 'closed' : 'open'
  return ACCOUNTS === 'open' ? 'open' : 'closed'
}

function readAllowances(text: string): Readonly<Record<Tier, number>> {
  const [first = 0, second = 0, third = 0] = text.split(',').map((part) => Number.parseInt(part, 10))
  return { 1: first, 2: second, 3: third }
}

/** RPC_URL and then the addresses of RPC_URLS, without duplicates; the public node when neither is set. */
function readRpcUrls(env: Environment): readonly string[] {
  const urls = [env.RPC_URL ?? '', ...(env.RPC_URLS ?? '').split(',')].filter((url) => url !== '')
  return urls.length === 0 ? [PUBLIC_RPC_URL] : [...new Set(urls)]
}

function readHeadAge({ RPC_HEAD_MINUTES: text }: Environment): number {
  const minutes = Number.parseInt(text, 10)
  return minutes === 0 ? Number.POSITIVE_INFINITY : minutes * 60_000
}

function readProviders(env: Environment) {
  return {
    contactUrl: env.CONTACT_URL,
    /** JSON-RPC addresses of the chain, the preferred one first. */
    rpcUrls: readRpcUrls(env),
    /** A node whose latest block is older than this counts as stalled. */
    maxHeadAgeMs: readHeadAge(env),
    githubApiUrl: env.GITHUB_API_URL,
    githubToken: secretOf(env.GITHUB_TOKEN),
    explorerApiUrl: env.EXPLORER_API_URL,
    explorerApiKey: secretOf(env.EXPLORER_API_KEY),
    sourcifyUrl: env.SOURCIFY_URL,
    dexscreenerUrl: env.DEXSCREENER_URL,
    geckoterminalUrl: env.GECKOTERMINAL_URL,
    marketCanaryToken: env.MARKET_CANARY_TOKEN?.toLowerCase(),
    /** Contracts whose locks are read. */
    lockers: env.LOCKER_ADDRESS.split(',').map(toAddress),
    launchFactories: readLaunchFactories(env),
    /** Limits on requests that replace the default ones. */
    limits: env.PROVIDER_LIMITS === undefined ? [] : (parseLimits(env.PROVIDER_LIMITS) ?? []),
    httpConnectTo: env.HTTP_CONNECT_TO,
  } as const
}

/** The API key in the environment variable that `--key-env` names; undefined without the option. @throws Refusal */
export function readApiKey(keyEnv: string | undefined): Secret | undefined {
  if (keyEnv === undefined) return undefined
  const text = process.env[keyEnv]
  if (text === undefined || text === '')
    refuse(`Invalid --key-env "${keyEnv}": expected the name of an environment variable with an API key`)
  return new Secret(text)
}
