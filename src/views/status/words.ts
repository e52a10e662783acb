import type { NoValueReason } from '#contract/shapes/history.ts'
import type { ServiceStatus } from '#contract/shapes/status.ts'
import { dateOf, msOf } from '#contract/time.ts'
import { percent } from '#domain/rules/rule.ts'
import { ageWords, dayWords } from '../words/clocks.ts'
import { providerName, REASON_WORDS } from '../words/figures.ts'
import { FRESH_SHARE, type PresentStatus } from './service-status.ts'

export type ProviderStatus = ServiceStatus['providers'][number]
export type PipelineStatus = ServiceStatus['pipelines'][number]

const UNITS: readonly (readonly [unit: string, seconds: number])[] = [
  ['day', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
]

/** The milliseconds since a provider was last read; undefined while it never was. */
export function readingAge({ lastReadAt }: ProviderStatus, { now }: PresentStatus): number | undefined {
  return lastReadAt === null ? undefined : Math.max(0, msOf(now) - msOf(lastReadAt))
}

/** Why a provider has no reading: nothing reads it, nothing tried yet, or every attempt failed. */
export function unreadReason({ streams, lastTriedAt }: ProviderStatus): NoValueReason {
  if (streams === null) return 'NO_SOURCE'
  return lastTriedAt === null ? 'NOT_ENOUGH_YET' : 'SOURCE_UNAVAILABLE'
}

/**
 * Why something has no reading of any of these providers: attempts failed, nothing tried yet, or nothing reads them.
 */
export function noReadingReason(providers: readonly ProviderStatus[]): NoValueReason {
  const reasons = providers.filter(({ lastReadAt }) => lastReadAt === null).map(unreadReason)
  if (reasons.includes('SOURCE_UNAVAILABLE')) return 'SOURCE_UNAVAILABLE'
  return reasons.length === 0 || reasons.includes('NOT_ENOUGH_YET') ? 'NOT_ENOUGH_YET' : 'NO_SOURCE'
}

/** The time between two runs in its largest whole unit: "10 s", "2 min", "1 day". */
export function cadenceWords({ cadenceSeconds }: PipelineStatus): string {
  const [unit, seconds] = UNITS.find((one) => cadenceSeconds % one[1] === 0) ?? ['s', 1]
  const count = cadenceSeconds / seconds
  return `${count} ${unit}${unit === 'day' && count > 1 ? 's' : ''}`
}

/**
 * The providers that do not answer now, and those that answer for too few of their streams. A provider in the state
 * `never_read` is not among them.
 */
export function troubledProviders({ providers }: PresentStatus): readonly ProviderStatus[] {
  return providers.filter((provider) =>
    provider.state === 'answering' ? provider.fresh === false : provider.state !== 'never_read',
  )
}

/** The providers of which nobody knows whether they answer: never asked, or asked and never read. */
export function unknownProviders({ providers }: PresentStatus): readonly ProviderStatus[] {
  return providers.filter(({ state }) => state === 'never_read')
}

const UNREAD_WORDS: Readonly<Partial<Record<NoValueReason, string>>> = {
  NO_SOURCE: 'no source of a project is read from it',
  NOT_ENOUGH_YET: 'it was not asked yet',
  SOURCE_UNAVAILABLE: 'no attempt has read anything so far',
}

/** Why a provider has no reading, in words. */
export function unreadBecause(provider: ProviderStatus): string {
  const reason = unreadReason(provider)
  return UNREAD_WORDS[reason] ?? REASON_WORDS[reason]
}

/** Said in place of outages where no provider has one. Undefined where no provider was read, so that nobody knows. */
export function noTroubleWords(status: PresentStatus): string | undefined {
  const { length: unknown } = unknownProviders(status)
  if (unknown === status.providers.length) return undefined
  const read = unknown === 0 ? 'No provider' : 'No provider that was read'
  return `${read} is in an outage, limits requests or is late.`
}

/** Said where no provider is known. */
export const NO_PROVIDER = 'Not known, because no provider was read yet.'

/** Said where no pipeline is known. */
export const NO_PIPELINE = 'No pipeline has run yet.'

/** How many providers are read in time: "4 of 7"; undefined before one is read. */
export function freshProviders({ providers }: Pick<PresentStatus, 'providers'>): string | undefined {
  return providers.length === 0 ? undefined : freshOf(providers)
}

/** The providers that are not read in time, each with the day since which it fails; undefined where there is none. */
export function unreadProviders(status: PresentStatus): string | undefined {
  const unread = unknownProviders(status).filter(({ fresh }) => fresh === false)
  const names = [...troubledProviders(status), ...unread].map(({ provider, outageSince }) =>
    outageSince === null
      ? providerName(provider)
      : `${providerName(provider)} (fails since ${dayWords(dateOf(outageSince))})`,
  )
  return names.length === 0 ? undefined : `Not read in time: ${names.join(', ')}.`
}

/** The meaning of a provider's state for its figures, in one sentence. */
export function troubleWords({ state, lastReadAt, streams }: ProviderStatus, { now }: PresentStatus): string {
  const never = streams === null ? 'No source is read from it.' : 'It was never read.'
  const last = lastReadAt === null ? never : `Its last reading was ${ageWords(lastReadAt, now)}.`
  switch (state) {
    case 'outage':
      return `Most of its newest readings failed, or many of its sources were missing at once. No negative conclusion is drawn from it. ${last}`
    case 'cooling_off':
      return `It limits requests and is left alone for a while. ${last}`
    case 'budget_spent':
      return `Its daily budget of requests is spread over the day, and what it allows so far is spent. ${last}`
    case 'late':
      return `It was read too long ago, so its figures describe that time and not now. ${last}`
    case 'answering':
      return streams === null
        ? last
        : `Of its ${streams.total} streams only ${streams.fresh + streams.missing} were read in time or found that their source is not there. ${last}`
    case 'never_read':
      return last
  }
}

/** The title of the page. It states the answer: "Fresh: 7 of 7 providers, 17 of 17 pipelines". */
export function statusTitle({ providers, pipelines }: PresentStatus): string {
  if (providers.length === 0) return `No provider is read yet: ${freshOf(pipelines)} pipelines are fresh`
  const counts = `${freshOf(providers)} providers, ${freshOf(pipelines)} pipelines`
  return allFresh(providers) && allFresh(pipelines) ? `Fresh: ${counts}` : `Not all fresh: ${counts}`
}

/** Whether today's figures are fresh, in one or two sentences. */
export function serviceStatusAnswer({ providers, pipelines }: PresentStatus): string {
  const behind = [
    ...behindWords('provider', providers, ({ provider }) => providerName(provider)),
    ...behindWords('pipeline', pipelines, ({ name }) => name),
  ]
  if (behind.length > 0)
    return `Not all of them. Not fresh now: ${behind.join(', and ')}. What rests on them describes the time of the last reading.`
  if (providers.length === 0) return 'Not known. No provider is read yet.'
  return allFresh(providers) && allFresh(pipelines)
    ? `Yes. At least ${percent(FRESH_SHARE)} of the streams of every provider were read in time or found that their source is not there, and every pipeline ran in time.`
    : 'As far as is known. Something was never read or never ran, and nothing that was is late.'
}

/** Says up to which block of the node on-chain facts are published. */
export function chainBlocksWords({ basis }: NonNullable<PresentStatus['chain']>): string {
  const published = 'On-chain facts are published up to the safe block. A finalized block is never replaced.'
  if (basis === 'tags') return published
  return `${published} The node does not name both of these blocks, or names one far behind, so the service counts back from the latest block.`
}

/** Where answers are read from: "answers are read from 1 of 2 standbys". */
export function standbyWords({ configured, inService }: NonNullable<PresentStatus['standbys']>): string {
  if (inService === 0) return `no standby of ${configured} is in service, and the primary answers`
  return `answers are read from ${inService} of ${configured} standbys`
}

type Part = { readonly fresh: boolean | null }

function allFresh(parts: readonly Part[]): boolean {
  return parts.every(({ fresh }) => fresh === true)
}

function freshOf(parts: readonly Part[]): string {
  return `${parts.filter(({ fresh }) => fresh === true).length} of ${parts.length}`
}

/** The parts of one kind that are not fresh, in words; empty when none is behind. */
function behindWords<P extends Part>(
  kind: 'provider' | 'pipeline',
  parts: readonly P[],
  nameOf: (part: P) => string,
): readonly string[] {
  const names = parts.filter(({ fresh }) => fresh === false).map(nameOf)
  if (names.length === 0) return []
  return [`the ${kind}${names.length === 1 ? '' : 's'} ${new Intl.ListFormat('en-US').format(names)}`]
}
