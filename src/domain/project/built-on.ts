import type { EvidenceId, Slug } from '#contract/ids.ts'
import type { CalendarDate, Instant } from '#contract/time.ts'

/**
 * A reviewed statement that a project builds on another. `other` is the other project, which is built on or builds.
 * Invariant: both projects are published.
 */
export type BuiltOnStatement = {
  readonly id: EvidenceId
  readonly other: { readonly slug: Slug; readonly name: string }
  readonly statement: string
  readonly url: string
  readonly statedOn: CalendarDate | null
  readonly observedAt: Instant
}

/**
 * The relations of a project in one direction, ordered by the slug of the other project and limited in number. `total`
 * counts all.
 */
export type BuiltOnList = { readonly total: number; readonly items: readonly BuiltOnStatement[] }

/** The relations of a project in both directions. */
export type Foundations = { readonly buildsOn: BuiltOnList; readonly builtOnBy: BuiltOnList }
