import type {
  ActivityStatus,
  CoverageDimension,
  CoverageState,
  MarketStatus,
  ValuationKind,
} from '#contract/enums.ts'
import type { NoValueReason } from '#contract/shapes/history.ts'
import { COVERAGE_MEANING } from '#domain/project/coverage-meaning.ts'

/** Keeps every digit, because a JSON number has at most 17 significant digits. */
const EVERY_DIGIT = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 21, signDisplay: 'negative' })

/**
 * Every digit of a number, with a comma between thousands and a minus sign before a negative number. Nothing is
 * rounded.
 */
export function numberWords(value: number): string {
  return EVERY_DIGIT.format(value).replace('-', '−')
}

const WHOLE_DOLLARS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const FOUR_DIGITS = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 })
/** Sums from this one on are written without cents. */
const WHOLE_FROM_USD = 100

/** A sum of money as people read it: whole dollars from 100 on, four significant digits below. */
export function moneyWords(usd: number): string {
  return (usd < WHOLE_FROM_USD ? FOUR_DIGITS : WHOLE_DOLLARS).format(usd)
}

/** Every digit of a whole number that is too large for a JSON number, with a comma between thousands. */
export function amountWords(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}

/** An amount of a token's smallest unit in whole tokens, with every digit. */
export function tokenAmountWords(digits: string, decimals: number): string {
  const padded = digits.padStart(decimals + 1, '0')
  const whole = amountWords(padded.slice(0, padded.length - decimals))
  const part = padded.slice(padded.length - decimals)
  const end = [...part].findLastIndex((digit) => digit !== '0') + 1
  return end === 0 ? whole : `${whole}.${part.slice(0, end)}`
}

/** Codes whose name people write differently from the code. */
const NAMED_CODES: Readonly<Record<string, string>> = {
  github_repository: 'GitHub repository',
  npm_package: 'npm package',
}

/** A word of one of the service's lists, for people: `VERIFIED_BUILDER` is "verified builder". */
export function listWords(code: string): string {
  return NAMED_CODES[code] ?? code.toLowerCase().replaceAll(/[_.]/g, ' ')
}

/** A word of one of the service's lists as the first word of a line. */
export function listWordsFirst(code: string): string {
  return NAMED_CODES[code] ?? capitalised(listWords(code))
}

/** The words beside the name “Under the radar”. */
export const UNDER_THE_RADAR_WORDS = { HELD: 'yes', NOT_HELD: 'no', NOT_MEASURED: undefined } as const

/** The name of each provider wherever people read it. */
const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  blockscout: 'Blockscout',
  chain: 'Chain node',
  dexscreener: 'DEX Screener',
  geckoterminal: 'GeckoTerminal',
  github: 'GitHub',
  site: 'Project sites',
  sourcify: 'Sourcify',
}

/** The name of a provider for people: `geckoterminal` is "GeckoTerminal". A provider without a name has its code. */
export function providerName(provider: string): string {
  return PROVIDER_NAMES[provider] ?? provider
}

/** Words as the beginning of a sentence or a line. */
export function capitalised(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/**
 * The name of a valuation. The two kinds have different names everywhere; of an unknown valuation the kind is unknown.
 */
export function valuationName(kind: ValuationKind | undefined): string {
  if (kind === undefined) return 'Valuation'
  return kind === 'fdv' ? 'Fully diluted value' : 'Market cap'
}

/** Why there is no value, in a few words beside the mark of unknown. */
export const REASON_WORDS: Readonly<Record<NoValueReason, string>> = {
  NO_SOURCE: 'no source has it',
  NOT_ENOUGH_YET: 'not watched for long enough yet',
  STALE: 'the last reading is too old',
  SOURCE_UNAVAILABLE: 'the source cannot be read',
  NOT_APPLICABLE: 'does not apply',
  NOT_RESEARCHED: 'not researched',
  ERROR: 'the source refuses us, or cannot be parsed',
  WITHHELD: 'withheld',
  NOT_RECORDED: 'not recorded',
}

/** Why a dimension does not apply, where that is not because the project has no token. */
export const NOT_APPLICABLE_WORDS: Readonly<Partial<Record<CoverageDimension, string>>> = {
  building: 'nothing reads its kind of source yet',
  contracts: 'another project has each of them',
}

/** Why a dimension is not measured, in a few words. */
export function unmeasuredWords(dimension: CoverageDimension, state: NoValueReason): string {
  if (isWithoutToken(dimension, state)) return NO_TOKEN_WORDS
  const words = state === 'NOT_APPLICABLE' ? NOT_APPLICABLE_WORDS[dimension] : undefined
  return words ?? REASON_WORDS[state]
}

const OF_TOKEN: readonly CoverageDimension[] = ['market', 'locks', 'token_verification']

/** Whether a dimension does not apply because the project has no token, which is not the same as not known. */
export function isWithoutToken(dimension: CoverageDimension, state: NoValueReason | CoverageState): boolean {
  return state === 'NOT_APPLICABLE' && OF_TOKEN.includes(dimension)
}

/** Which dimensions do not apply to a project without a token: "Does not apply, because …: market, locks." */
export function outsideWords(dimensions: readonly CoverageDimension[]): string {
  const names = dimensions.map(listWords).join(', ')
  return `Does not apply, because the project has no token: ${names}.`
}

/** Said of a figure of a token, where the project has no token. */
export const NO_TOKEN_WORDS = 'does not apply, because the project has no token'

/** A word of one of the service's lists, for people: a reason why there is no value has its own words. */
export function reasonWords(code: string): string {
  return Object.entries(REASON_WORDS).find(([reason]) => reason === code)?.[1] ?? listWords(code)
}

/** Said where every dimension that applies is measured: a figure of a measured dimension can still lack a value. */
export const ALL_MEASURED =
  'Every dimension that applies is measured. A figure inside a dimension can still be unknown: its reason stands beside it.'

/**
 * The statuses that are concluded from silence. The other statuses rest on dated ships, however old the readings are.
 */
export const SILENT_STATUSES: readonly ActivityStatus[] = ['QUIET', 'DORMANT']

/** Said beside a value whose last reading is past its tolerance. */
export const TOLD_OF_THEN = 'last read too long ago to describe now'

/**
 * Whether a shown value is past its tolerance: its last reading is too old, so that it describes that time and not now.
 */
export function isPastTolerance(state: CoverageState | undefined): boolean {
  return state === 'STALE' || state === 'SOURCE_UNAVAILABLE' || state === 'ERROR'
}

/** The status of a market, where it is known. */
export function knownMarketStatus(status: MarketStatus | undefined): MarketStatus | undefined {
  return status === 'INSUFFICIENT_DATA' ? undefined : status
}

/** Why a part in this state has no value. A measured part without a value was not recorded. */
export function whyNoValue(state: CoverageState): NoValueReason {
  return state === 'MEASURED' ? 'NOT_RECORDED' : state
}

/** The meaning of a reason, in one sentence. */
export function reasonMeaning(reason: NoValueReason): string {
  return reason === 'NOT_RECORDED' ? 'No value was recorded.' : COVERAGE_MEANING[reason]
}
