import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { LIMITS, type Tier } from '#contract/limits.ts'

/** Text that never shows itself: logs and errors print `[secret]`. */
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
})
const WholeNumber = Type.String({ pattern: '^[0-9]{1,9}$' })
const Url = Type.String({ pattern: '^https?://[^\\s]+$' })
const Address = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' })

/** Every environment variable the service reads; README, Configuration describes each. */
const Environment = Type.Object({
  PORT: Type.Optional(Port),
  HOST: Type.Optional(Type.String({ minLength: 1 })),
  DATA_DIR: Type.Optional(Type.String({ minLength: 1 })),
  BASE_URL: Type.Optional(Url),
  DATABASE_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://' })),
  NODE_ENV: Type.Optional(Type.String()),
  LOG_LEVEL: Type.Optional(Type.String({ enum: ['debug', 'info', 'warn', 'error', 'silent'] })),
  TRUSTED_PROXIES: Type.Optional(WholeNumber),
  REDIS_URL: Type.Optional(Type.String({ pattern: '^rediss?://[^\\s]+$' })),
  MONTHLY_ALLOWANCES: Type.Optional(Type.String({ pattern: '^[0-9]{1,12}(,[0-9]{1,12}){2}$' })),
  METRICS_TOKEN: Type.Optional(Type.String({ pattern: '^[\\x21-\\x7e]{16,200}$' })),
  LEDGER_SECONDS: Type.Optional(WholeNumber),
  CADENCE_DIVISOR: Type.Optional(WholeNumber),
  MARKET_INTEGRITY: Type.Optional(Type.String({ enum: ['published', 'withheld'] })),
  CONTACT_URL: Type.Optional(Url),
  RPC_URL: Type.Optional(Url),
  GITHUB_API_URL: Type.Optional(Url),
  GITHUB_TOKEN: Type.Optional(Type.String({ minLength: 1 })),
  EXPLORER_API_URL: Type.Optional(Url),
  EXPLORER_API_KEY: Type.Optional(Type.String({ minLength: 1 })),
  SOURCIFY_URL: Type.Optional(Url),
  DEXSCREENER_URL: Type.Optional(Url),
  GECKOTERMINAL_URL: Type.Optional(Url),
  MARKET_CANARY_TOKEN: Type.Optional(Address),
  LOCKER_ADDRESS: Type.Optional(Address),
  LAUNCH_FACTORY_ADDRESS: Type.Optional(Address),
  LAUNCH_TOPIC: Type.Optional(Type.String({ pattern: '^0x[0-9a-f]{64}$' })),
  HTTP_CONNECT_TO: Type.Optional(Type.String({ pattern: '^[a-z0-9.-]+=https?://[^\\s]+$' })),
})

export type Config = {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly baseUrl: string
  readonly databaseUrl: Secret | undefined
  readonly production: boolean
  readonly logLevel: string
  readonly trustedProxies: number
  readonly redisUrl: Secret | undefined
  /** Requests a calendar month, by tier. */
  readonly monthlyAllowances: Readonly<Record<Tier, number>>
  /** Lets a caller from elsewhere read the metrics; without it only this machine may. */
  readonly metricsToken: Secret | undefined
  readonly ledgerSeconds: number
  /** Reads sources this many times as often as their cadence says; 1 in the world, more on the sandbox. */
  readonly cadenceDivisor: number
  /** Whether what is concluded of market integrity is told to anyone. */
  readonly marketIntegrity: 'published' | 'withheld'
  readonly providers: ProviderConfig
}

export type ProviderConfig = {
  readonly contactUrl: string
  readonly rpcUrl: string
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
  readonly httpConnectTo: string | undefined
}

/**
 * The configuration from the environment and, over it, the sandbox's settings.
 * @throws Error naming every variable that has a value the service does not take, without the value.
 */
export function readConfig(settings: Readonly<Record<string, string>> = {}): Config {
  const given = Object.fromEntries(
    Object.entries({ ...process.env, ...settings }).filter(([, value]) => value !== ''),
  )
  const wrong = Object.entries(Environment.properties).filter(
    ([name, schema]) => given[name] !== undefined && !Value.Check(schema, given[name]),
  )
  if (wrong.length > 0)
    throw new Error(`configuration: ${wrong.map(([name]) => name).join(', ')} cannot be used as set`)
  const env = given as Static<typeof Environment>
  const port = Number.parseInt(env.PORT ?? '4663', 10)
  const host = env.HOST ?? '127.0.0.1'
  return {
    port,
    host,
    dataDir: env.DATA_DIR ?? '.data',
    baseUrl: (env.BASE_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`).replace(
      /\/+$/,
      '',
    ),
    databaseUrl: env.DATABASE_URL === undefined ? undefined : new Secret(env.DATABASE_URL),
    production: env.NODE_ENV === 'production',
    logLevel: env.LOG_LEVEL ?? 'warn',
    trustedProxies: Number.parseInt(env.TRUSTED_PROXIES ?? '0', 10),
    redisUrl: env.REDIS_URL === undefined ? undefined : new Secret(env.REDIS_URL),
    monthlyAllowances: readAllowances(env.MONTHLY_ALLOWANCES),
    metricsToken: env.METRICS_TOKEN === undefined ? undefined : new Secret(env.METRICS_TOKEN),
    ledgerSeconds: Number.parseInt(env.LEDGER_SECONDS ?? '300', 10),
    cadenceDivisor: Math.max(1, Number.parseInt(env.CADENCE_DIVISOR ?? '1', 10)),
    marketIntegrity: env.MARKET_INTEGRITY === 'published' ? 'published' : 'withheld',
    providers: readProviders(env),
  }
}

function readAllowances(text: string | undefined): Config['monthlyAllowances'] {
  if (text === undefined) return LIMITS.monthlyAllowance
  const [first = 0, second = 0, third = 0] = text.split(',').map((part) => Number.parseInt(part, 10))
  return { 1: first, 2: second, 3: third }
}

function readProviders(env: Static<typeof Environment>): ProviderConfig {
  return {
    contactUrl: env.CONTACT_URL ?? 'https://svc.example/contact',
    rpcUrl: env.RPC_URL ?? 'https://rpc.mainnet.chain.robinhood.com',
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
    httpConnectTo: env.HTTP_CONNECT_TO,
  }
}
