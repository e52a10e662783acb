import ipaddr from 'ipaddr.js'
import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { parseLimits } from '#collectors/provider-limits.ts'
import { POLICED } from '#collectors/providers.ts'
import { LIMITS } from '#contract/limits.ts'

/** Stands in for a contact address that nobody configured. */
export const DEFAULT_CONTACT_URL = 'https://svc.example/contact'

const text = (description: string) => Type.String({ minLength: 1, description })
const matching = (pattern: string, description: string) => Type.String({ pattern, description })
const oneOf = (...values: readonly string[]) =>
  Type.String({ enum: [...values], description: `one of ${values.join(', ')}` })
const urlOf = (scheme: string, description: string) =>
  Type.Refine(Type.String({ pattern: `^${scheme}://[^\\s]+$`, description }), isUrlWithUser)

/** The user name and password of a URL. */
const USER_PART = /\/\/[^/@\s]*@/g

/** Whether a text is a URL whose user name and password can be decoded: `%zz` is no encoded character. */
function isUrlWithUser(given: string): boolean {
  const url = URL.parse(given)
  return url !== null && !/%(?![0-9a-f]{2})/i.test(url.username + url.password)
}

const Port = matching(
  '^([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])$',
  'a port from 1 to 65535',
)
const WholeNumber = matching('^[0-9]{1,9}$', 'a whole number')
const Positive = matching('^[1-9][0-9]{0,8}$', 'a whole number from 1')
const Folder = text('a folder')
const Url = urlOf('https?', 'an http or https URL')
const Token = matching('^[\\x21-\\x7e]+$', 'visible ASCII characters')
const Address = matching('^0x[0-9a-fA-F]{40}$', 'an address: 0x and 40 hexadecimal digits')
const AddressList = Type.Refine(
  matching(
    '^0x[0-9a-fA-F]{40}(,0x[0-9a-fA-F]{40}){0,9}$',
    'up to 10 different addresses separated by commas, each 0x and 40 hexadecimal digits',
  ),
  (given) => {
    const addresses = given.toLowerCase().split(',')
    return new Set(addresses).size === addresses.length
  },
)
const TopicList = matching(
  '^0x[0-9a-f]{64}(,0x[0-9a-f]{64}){0,9}$',
  '0x and 64 lower-case hexadecimal digits; for several factories one topic, or one for each, separated by commas',
)
const ContactAddress = matching('^(mailto:[^\\s@]+@[^\\s@]+|https://[!-~]+)$', 'a mailto: or https: address')
const UrlList = matching(
  '^https?://[^\\s,]+(,https?://[^\\s,]+){0,9}$',
  'up to 10 http or https URLs separated by commas',
)

/** An IP address in its usual form, or a hostname. */
const isHost = (given: string) =>
  ipaddr.IPv4.isValidFourPartDecimal(given) ||
  ipaddr.IPv6.isValid(given) ||
  /^[a-z0-9-]+(\.(?=[0-9-]*[a-z])[a-z0-9-]+)+$/.test(given)
const HostList = Type.Refine(
  Type.String({ description: 'IP addresses and hostnames separated by commas' }),
  (given) => given.split(',').every(isHost),
)

const LimitList = Type.Refine(
  Type.String({
    description: `limits such as github=90000/day,blockscout=600/min,chain=20/s, separated by commas; the providers are ${POLICED.join(', ')}`,
  }),
  (given) => parseLimits(given) !== undefined,
)

/** An environment variable. Errors give the description of its text's schema as the expected form. */
type Setting = {
  readonly form: TSchema & { readonly description?: string }
  /** The meaning of the setting, or the effect of its value. */
  readonly does: string
  /** Its value is never printed. A URL of a provider can have a key in its path. */
  readonly isSecret?: true
}
/** A setting whose variable may be absent; `fallback` is its value then. */
type WithDefault = Setting & { readonly fallback: string }
/** A setting that has no value without its variable; `without` says in words what holds then. */
type Optional = Setting & { readonly without: string }

const withDefault = (form: TSchema, fallback: string, does: string): WithDefault => ({ form, fallback, does })
const optional = (form: TSchema, without: string, does: string): Optional => ({ form, without, does })
const secret = <T extends Setting>(setting: T) => ({ ...setting, isSecret: true }) as const
const unset = (form: TSchema, does: string): Optional => optional(form, 'none', does)

/**
 * Every environment variable that the service reads. `npm run configuration` writes docs/configuration.md from here.
 */
export const SETTINGS = {
  PORT: withDefault(Port, '4663', 'port that the API listens on'),
  HOST: withDefault(text('a host'), '127.0.0.1', 'address that the API listens on'),
  MONITORING_PORT: unset(
    Port,
    'port on which `work` answers `/healthz`, `/readyz` and `/metrics`; without it `work` listens nowhere',
  ),
  BASE_URL: optional(Url, '`http://HOST:PORT`', 'public address of the API; links in answers start with it'),
  DATA_DIR: withDefault(Folder, '.data', 'folder of the embedded PostgreSQL and of the sandbox'),
  CATALOGUE_DIR: optional(
    Folder,
    '`catalogue` in the checkout',
    'folder of the project files that `up` applies',
  ),
  DATABASE_URL: secret(
    optional(
      urlOf('postgres(ql)?', 'a postgres:// URL with special characters percent-encoded'),
      'the embedded PostgreSQL',
      'a server of PostgreSQL 18 or 19; set it in production',
    ),
  ),
  DATABASE_READ_URLS: secret(
    unset(
      Type.Refine(
        matching(
          '^postgres(ql)?://[^\\s,]+(,postgres(ql)?://[^\\s,]+){0,7}$',
          'up to 8 postgres:// URLs separated by commas, with special characters percent-encoded',
        ),
        (given) => given.split(',').every(isUrlWithUser),
      ),
      'streaming standbys of that server; answers are read from them while they are in service',
    ),
  ),
  DATABASE_READ_LAG_SECONDS: withDefault(
    Positive,
    '30',
    'a standby that is further behind the primary leaves service until it has caught up',
  ),
  DATABASE_READ_POOLER: withDefault(
    oneOf('none', 'transaction'),
    'none',
    '`transaction` when `DATABASE_READ_URLS` lead through a pooler in transaction mode, such as PgBouncer',
  ),
  REDIS_URL: secret(
    unset(
      urlOf('rediss?', 'a redis:// or rediss:// URL with special characters percent-encoded'),
      'Redis or Valkey for rate limits shared by several processes',
    ),
  ),
  TRUSTED_PROXIES: withDefault(
    WholeNumber,
    '0',
    'number of trusted reverse proxies (`X-Forwarded-For` hops to believe)',
  ),
  ANONYMOUS_PER_MINUTE: withDefault(
    Positive,
    String(LIMITS.anonymousPerMinute),
    'requests a minute of a client without a key',
  ),
  MONTHLY_ALLOWANCES: withDefault(
    matching('^[0-9]{1,12}(,[0-9]{1,12}){2}$', 'three whole numbers separated by commas'),
    Object.values(LIMITS.monthlyAllowance).join(','),
    'requests a month for tiers 1, 2, 3',
  ),
  KEYS: withDefault(
    oneOf('open', 'closed'),
    'open',
    '`closed` answers every call that needs a key with 401 `key_required`; reads still take keys',
  ),
  ACCOUNTS: optional(
    oneOf('open', 'closed'),
    '`open`; in production `closed`',
    'whether anyone can sign up at `/account`; `closed` lets only invited accounts in',
  ),
  WEBHOOK_MASTER_KEY: secret(
    optional(
      matching('^[\\x21-\\x7e]{32,200}$', '32 to 200 visible ASCII characters'),
      'a key in `DATA_DIR`; in production webhooks are off',
      'the secrets of webhooks derive from it',
    ),
  ),
  AGENT_CARD_KEYS: secret(
    optional(
      matching(
        '^[\\x21-\\x2b\\x2d-\\x7e]{32,200}(,[\\x21-\\x2b\\x2d-\\x7e]{32,200}){0,2}$',
        'up to 3 keys of 32 to 200 visible ASCII characters, separated by commas',
      ),
      'a key in `DATA_DIR`; in production the agent card is unsigned',
      'the A2A agent card is signed with each of them',
    ),
  ),
  WEBHOOK_ORIGIN_ADDRESSES: unset(
    HostList,
    'addresses and hosts of this deployment besides `BASE_URL`; webhooks are never sent to them',
  ),
  METRICS_TOKEN: secret(
    unset(
      matching('^[\\x21-\\x7e]{16,200}$', '16 to 200 visible ASCII characters'),
      'lets other machines read `/metrics` as a bearer token; without it only this machine can',
    ),
  ),
  NODE_ENV: unset(
    Type.String({ description: 'a text' }),
    '`production` refuses the sandbox, and webhooks to this machine',
  ),
  LOG_LEVEL: withDefault(
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
    'warn',
    'lowest level that is logged; the log is JSON lines on standard error',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: secret(
    unset(
      Url,
      'where [traces](operating/tracing.md) are sent by OTLP over HTTP; without it nothing is traced',
    ),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secret(
    unset(
      matching('^[^\\s=,]+=[\\x20-\\x7e]*$', 'key=value pairs separated by commas'),
      'headers that are sent with them, such as `authorization=Bearer%20TOKEN`',
    ),
  ),
  OTEL_SERVICE_NAME: withDefault(text('a name'), 'svc', 'name of the service in traces'),
  OTEL_TRACES_SAMPLER: withDefault(
    oneOf(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
    'parentbased_always_on',
    'which traces are sampled; `parentbased_traceidratio` is recommended',
  ),
  OTEL_TRACES_SAMPLER_ARG: withDefault(
    matching('^(0|1|0?\\.[0-9]{1,9}|1\\.0{1,9})$', 'a number from 0 to 1'),
    '1',
    'share of traces that `traceidratio` samples; 0.1 is recommended',
  ),
  LEDGER_SECONDS: withDefault(Positive, '300', 'interval of the ledger pipeline (15 on the sandbox)'),
  CADENCE_DIVISOR: withDefault(
    Positive,
    '1',
    'divides the intervals of readings, ranks, signals, reports and days (30 on the sandbox)',
  ),
  MARKET_INTEGRITY: withDefault(
    oneOf('published', 'withheld'),
    'withheld',
    '`published` exposes market-integrity conclusions in the API (the sandbox publishes them)',
  ),
  SERVICE_TOKEN_FILE: unset(text('a file'), "YAML file of the service's own token, for `/api/svc/profile`"),
  CONTACT_URL: withDefault(
    Url,
    DEFAULT_CONTACT_URL,
    'contact address in the user agent of every request to a provider; set it',
  ),
  SECURITY_CONTACT: optional(
    ContactAddress,
    '`CONTACT_URL`',
    'where security.txt sends vulnerability reports',
  ),
  CORRECTIONS_URL: unset(
    ContactAddress,
    'where pages send reports of errors, with the record and the page in it',
  ),
  GITHUB_API_URL: withDefault(Url, 'https://api.github.com', 'API of GitHub'),
  GITHUB_TOKEN: secret(unset(Token, 'token of GitHub; without it GitHub allows 60 requests an hour')),
  RPC_URL: secret(
    optional(Url, "the chain's public node", 'JSON-RPC of the chain; deployments need an archive node'),
  ),
  RPC_URLS: secret(unset(UrlList, 'more nodes; asked when the first cannot answer')),
  RPC_HEAD_MINUTES: withDefault(
    WholeNumber,
    '30',
    'a node whose latest block is older stands still, and does not answer; 0: of any age',
  ),
  EXPLORER_API_URL: secret(
    withDefault(
      Url,
      'https://robinhoodchain.blockscout.com',
      'Blockscout of the chain; see [providers](operating/providers.md) for the address with a key',
    ),
  ),
  EXPLORER_API_KEY: secret(unset(Token, 'key of its PRO API')),
  SOURCIFY_URL: withDefault(Url, 'https://sourcify.dev/server', 'Sourcify: verified source code'),
  DEXSCREENER_URL: withDefault(Url, 'https://api.dexscreener.com', 'market context'),
  GECKOTERMINAL_URL: withDefault(Url, 'https://api.geckoterminal.com', 'market context'),
  MARKET_CANARY_TOKEN: unset(
    Address,
    'a token that always has a market; without it an empty answer never counts as "no market"',
  ),
  LOCKER_ADDRESS: withDefault(
    AddressList,
    '0xd0f7d8c6e9f6d80c297bebe4f7fd1b9c8125c32f',
    'contracts whose locks are read',
  ),
  LAUNCH_FACTORY_ADDRESS: unset(AddressList, 'contracts whose launches are read'),
  LAUNCH_TOPIC: unset(TopicList, "first topic of a factory's log of a launch"),
  LAUNCH_CURVE_TOPIC: unset(TopicList, 'first topic of its log that opens a launch on a curve'),
  LAUNCH_TRADE_TOPIC: unset(TopicList, 'first topic of its log of a trade on the curve'),
  LAUNCH_GRADUATION_TOPIC: unset(
    TopicList,
    'first topic of its log that closes a curve; stages of launches are read with all three set',
  ),
  PROVIDER_LIMITS: optional(
    LimitList,
    'the limits in [providers](operating/providers.md)',
    'requests a UTC day of all processes together, and a minute or a second of each process, to a provider',
  ),
  HTTP_CONNECT_TO: unset(
    matching(
      '^[a-z0-9.-]+=https?://[^/\\s,]+(,[a-z0-9.-]+=https?://[^/\\s,]+)*$',
      'suffix=http://host:port, several separated by commas',
    ),
    "fetches hosts with this suffix from one origin (the sandbox's sites)",
  ),
}

type Settings = typeof SETTINGS
/** The text of each variable: the given one, or else its fallback. */
export type Environment = {
  readonly [K in keyof Settings]: Settings[K] extends WithDefault ? string : string | undefined
}

/**
 * The variables with their fallbacks. An empty one counts as missing.
 * @throws Error naming every invalid variable with its value (unless secret) and the expected form
 */
export function readSettings(given: Readonly<Record<string, string | undefined>>): Environment {
  const read = Object.entries<WithDefault | Optional>(SETTINGS).map(([name, setting]) => {
    const text = given[name]
    return { name, setting, text: text === '' ? undefined : text }
  })
  const wrong = read.filter(({ setting, text }) => text !== undefined && !Value.Check(setting.form, text))
  if (wrong.length > 0) {
    const messages = wrong.map(({ name, setting, text }) => {
      const value = setting.isSecret ? '(secret)' : JSON.stringify(text?.replace(USER_PART, '//(secret)@'))
      return `Invalid ${name}: ${value}, expected ${setting.form.description}`
    })
    throw new Error(messages.join('; '))
  }
  const texts = read.map(({ name, setting, text }) => [
    name,
    text ?? ('fallback' in setting ? setting.fallback : undefined),
  ])
  return Object.fromEntries(texts) as Environment
}
