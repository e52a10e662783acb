import type { Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'

/** A published project, with the time of its last evaluation; null before the first. */
export type PublishedProject = {
  readonly id: string
  readonly slug: Slug
  readonly name: string
  readonly scoredAt: Instant | null
}
