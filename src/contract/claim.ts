import type { CoverageState } from './enums.ts'
import type { EvidenceId } from './ids.ts'
import type { Instant } from './time.ts'

export type NonEmpty<T> = readonly [T, ...T[]]
/** A rule with its version, as `explain` prints it, for example `activity.status@6`. */
export type RuleId = `${string}@${number}`
/** Why a value is unknown: every coverage state except MEASURED. */
export type UnknownReason = Exclude<CoverageState, 'MEASURED'>

/** A recorded value with its source. Invariant: at least one evidence id. `observedAt` is the time of the reading. */
export type Fact<T> = {
  readonly kind: 'FACT'
  readonly value: T
  readonly evidence: NonEmpty<EvidenceId>
  readonly observedAt: Instant
}
/**
 * A value that a rule derived from facts. Invariant: it names the rule and the evidence of its inputs. `asOf` is the
 * end of the time that the value covers; absent when that end is the time of the evaluation.
 */
type Derived<T> = {
  readonly kind: 'DERIVED'
  readonly value: T
  readonly rule: RuleId
  readonly evidence: NonEmpty<EvidenceId>
  readonly asOf?: Instant
}
/** A value that is not measured. Invariant: it has a reason and never a value. */
export type Unknown = { readonly kind: 'UNKNOWN'; readonly reason: UnknownReason }
/**
 * A measured value, or the reason why it is unknown. Every measured thing has this type from the record to the view.
 */
export type Claim<T> = Fact<T> | Derived<T> | Unknown

/** A recorded value with its evidence and the time of its reading. */
export function fact<T>(value: T, evidence: NonEmpty<EvidenceId>, observedAt: Instant): Fact<T> {
  return { kind: 'FACT', value, evidence, observedAt }
}

/** A value that a rule derived from facts. */
export function derived<T>(value: T, rule: RuleId, evidence: NonEmpty<EvidenceId>): Derived<T> {
  return { kind: 'DERIVED', value, rule, evidence }
}

/** A derived value of a time that ends at `asOf`. An end at `now` is the time of the evaluation and is left out. */
export function derivedAsOf<T>(claim: Derived<T>, asOf: Instant, now: Instant): Derived<T> {
  return asOf === now ? claim : { ...claim, asOf }
}

/** The field `asOf`: the end of the time that a value covers. No field when that end is the time of the evaluation. */
export function asOfField(claim: Claim<unknown>): Pick<Derived<unknown>, 'asOf'> {
  return claim.kind === 'DERIVED' && claim.asOf !== undefined ? { asOf: claim.asOf } : {}
}

/** An unknown value with its reason. */
export function unknown(reason: UnknownReason): Unknown {
  return { kind: 'UNKNOWN', reason }
}

/** The value, or null while unknown: for fields the contract says are always present. Called by views only. */
export function orNull<T>(claim: Claim<T>): T | null {
  return claim.kind === 'UNKNOWN' ? null : claim.value
}

/** The field, or no field while unknown: spread into an answer. Called by views only. */
export function orAbsent<const K extends string, T>(key: K, claim: Claim<T>): { [P in K]?: T } {
  return claim.kind === 'UNKNOWN' ? {} : ({ [key]: claim.value } as { [P in K]?: T })
}

/** A non-empty list, or undefined: the only way from a list that may be empty to evidence. */
export function nonEmpty<T>(items: readonly T[]): NonEmpty<T> | undefined {
  const [first, ...rest] = items
  return first === undefined ? undefined : [first, ...rest]
}
