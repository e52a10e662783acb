import type { ChangePrecision, CoverageState } from '#contract/enums.ts'
import type { EvidenceId, EvidencePrefix, Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { Method } from '#domain/contracts/method-calls.ts'
import type { Implementation, Interface, Lock } from '#domain/contracts/records.ts'
import type { ProjectStatement, RecordedShip, Signal, Source, SourceReference } from '#domain/evidence.ts'
import type { MovingFact, SiteChange } from '#domain/ledger/evidence.ts'

type Statement = Pick<ProjectStatement, 'kind' | 'by' | 'statement'>
/** A conclusion; `value` is null exactly while it is unknown, and `state` is then the reason. */
type ConclusionTitle = {
  readonly fact: MovingFact
  readonly value: string | null
  readonly state: CoverageState
}

/** The parts from which the title of each kind of evidence is made. */
export type Recorded = {
  readonly ship: Pick<RecordedShip, 'title' | 'codeWeek'>
  readonly signal: Pick<Signal, 'title'>
  readonly abi: Pick<Interface, 'contract' | 'provider' | 'functions' | 'events'>
  readonly impl: Pick<Implementation, 'contract' | 'implementation' | 'initial'>
  readonly lock: Pick<Lock, 'amount' | 'unlockAt' | 'withdrawn'>
  readonly source: Pick<Source, 'kind' | 'locator'>
  readonly claim: Statement
  readonly narrative: Statement & { readonly narrative: Slug }
  readonly security: Statement
  readonly state: ConclusionTitle
  readonly integrity: ConclusionTitle
  /** The signature is null while no verified interface names it. */
  readonly method: Pick<Method, 'contract' | 'selector'> & { readonly signature: string | null }
  readonly sourcechange: Pick<SiteChange, 'added' | 'removed'>
}

/** A record in a project's timeline. `occurredAt` is null when no outside source dates it. */
export type TimelineRecord<K extends EvidencePrefix = EvidencePrefix> = {
  [P in K]: {
    readonly kind: P
    readonly id: EvidenceId
    readonly occurredAt: Instant | null
    readonly detectedAt: Instant
    readonly precision: ChangePrecision
    /** Null for a conclusion, and for a statement that the catalogue quotes. */
    readonly source: SourceReference | null
    readonly recorded: Recorded[P]
  }
}[K]
