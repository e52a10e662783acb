import { isObject } from '#contract/json-object.ts'
import { fieldAt, textAt } from './json-field.ts'

/** An answer of a provider, with its JSON value; undefined when the body is no JSON. */
export type ProviderAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly value: unknown
}

/**
 * The policy of a provider: what its documentation says an answer means, and how often we ask. What it does not name is
 * a failure of the provider: a proxy's page, a challenge, an error in a 200. It never says that something is gone.
 */
type ProviderPolicy = {
  /** The pages that this policy rests on. */
  readonly documentation: readonly string[]
  /** Whether the answer says, in the provider's own words, that it does not have what was asked for. */
  readonly isMissing: (answer: ProviderAnswer) => boolean
  /** Whether the answer is a rate limit, besides a 429. */
  readonly isLimit: (answer: ProviderAnswer) => boolean
  /** Whether the answer asks for payment: there is no key, or its allowance of the UTC day is used up. */
  readonly isUnpaid?: (answer: ProviderAnswer) => boolean
  /** The form of `x-ratelimit-reset`: the time in Unix seconds, or the milliseconds left. */
  readonly resetForm: ResetForm
  /** Requests a second of a process by default, without and with access of our own; null without such a limit. */
  readonly perSecond: { readonly anonymous: number | null; readonly keyed: number | null }
  /** Requests a UTC day by default, for all processes. */
  readonly dailyLimit: number
  /** Readings at once in this process. */
  readonly concurrency: number
  /** Time limit of one reading. */
  readonly readingMs: number
  /** Cadence of a stream that was missing twice in a row; absent to use its own cadence. */
  readonly missingCadenceSeconds?: number
  /** A good reading can make others of its source due: those set aside as missing, or read less often in silence. */
  readonly wakesOthers?: true
  /** A 304 to a request with a key costs nothing. */
  readonly freeNotModified?: true
  /** Its own client takes every call from the budget. */
  readonly countsCalls?: true
  /** The sources are other people's hosts: over all processes, one reading at a time reads a host. */
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
 * One row a provider. How a listing ends: GitHub without a link `rel="next"`, Blockscout with `next_page_params: null`,
 * GeckoTerminal with a part of fewer than twenty pools. DEX Screener and Sourcify answer in one piece.
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

/** A collector and its stream. On the sandbox the stream has a shorter cadence. */
type ScaledBy = {
  readonly collector: { readonly cadenceSeconds: number }
  readonly stream: { readonly cadenceSeconds: number }
}

/** Seconds between readings, scaled by the cadence of the stream against the cadence of its collector. */
export function scaledSeconds(seconds: number, { collector, stream }: ScaledBy): number {
  return Math.ceil((seconds * stream.cadenceSeconds) / collector.cadenceSeconds)
}

/** The slow cadence of a missing stream, scaled like the stream's own cadence; null when its provider has none. */
export function missingCadenceOf(
  collector: { readonly provider: string; readonly cadenceSeconds: number },
  stream: { readonly cadenceSeconds: number },
): number | null {
  const { missingCadenceSeconds } = policyOf(collector.provider)
  if (missingCadenceSeconds === undefined) return null
  return scaledSeconds(missingCadenceSeconds, { collector, stream })
}

/**
 * GitHub's own 404 has `documentation_url`. A blocked repository answers 451, or 403 with `block`. A 410 is about the
 * version of the API.
 */
function isMissingAtGithub({ status, value }: ProviderAnswer): boolean {
  const message = textAt(value, 'message')
  if (status === 404) return message === 'Not Found' && textAt(value, 'documentation_url') !== undefined
  const isBlock = status === 451 || status === 403
  return isBlock && message !== undefined && isObject(fieldAt(value, 'block'))
}

/** GeckoTerminal answers in the form of JSON:API: a list of errors, each with its status as a text. */
function isMissingAtGeckoterminal({ status, value }: ProviderAnswer): boolean {
  const errors = fieldAt(value, 'errors')
  return status === 404 && Array.isArray(errors) && errors.some((error) => textAt(error, 'status') === '404')
}

/** A 403 with `retry-after`, or with `x-ratelimit-remaining: 0`. */
export function isExhausted({ status, headers }: Pick<ProviderAnswer, 'status' | 'headers'>): boolean {
  return status === 403 && (headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined)
}

/** GitHub's words for the primary or secondary limit of an account, and for its throttling of everybody. */
export const ACCOUNT_LIMIT = /API rate limit|secondary rate limit|abuse detection|being throttled/i
const RATE_LIMIT = /rate limit/i

/** A 403 whose message names a limit, sometimes without a pause. A 429 is a limit whatever it says. */
function isNamedLimit({ status, value }: ProviderAnswer): boolean {
  const message = textAt(value, 'message') ?? ''
  return status === 403 && (ACCOUNT_LIMIT.test(message) || RATE_LIMIT.test(message))
}
