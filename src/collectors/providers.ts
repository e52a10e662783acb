import { isObject } from '#contract/json-object.ts'
import { fieldAt, textAt } from './json-field.ts'

/** An answer of a provider with its JSON value. */
export type ProviderAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly value: unknown
}

/**
 * The policy of a provider: what its documentation says an answer means, and how often we ask. Any other answer is a
 * failure of the provider, such as a proxy's page, a challenge, or an error in a 200; it never means that something is
 * gone.
 */
type ProviderPolicy = {
  /** The pages that this policy rests on. */
  readonly documentation: readonly string[]
  /** Whether the answer says, in the provider's own words, that the requested thing does not exist. */
  readonly isMissing: (answer: ProviderAnswer) => boolean
  /** Whether the answer is a rate limit. A 429 always is. */
  readonly isLimit: (answer: ProviderAnswer) => boolean
  /** Whether the answer asks for payment: there is no key, or the key's allowance of the UTC day is used up. */
  readonly isUnpaid?: (answer: ProviderAnswer) => boolean
  /** The form of `x-ratelimit-reset`: the time in Unix seconds, or the milliseconds left. */
  readonly resetForm: ResetForm
  /** Default number of requests a second of one process, without and with access of our own; null without a limit. */
  readonly perSecond: { readonly anonymous: number | null; readonly keyed: number | null }
  /** Default number of requests in a UTC day, for all processes. */
  readonly dailyLimit: number
  /** Maximum number of readings at the same time in this process. */
  readonly concurrency: number
  /** Time limit of one reading. */
  readonly readingMs: number
  /** Cadence of a stream that was missing twice in a row; absent to use its own cadence. */
  readonly missingCadenceSeconds?: number
  /**
   * Whether a good reading can make other streams of its source due: those set aside as missing, or read less often in
   * silence.
   */
  readonly wakesOthers?: true
  /** Whether the provider does not count a 304 to a request with a key. */
  readonly freeNotModified?: true
  /** Whether the provider's own client charges each call to the budget. */
  readonly countsCalls?: true
  /** Whether the sources are hosts of others. Over all processes, only one reading at a time then reads a host. */
  readonly oneReadingAHost?: true
}
export type ResetForm = 'unix_seconds' | 'ms_left'

const DAY_SECONDS = 86_400

const DEFAULT_POLICY: ProviderPolicy = {
  documentation: [],
  isMissing: () => false,
  isLimit: isExhausted,
  resetForm: 'unix_seconds',
  perSecond: { anonymous: null, keyed: null },
  dailyLimit: 20_000,
  concurrency: 2,
  readingMs: 8 * 60_000,
}

/**
 * The policy of each provider. The end of a listing differs: at GitHub a missing link `rel="next"`, at Blockscout
 * `next_page_params: null`, at GeckoTerminal a part of fewer than twenty pools. DEX Screener and Sourcify answer in one
 * part.
 */
const PROVIDERS = {
  github: {
    ...DEFAULT_POLICY,
    documentation: [
      'https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api',
      'https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api',
    ],
    isMissing: isMissingAtGithub,
    isLimit: (answer) => isExhausted(answer) || isNamedLimit(answer),
    // It allows 900 reads a minute to an account, or to an address without one.
    perSecond: { anonymous: 12, keyed: 12 },
    dailyLimit: 100_000,
    concurrency: 4,
    freeNotModified: true,
    missingCadenceSeconds: DAY_SECONDS,
    wakesOthers: true,
  },
  chain: {
    ...DEFAULT_POLICY,
    documentation: ['https://ethereum.github.io/execution-apis/', 'https://www.jsonrpc.org/specification'],
    // The public node limits calls that come close together; a node of our own does not.
    perSecond: { anonymous: 4, keyed: null },
    dailyLimit: 400_000,
    countsCalls: true,
  },
  blockscout: {
    ...DEFAULT_POLICY,
    documentation: [
      'https://docs.blockscout.com/devs/apis/requests-and-limits',
      'https://docs.blockscout.com/rate-limits',
      'https://docs.blockscout.com/devs/blockscout-api-responses-and-routes',
    ],
    isMissing: ({ status, value }) => status === 404 && textAt(value, 'message') === 'Not found',
    isUnpaid: ({ status }) => status === 402,
    resetForm: 'ms_left',
    perSecond: { anonymous: 3, keyed: 5 },
  },
  sourcify: {
    ...DEFAULT_POLICY,
    documentation: [
      'https://sourcify.dev/server/api-docs/swagger.json',
      'https://docs.sourcify.dev/docs/api/',
    ],
    isMissing: ({ status, value }) => status === 404 && fieldAt(value, 'match') === null,
  },
  dexscreener: {
    ...DEFAULT_POLICY,
    documentation: ['https://docs.dexscreener.com/api/reference'],
    perSecond: { anonymous: 5, keyed: 5 },
    dailyLimit: 80_000,
    // As many as share a request.
    concurrency: 30,
    // Each reading without a pair asks about the canary too.
    missingCadenceSeconds: 3600,
  },
  geckoterminal: {
    ...DEFAULT_POLICY,
    documentation: [
      'https://apiguide.geckoterminal.com/faq',
      'https://api.geckoterminal.com/docs/index.html',
    ],
    isMissing: isMissingAtGeckoterminal,
    perSecond: { anonymous: 0.5, keyed: 0.5 },
    dailyLimit: 30_000,
    // As many as share a request.
    concurrency: 30,
    // A listing of ten parts waits for its turn behind 29 others, for each part.
    readingMs: 15 * 60_000,
  },
  site: {
    ...DEFAULT_POLICY,
    documentation: ['https://www.rfc-editor.org/rfc/rfc9110', 'https://www.rfc-editor.org/rfc/rfc9309'],
    isMissing: ({ status }) => status === 404 || status === 410,
    // Each site is a host of its own.
    concurrency: 16,
    oneReadingAHost: true,
    // A site may ask for pauses of ten seconds, and most readings make six requests.
    readingMs: 90_000,
  },
} satisfies Record<string, ProviderPolicy>

/** A provider whose answers have a policy. */
export type Provider = keyof typeof PROVIDERS

/** Every provider whose answers have a policy. */
export const POLICED: readonly string[] = Object.keys(PROVIDERS)

/** The policy of a provider; the default policy for a provider that this version does not read. */
export function policyOf(provider: string): ProviderPolicy {
  return isProvider(provider) ? PROVIDERS[provider] : DEFAULT_POLICY
}

/** Whether a provider of that name has a policy. */
export function isProvider(name: string): name is Provider {
  return Object.hasOwn(PROVIDERS, name)
}

/** A collector and its stream. In the sandbox the stream's cadence is shorter than the collector's. */
type ScaledBy = {
  readonly collector: { readonly cadenceSeconds: number }
  readonly stream: { readonly cadenceSeconds: number }
}

/** A time in seconds, scaled by the ratio of the stream's cadence to the collector's. */
export function scaledSeconds(seconds: number, { collector, stream }: ScaledBy): number {
  return Math.ceil((seconds * stream.cadenceSeconds) / collector.cadenceSeconds)
}

/** The slower cadence of a missing stream, scaled like the stream's own cadence; null when its provider has none. */
export function missingCadenceOf(
  collector: { readonly provider: string; readonly cadenceSeconds: number },
  stream: { readonly cadenceSeconds: number },
): number | null {
  const { missingCadenceSeconds } = policyOf(collector.provider)
  if (missingCadenceSeconds === undefined) return null
  return scaledSeconds(missingCadenceSeconds, { collector, stream })
}

/**
 * Whether GitHub says that the requested thing is missing. Its own 404 has `documentation_url`. For a blocked
 * repository it answers 451, or 403 with `block`. A 410 means a removed version of the API, so it is not included.
 */
function isMissingAtGithub({ status, value }: ProviderAnswer): boolean {
  const message = textAt(value, 'message')
  if (status === 404) return message === 'Not Found' && textAt(value, 'documentation_url') !== undefined
  const isBlock = status === 451 || status === 403
  return isBlock && message !== undefined && isObject(fieldAt(value, 'block'))
}

/**
 * Whether GeckoTerminal says that the requested thing is missing. It answers in the form of JSON:API: a list of errors,
 * each with its status as a text.
 */
function isMissingAtGeckoterminal({ status, value }: ProviderAnswer): boolean {
  const errors = fieldAt(value, 'errors')
  return status === 404 && Array.isArray(errors) && errors.some((error) => textAt(error, 'status') === '404')
}

/** Whether an answer is a rate limit by its headers: a 403 with `retry-after`, or with `x-ratelimit-remaining: 0`. */
export function isExhausted({ status, headers }: Pick<ProviderAnswer, 'status' | 'headers'>): boolean {
  return status === 403 && (headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined)
}

/** GitHub's messages about the primary or secondary limit of an account, and about throttling everybody. */
export const ACCOUNT_LIMIT = /API rate limit|secondary rate limit|abuse detection|being throttled/i
const RATE_LIMIT = /rate limit/i

/** Whether an answer is a rate limit by its message: a 403 that names a limit, sometimes without a pause. */
function isNamedLimit({ status, value }: ProviderAnswer): boolean {
  const message = textAt(value, 'message') ?? ''
  return status === 403 && (ACCOUNT_LIMIT.test(message) || RATE_LIMIT.test(message))
}
