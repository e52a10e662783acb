import { type NonEmpty, nonEmpty } from '#contract/claim.ts'
import type { CoverageState } from '#contract/enums.ts'
import type { ContractAddress, EvidenceId } from '#contract/ids.ts'
import { addDays, type CalendarDate, earliest, type Instant, latest, msOf } from '#contract/time.ts'
import { isAbsent, notReadReason, readUpTo, stateOfStreams } from '#domain/collecting/watching.ts'
import type { Stream } from '#domain/evidence.ts'
import type { DimensionCoverage } from '#domain/project/card-evidence.ts'
import {
  type ContractUse,
  callsOver,
  lastDaysFrom,
  readingOfCalls,
  readingOfSource,
  reasonWithoutInterface,
  stateOfExplorers,
  USE_RULE,
} from './contract-use.ts'
import { answeringAddress, type CalledMethod, type ContractRecord } from './held-contract.ts'
import type { ContractCreation, Implementation, Interface, ProxyReading } from './records.ts'

/**
 * One section of a contract with its coverage state. Invariant: MEASURED has a value. A value under another state is
 * the last value that was read; null while nothing is known.
 */
export type Section<T> = DimensionCoverage & { readonly value: T | null }

/** Decoded calls on consecutive UTC days, `from` the first and `to` the last of them. */
type SevenDays = {
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly collectedFrom: Instant
  readonly calls: number
  readonly methods: readonly CalledMethod[]
  readonly evidence: NonEmpty<EvidenceId>
}

/** The counts of the interface that answers calls, and the interface before it; null when none is recorded. */
type AnsweringInterface = { readonly current: Interface; readonly before: Interface | null }

/** Each section of a contract. */
export type ContractSections = {
  /** When the node answered that there is no contract at the address; null unless that is its newest answer. */
  readonly noCodeAt: Instant | null
  readonly creation: Section<ContractCreation & { readonly settled: boolean }>
  readonly deployer: Section<ContractAddress>
  readonly proxy: Section<ProxyReading>
  readonly implementations: Section<{ readonly total: number; readonly items: NonEmpty<Implementation> }>
  /** MEASURED and empty when explorers answer for each address that it has no verified source. */
  readonly verifiedSource: Section<readonly Interface[]>
  readonly interface: Section<AnsweringInterface>
  readonly activity: Section<SevenDays>
}

/** The sections of a contract, each measured or not, as of the last evaluation of its project. */
export function contractSections(record: ContractRecord, now: Instant): ContractSections {
  const proxy = proxyOf(record, now)
  const verifiedSource = verifiedSourceOf(record, now)
  return {
    noCodeAt: noCodeAt(record, now),
    creation: creationOf(record, now),
    deployer: deployerOf(record, now),
    proxy,
    implementations: implementationsOf(record, { proxy, now }),
    verifiedSource,
    interface: interfaceOf(record, { verifiedSource, now }),
    activity: activityOf(record, now),
  }
}

/**
 * When the node last answered that the address has no code; null without such an answer. Storage is read only at an
 * address with code, so without code the stream is missing.
 */
function noCodeAt(record: ContractRecord, now: Instant): Instant | null {
  const absent = ownStreams(record, 'proxy').filter((stream) => isAbsent(stream, now))
  return latest(
    absent.flatMap(({ lastOutcome, lastTriedAt, missingAt }) => {
      const at = lastOutcome === 'missing' ? lastTriedAt : missingAt
      return at == null ? [] : [at]
    }),
  )
}

/** A creation that is known stays known: no later reading changes it. */
function creationOf(record: ContractRecord, now: Instant): ContractSections['creation'] {
  const { creation, settled, detectedAt } = record.contract
  if (creation === null) return unread(creationReason(record, now))
  return { state: 'MEASURED', observedAt: detectedAt, value: { ...creation, settled } }
}

function deployerOf(record: ContractRecord, now: Instant): ContractSections['deployer'] {
  const { deployer, detectedAt } = record.contract
  if (deployer === null) return unread(creationReason(record, now))
  return { state: 'MEASURED', observedAt: detectedAt, value: deployer }
}

/**
 * Why the creation is unknown. NO_SOURCE without code, because there is no creation to find. A reading that succeeded
 * and did not find the creation means that the node lacks the state of that time: SOURCE_UNAVAILABLE.
 */
function creationReason(record: ContractRecord, now: Instant): CoverageState {
  if (noCodeAt(record, now) !== null) return 'NO_SOURCE'
  const { state } = stateOfStreams(ownStreams(record, 'creation'), now)
  return state === 'MEASURED' ? 'SOURCE_UNAVAILABLE' : state
}

/** Storage is read only of tokens and declared contracts, and only where there is code. */
function proxyOf(record: ContractRecord, now: Instant): ContractSections['proxy'] {
  const { proxy } = record.contract
  const streams = ownStreams(record, 'proxy')
  if (proxy === null) {
    const isRead = record.sources.some(({ kind }) => kind === 'token' || kind === 'contract')
    return unread(
      isRead && noCodeAt(record, now) === null
        ? notReadReason(stateOfStreams(streams, now).state)
        : 'NO_SOURCE',
    )
  }
  const { readAt: observedAt, ...value } = proxy
  return { state: lastRead(streams, now), observedAt, value }
}

/**
 * The implementation of a contract that is no proxy, and the implementation of a clone, can never be replaced.
 * SOURCE_UNAVAILABLE also while no node keeps the logs of blocks that were not read: there can be more upgrades.
 */
function implementationsOf(
  { history, ...record }: ContractRecord,
  { proxy, now }: { readonly proxy: ContractSections['proxy']; readonly now: Instant },
): ContractSections['implementations'] {
  const items = nonEmpty(history.items)
  const streams = ownStreams(record, 'upgrades')
  if (items !== undefined) {
    const state = lastRead(streams, now)
    const isCut = streams.some(({ isCutOff }) => isCutOff === true)
    return {
      state: state === 'MEASURED' && isCut ? 'SOURCE_UNAVAILABLE' : state,
      observedAt: readUpTo(streams),
      value: { total: history.total, items },
    }
  }
  if (proxy.value === null) return unread(proxy.state)
  const { kind, beacon } = proxy.value
  if (kind === 'none_detected' || (kind === 'eip1167' && beacon === null)) return unread('NOT_APPLICABLE')
  return unread(notReadReason(stateOfStreams(streams, now).state))
}

/** The current interfaces at explorers, of the contract and of the implementation it forwards to. */
function verifiedSourceOf(record: ContractRecord, now: Instant): ContractSections['verifiedSource'] {
  const addresses = [record.contract.address, answeringAddress(record.contract)]
  const standing = record.interfaces.filter(
    ({ contract, supersededAt }) => supersededAt === null && addresses.includes(contract),
  )
  const value = nonEmpty(standing)
  const newest = latest(standing.map((record) => record.observedAt))
  if (value === undefined || newest === null) return withoutVerifiedSource(addresses, record.sources, now)
  const { state } = readingOfSource(addresses, record.sources, now)
  return { state: state === 'NO_SOURCE' ? 'STALE' : state, observedAt: newest, value }
}

/**
 * That there is no verified source is known only when an explorer answered so for each address and no other explorer
 * fails. An explorer that fails may have a source. Otherwise the section says why an address was not read.
 */
function withoutVerifiedSource(
  addresses: readonly ContractAddress[],
  sources: ContractRecord['sources'],
  now: Instant,
): ContractSections['verifiedSource'] {
  const why = reasonWithoutInterface(addresses, sources, now)
  if (why.state !== 'NO_SOURCE') return { ...why, value: null }
  const readings = addresses.map((address) => readingOfSource([address], sources, now))
  const unanswered = readings.find(({ state }) => state !== 'MEASURED')
  if (unanswered !== undefined) return { ...unanswered, value: null }
  const readAt = readings.flatMap(({ observedAt }) => (observedAt === null ? [] : [observedAt]))
  const observedAt = earliest(readAt)
  const state = stateOfExplorers(addresses, sources, now)
  return { state, observedAt, value: state === 'MEASURED' ? [] : null }
}

function interfaceOf(
  record: ContractRecord,
  input: { readonly verifiedSource: ContractSections['verifiedSource']; readonly now: Instant },
): ContractSections['interface'] {
  const { state, value } = input.verifiedSource
  if (value === null) return unread(state)
  const answering = answeringAddress(record.contract)
  const [current] = value.filter(({ contract }) => contract === answering).toSorted(bestFirst)
  if (current === undefined)
    return unread(reasonWithoutInterface([answering], record.sources, input.now).state)
  return { state, observedAt: current.observedAt, value: { current, before: beforeOf(record, current) } }
}

const MATCHES: readonly Interface['match'][] = ['exact', 'partial', 'unspecified']

function bestFirst(a: Interface, b: Interface): number {
  return (
    MATCHES.indexOf(a.match) - MATCHES.indexOf(b.match) ||
    msOf(b.detectedAt) - msOf(a.detectedAt) ||
    (a.id < b.id ? -1 : 1)
  )
}

/**
 * The interface that the provider had before at the same address, or else the interface of the previous implementation.
 */
function beforeOf({ interfaces, history, contract }: ContractRecord, current: Interface): Interface | null {
  const earlier = interfaces
    .filter(({ digest, detectedAt }) => digest !== current.digest && detectedAt <= current.detectedAt)
    .toSorted((a, b) => msOf(b.detectedAt) - msOf(a.detectedAt))
  const replaced = history.items.find(
    ({ implementation }) => implementation === contract.proxy?.implementation,
  )
  const found =
    earlier.find((one) => one.contract === current.contract && one.provider === current.provider) ??
    earlier.find((one) => one.contract === replaced?.previousImplementation)
  return found === undefined ? null : found
}

/**
 * Calls are read of tokens and counted contracts. They are decoded by the verified interface of the code that answered.
 */
function activityOf(record: ContractRecord, now: Instant): ContractSections['activity'] {
  const { contract, source, sources, answering } = record
  if (!source.counted) return unread('NOT_APPLICABLE')
  const { collected } = record.use
  const use: ContractUse = {
    contract: contract.address,
    answering,
    sourceId: record.use.sourceId ?? source.id,
    collected,
    days: record.use.days,
  }
  const from = lastDaysFrom(use)
  const { state, reason } = readingOfCalls(use, { from, sources, now })
  if (collected === null || from === null || reason !== undefined)
    return unread(reason === undefined ? 'NOT_ENOUGH_YET' : reason)
  const sum = callsOver(use, { from, days: USE_RULE.days })
  if ('unknown' in sum) return unread(sum.unknown)
  return {
    state,
    observedAt: collected.readAt,
    value: {
      from,
      to: addDays(from, USE_RULE.days - 1),
      collectedFrom: collected.from,
      calls: sum.calls,
      methods: record.use.methods,
      evidence: [use.sourceId, ...sum.methods],
    },
  }
}

/** The streams with this name of the contract's own sources. Explorers are not among these sources. */
function ownStreams({ sources }: Pick<ContractRecord, 'sources'>, name: string): readonly Stream[] {
  return sources
    .filter(({ kind }) => kind !== 'explorer')
    .flatMap(({ streams }) => streams.filter(({ stream }) => stream === name))
}

/**
 * The coverage state of a value from these streams; STALE without a stream, because nothing reads the value any more.
 */
function lastRead(streams: readonly Stream[], now: Instant): CoverageState {
  return streams.length === 0 ? 'STALE' : stateOfStreams(streams, now).state
}

function unread(state: CoverageState): Section<never> {
  return { state, observedAt: null, value: null }
}
