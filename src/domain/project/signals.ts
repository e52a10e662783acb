import { type NonEmpty, nonEmpty, type RuleId } from '#contract/claim.ts'
import type { ContractAddress, EvidenceId } from '#contract/ids.ts'
import { addMs, DAY_MS, dateOf, earlierOf, type Instant, msOf, startOfDate } from '#contract/time.ts'
import {
  type BuilderReading,
  builderReading,
  coverBefore,
  isCutOffAfter,
  readUpTo,
} from '#domain/collecting/watching.ts'
import type { RecordedContract } from '#domain/contracts/records.ts'
import { type BuildEvidence, placedAt, type RecordedShip } from '#domain/evidence.ts'
import { counted } from '#domain/rules/rule.ts'
import { countedShips } from '#domain/ships/ships.ts'

/** Thresholds of the development-window signals. */
export const SIGNALS_RULE = {
  id: 'signals.development@4',
  windowMs: 30 * DAY_MS,
  watchedMs: 60 * DAY_MS,
  factor: 1.5,
  moreAtLeast: 2,
  launchStandsMs: 30 * DAY_MS,
} as const

/** Signals that need readable building sources. */
export const PACE_KINDS = ['accelerating', 'slowing'] as const
type SignalKind = (typeof PACE_KINDS)[number] | 'launch'

/** A finding over a window, before it is stored. Invariant: `windowFrom` is not after `windowTo`. */
export type Finding = {
  readonly title: string
  readonly windowFrom: Instant
  readonly windowTo: Instant
  readonly facts: Readonly<Record<string, unknown>>
  readonly evidence: NonEmpty<EvidenceId>
  readonly rule: RuleId
}

type DevelopmentSignal = Finding & {
  readonly kind: SignalKind
  readonly group: 'building' | 'launch'
}

/** The token's launch, dated by its block. */
export type Launch = { readonly at: Instant; readonly evidence: NonEmpty<EvidenceId> }

/** When the project's token was created; null while its creation was not read. */
export function launchOf(input: {
  readonly token: ContractAddress | null
  readonly contracts: readonly RecordedContract[]
}): Launch | null {
  const token = input.contracts.find(
    ({ role, address, withdrawn }) => role === 'token' && address === input.token && withdrawn === null,
  )
  if (token === undefined || token.creation === null) return null
  return { at: token.creation.at, evidence: [token.sourceId] }
}

/**
 * The current signals. `decided` is false while code sources cannot be read; an earlier pace then stays current.
 * `judged` is true when both windows were covered, so that no signal of pace is a finding.
 */
type DevelopmentSignals = {
  readonly decided: boolean
  readonly judged: boolean
  readonly signals: readonly DevelopmentSignal[]
}

/**
 * The pace of the last 30 whole UTC days against the 30 before, and a launch in the last 30 days. A pace needs code
 * sources that all cover both windows, and no on-chain source that is cut off inside them. A current pace ends only
 * when the newer window is no longer ahead (or behind), or when no code source is left that counts. @source contract,
 * Events
 */
export function developmentSignals(
  input: {
    readonly evidence: BuildEvidence
    readonly launch: Launch | null
    /** Kinds that are current before this evaluation. */
    readonly standing: readonly string[]
  },
  now: Instant,
): DevelopmentSignals {
  const builders = builderReading(input.evidence, now)
  const launches = launchSignals(input.launch, now)
  const end = windowEnd(builders, now)
  const decided = isDecided(builders)
  if (!decided || end === undefined || !isWatched(builders, end))
    return { decided, judged: false, signals: launches }
  const pace = paceSignals({ ships: countedShips(input.evidence, now), end, ...input })
  return { decided, judged: true, signals: [...pace, ...launches] }
}

/** Whether the readings decide the current pace. Without a code source that counts, they do: no pace can stand. */
function isDecided({ sources, readable, suspended, chainLapsed }: BuilderReading): boolean {
  return sources.length === 0 || (readable && !suspended && !chainLapsed)
}

function isWatched({ streams, chain }: BuilderReading, end: Instant): boolean {
  const from = addMs(end, -SIGNALS_RULE.watchedMs)
  return (
    coverBefore(streams, end, SIGNALS_RULE.watchedMs) && !chain.some((stream) => isCutOffAfter(stream, from))
  )
}

function paceSignals(input: {
  ships: readonly RecordedShip[]
  end: Instant
  evidence: BuildEvidence
  standing: readonly string[]
}): readonly DevelopmentSignal[] {
  const { end, standing } = input
  const from = addMs(end, -SIGNALS_RULE.windowMs)
  const newer = input.ships.filter((ship) => isWithin(ship, from, end))
  const older = input.ships.filter((ship) => isWithin(ship, addMs(from, -SIGNALS_RULE.windowMs), from))
  const signal = (kind: SignalKind, word: string, grounds: readonly RecordedShip[]) => {
    const evidence = nonEmpty(grounds.map((ship) => ship.id))
    if (evidence === undefined) return []
    const title = `Shipping ${word}: ${counted(newer.length, 'meaningful ship')} in 30 days, ${older.length} in the 30 before`
    const facts = { ships: newer.length, shipsBefore: older.length, days: 30 }
    const window = { windowFrom: from, windowTo: end }
    return [{ kind, group: 'building' as const, title, ...window, facts, evidence, rule: SIGNALS_RULE.id }]
  }
  if (isAhead(newer.length, older.length, standing.includes('accelerating'))) {
    return signal('accelerating', 'faster', newer)
  }
  if (isAhead(older.length, newer.length, standing.includes('slowing'))) {
    return signal('slowing', 'slower', [...newer, ...older])
  }
  return []
}

function isAhead(a: number, b: number, stands: boolean): boolean {
  if (stands) return a > b
  return a >= SIGNALS_RULE.factor * b && a - b >= SIGNALS_RULE.moreAtLeast
}

function isWithin(ship: RecordedShip, from: Instant, end: Instant): boolean {
  const atMs = msOf(placedAt(ship))
  return atMs >= msOf(from) && atMs < msOf(end)
}

/**
 * The start of the UTC day up to which every stream was read. Undefined without a code source, and while one was never
 * read.
 */
function windowEnd({ streams, chain }: BuilderReading, now: Instant): Instant | undefined {
  if (streams.length === 0) return undefined
  const read = readUpTo([...streams, ...chain.filter(({ lastOkAt }) => lastOkAt !== null)])
  return read === null ? undefined : startOfDate(dateOf(earlierOf(now, read)))
}

function launchSignals(launch: Launch | null, now: Instant): readonly DevelopmentSignal[] {
  if (launch === null) return []
  const ageMs = msOf(now) - msOf(launch.at)
  if (ageMs < 0 || ageMs > SIGNALS_RULE.launchStandsMs) return []
  return [
    {
      kind: 'launch',
      group: 'launch',
      title: `Token launched on ${dateOf(launch.at)}`,
      windowFrom: launch.at,
      windowTo: launch.at,
      facts: { launchedAt: launch.at },
      evidence: launch.evidence,
      rule: SIGNALS_RULE.id,
    },
  ]
}
