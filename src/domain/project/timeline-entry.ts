import type { ChangePrecision, ClaimAuthor, ClaimKind, CoverageState, SourceKind } from '#contract/enums.ts'
import type { ContractAddress, EvidenceId, EvidencePrefix, Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { CodeWeekFacts, SourceReference } from '#domain/evidence.ts'
import type { MovingFact } from '#domain/ledger/evidence.ts'

type Statement = { readonly kind: ClaimKind; readonly by: ClaimAuthor; readonly statement: string }
/** A conclusion; `value` is null exactly while it is unknown, and `state` is then the reason. */
type Conclusion = { readonly fact: MovingFact; readonly value: string | null; readonly state: CoverageState }

/** What the title of each kind of evidence is made of. */
export type Recorded = {
  readonly ship: { readonly title: string; readonly codeWeek: CodeWeekFacts | null }
  readonly signal: { readonly title: string }
  readonly abi: {
    readonly contract: ContractAddress
    readonly provider: string
    readonly functions: number
    readonly events: number
  }
  readonly impl: {
    readonly contract: ContractAddress
    readonly implementation: ContractAddress
    readonly initial: boolean
  }
  readonly lock: { readonly amount: string; readonly unlockAt: Instant; readonly withdrawn: boolean }
  readonly source: { readonly kind: SourceKind; readonly locator: string }
  readonly claim: Statement
  readonly narrative: Statement & { readonly narrative: Slug }
  readonly security: Statement
  readonly state: Conclusion
  readonly integrity: Conclusion
  readonly method: {
    readonly contract: ContractAddress
    readonly selector: string
    /** Null while no verified interface names it. */
    readonly signature: string | null
  }
  readonly sourcechange: { readonly added: number; readonly removed: number }
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
