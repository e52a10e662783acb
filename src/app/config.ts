import { join } from 'node:path'
import ipaddr from 'ipaddr.js'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { LIMITS, type Tier } from '#contract/limits.ts'

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

const Port = Type.String({
  pattern: '^([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])$',
  description: 'a port from 1 to 65535',
})
const WholeNumber = Type.String({ pattern: '^[0-9]{1,9}$', description: 'a whole number' })
const Positive = Type.String({ pattern: '^[1-9][0-9]{0,8}$', description: 'a whole number from 1' })
const Text = Type.String({ minLength: 1, description: 'a text' })
const url = (scheme: string, description: string) =>
  Type.Refine(Type.String({ pattern: `^${scheme}://[^\\s]+$`, description }), (text) => URL.canParse(text))
const Url = url('https?', 'an http or https URL')
const Token = Type.String({ pattern: '^[\\x21-\\x7e]+$', description: 'visible ASCII characters' })
const Address = Type.String({
  pattern: '^0x[0-9a-fA-F]{40}$',
  description: 'an address: 0x and 40 hexadecimal digits',
})

const Topic = Type.Optional(
  Type.String({ pattern: '^0x[0-9a-f]{64}$', description: '0x and 64 lower-case hexadecimal digits' }),
)

const oneOf = (...values: readonly string[]) =>
  Type.String({ enum: [...values], description: `one of ${values.join(', ')}` })
const matching = (pattern: string, description: string) => Type.String({ pattern, description })
const contactAddress = () =>
  matching('^(mailto:[^\\s@]+@[^\\s@]+|https://[!-~]+)$', 'a mailto: or https: address')

/** An IP address in its usual form, or a hostname. */
const isHost = (text: string) =>
  ipaddr.IPv4.isValidFourPartDecimal(text) ||
  ipaddr.IPv6.isValid(text) ||
  /^[a-z0-9-]+(\.(?=[0-9-]*[a-z])[a-z0-9-]+)+$/.test(text)

/** Every environment variable the service reads; docs/configuration.md documents each. */
const Environment = Type.Object({
  PORT: Type.Optional(Port),
  HOST: Type.Optional(Text),
  DATA_DIR: Type.Optional(Text),
  CATALOGUE_DIR: Type.Optional(Text),
  SERVICE_TOKEN_FILE: Type.Optional(Text),
  BASE_URL: Type.Optional(Url),
  DATABASE_URL: Type.Optional(
    url('postgres(ql)?', 'a postgres:// URL with special characters percent-encoded'),
  ),
  NODE_ENV: Type.Optional(Type.String()),
  LOG_LEVEL: Type.Optional(oneOf('debug', 'info', 'warn', 'error', 'silent')),
  TRUSTED_PROXIES: Type.Optional(WholeNumber),
  REDIS_URL: Type.Optional(url('rediss?', 'a redis:// or rediss:// URL')),
  MONTHLY_ALLOWANCES: Type.Optional(
    matching('^[0-9]{1,12}(,[0-9]{1,12}){2}$', 'three whole numbers separated by commas'),
  ),
  ANONYMOUS_PER_MINUTE: Type.Optional(Positive),
  KEYS: Type.Optional(oneOf('open', 'closed')),
  METRICS_TOKEN: Type.Optional(matching('^[\\x21-\\x7e]{16,200}$', '16 to 200 visible ASCII characters')),
  WEBHOOK_MASTER_KEY: Type.Optional(
    matching('^[\\x21-\\x7e]{32,200}$', '32 to 200 visible ASCII characters'),
  ),
  WEBHOOK_ORIGIN_ADDRESSES: Type.Optional(
    Type.Refine(Type.String({ description: 'IP addresses and hostnames separated by commas' }), (text) =>
      text.split(',').every(isHost),
    ),
  ),
  LEDGER_SECONDS: Type.Optional(Positive),
  CADENCE_DIVISOR: Type.Optional(Positive),
  MARKET_INTEGRITY: Type.Optional(oneOf('published', 'withheld')),
  CONTACT_URL: Type.Optional(Url),
  SECURITY_CONTACT: Type.Optional(contactAddress()),
  CORRECTIONS_URL: Type.Optional(contactAddress()),
  RPC_URL: Type.Optional(Url),
  RPC_URLS: Type.Optional(
    matching(
      '^https?://[^\\s,]+(,https?://[^\\s,]+){0,9}$',
      'up to 10 http or https URLs separated by commas',
    ),
  ),
  GITHUB_API_URL: Type.Optional(Url),
  GITHUB_TOKEN: Type.Optional(Token),
  EXPLORER_API_URL: Type.Optional(Url),
  EXPLORER_API_KEY: Type.Optional(Token),
  SOURCIFY_URL: Type.Optional(Url),
  DEXSCREENER_URL: Type.Optional(Url),
  GECKOTERMINAL_URL: Type.Optional(Url),
  MARKET_CANARY_TOKEN: Type.Optional(Address),
  LOCKER_ADDRESS: Type.Optional(Address),
  LAUNCH_FACTORY_ADDRESS: Type.Optional(Address),
  LAUNCH_TOPIC: Topic,
  LAUNCH_CURVE_TOPIC: Topic,
  LAUNCH_TRADE_TOPIC: Topic,
  LAUNCH_GRADUATION_TOPIC: Topic,
  HTTP_CONNECT_TO: Type.Optional(
    matching(
      '^[a-z0-9.-]+=https?://[^/\\s,]+(,[a-z0-9.-]+=https?://[^/\\s,]+)*$',
      'suffix=http://host:port, several separated by commas',
    ),
  ),
})

/** These values are never printed. A URL of a provider can have a key in its path. */
const SECRETS = new Set([
  'DATABASE_URL',
  'REDIS_URL',
  'METRICS_TOKEN',
  'RPC_URL',
  'RPC_URLS',
  'EXPLORER_API_URL',
  'GITHUB_TOKEN',
  'EXPLORER_API_KEY',
  'WEBHOOK_MASTER_KEY',
])

const PUBLIC_RPC_URL = 'https://rpc.mainnet.chain.robinhood.com'
/** Stands in for a contact address that nobody configured. */
export const DEFAULT_CONTACT_URL = 'https://svc.example/contact'

export type Config = {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** The folder of project files that `up` applies. */
  readonly catalogueDir: string
  /** The reviewed file of the service's own token. */
  readonly serviceTokenFile: string | undefined
  /** The address the API listens on, as a URL. */
  readonly listensAt: string
  readonly baseUrl: string
  readonly databaseUrl: Secret | undefined
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
  /** Lets other machines read the metrics; without it only this machine can. */
  readonly metricsToken: Secret | undefined
  /** The secrets of webhook subscriptions derive from it. */
  readonly webhookMasterKey: Secret | undefined
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
  const given = Object.fromEntries(
    Object.entries({ ...process.env, ...settings }).filter(([, value]) => value !== ''),
  )
  const wrong = Object.entries(Environment.properties).filter(
    ([name, schema]) => given[name] !== undefined && !Value.Check(schema, given[name]),
  )
  if (wrong.length > 0) {
    const messages = wrong.map(([name, schema]) => {
      const value = SECRETS.has(name) ? '(secret)' : JSON.stringify(given[name])
      return `Invalid ${name}: ${value}, expected ${'description' in schema ? schema.description : 'a text'}`
    })
    throw new Error(messages.join('; '))
  }
  const env = given as Static<typeof Environment>
  const port = Number.parseInt(env.PORT ?? '4663', 10)
  const host = env.HOST ?? '127.0.0.1'
  const listensAt = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return {
    port,
    host,
    dataDir: env.DATA_DIR ?? '.data',
    serviceTokenFile: env.SERVICE_TOKEN_FILE,
    catalogueDir: env.CATALOGUE_DIR ?? join(import.meta.dirname, '../../catalogue'),
    listensAt,
    baseUrl: (env.BASE_URL ?? listensAt).replace(/(?<!\/)\/+$/, ''),
    databaseUrl: env.DATABASE_URL === undefined ? undefined : new Secret(env.DATABASE_URL),
    production: env.NODE_ENV === 'production',
    logLevel: env.LOG_LEVEL ?? 'warn',
    trustedProxies: Number.parseInt(env.TRUSTED_PROXIES ?? '0', 10),
    redisUrl: env.REDIS_URL === undefined ? undefined : new Secret(env.REDIS_URL),
    anonymousPerMinute:
      env.ANONYMOUS_PER_MINUTE === undefined
        ? LIMITS.anonymousPerMinute
        : Number.parseInt(env.ANONYMOUS_PER_MINUTE, 10),
    monthlyAllowances: readAllowances(env.MONTHLY_ALLOWANCES),
    keys: env.KEYS === 'closed' ? 'closed' : 'open',
    metricsToken: env.METRICS_TOKEN === undefined ? undefined : new Secret(env.METRICS_TOKEN),
    webhookMasterKey: env.WEBHOOK_MASTER_KEY === undefined ? undefined : new Secret(env.WEBHOOK_MASTER_KEY),
    webhookOriginAddresses: env.WEBHOOK_ORIGIN_ADDRESSES?.split(',') ?? [],
    ledgerSeconds: Number.parseInt(env.LEDGER_SECONDS ?? '300', 10),
    cadenceDivisor: Number.parseInt(env.CADENCE_DIVISOR ?? '1', 10),
    marketIntegrity: env.MARKET_INTEGRITY === 'published' ? 'published' : 'withheld',
    corrections: env.CORRECTIONS_URL,
    securityContact: env.SECURITY_CONTACT ?? env.CONTACT_URL ?? DEFAULT_CONTACT_URL,
    providers: readProviders(env),
  }
}

function readAllowances(text: string | undefined): Config['monthlyAllowances'] {
  if (text === undefined) return LIMITS.monthlyAllowance
  const [first = 0, second = 0, third = 0] = text.split(',').map((part) => Number.parseInt(part, 10))
  return { 1: first, 2: second, 3: third }
}

/** RPC_URL and then those of RPC_URLS, each once; the public node when neither is set. */
function readRpcUrls(env: Static<typeof Environment>): readonly string[] {
  const urls = [env.RPC_URL ?? '', ...(env.RPC_URLS ?? '').split(',')].filter((url) => url !== '')
  return urls.length === 0 ? [PUBLIC_RPC_URL] : [...new Set(urls)]
}

/** @throws Error when only some of the topics are set, or no factory */
function readLaunchStageTopics(env: Static<typeof Environment>): LaunchStageTopics | undefined {
  const { LAUNCH_CURVE_TOPIC: curve, LAUNCH_TRADE_TOPIC: trade, LAUNCH_GRADUATION_TOPIC: graduation } = env
  if (curve === undefined && trade === undefined && graduation === undefined) return undefined
  const factory = env.LAUNCH_FACTORY_ADDRESS
  if (factory === undefined || curve === undefined || trade === undefined || graduation === undefined)
    throw new Error(
      'Set LAUNCH_FACTORY_ADDRESS, LAUNCH_CURVE_TOPIC, LAUNCH_TRADE_TOPIC and LAUNCH_GRADUATION_TOPIC together, or no topic: the stage of a launch needs all of them',
    )
  return { curve, trade, graduation }
}

function readProviders(env: Static<typeof Environment>): ProviderConfig {
  return {
    contactUrl: env.CONTACT_URL ?? DEFAULT_CONTACT_URL,
    rpcUrls: readRpcUrls(env),
    githubApiUrl: env.GITHUB_API_URL ?? 'https://api.github.com',
    githubToken: env.GITHUB_TOKEN === undefined ? undefined : new Secret(env.GITHUB_TOKEN),
    explorerApiUrl: env.EXPLORER_API_URL ?? 'https://robinhoodchain.blockscout.com',
    explorerApiKey: env.EXPLORER_API_KEY === undefined ? undefined : new Secret(env.EXPLORER_API_KEY),
    sourcifyUrl: env.SOURCIFY_URL ?? 'https://sourcify.dev/server',
    dexscreenerUrl: env.DEXSCREENER_URL ?? 'https://api.dexscreener.com',
    geckoterminalUrl: env.GECKOTERMINAL_URL ?? 'https://api.geckoterminal.com',
    marketCanaryToken: env.MARKET_CANARY_TOKEN?.toLowerCase(),
    lockerAddress: (env.LOCKER_ADDRESS ?? '0xd0f7d8c6e9f6d80c297bebe4f7fd1b9c8125c32f').toLowerCase(),
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
