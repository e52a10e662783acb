import type { Instant } from '#contract/time.ts'
import type { ProjectScore } from './dossier-record.ts'
import type { ListedProject } from './project-list.ts'

/** A published project as a comparison shows it; `radar` is null while it has no rank. */
export type ComparedRecord = ListedProject & {
  readonly score: ProjectScore
  readonly radar: { readonly score: number; readonly rank: number; readonly rankedAt: Instant } | null
}
