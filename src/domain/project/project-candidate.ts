import type { ActivityStatus, ResearchLevel } from '#contract/enums.ts'
import type { Slug } from '#contract/ids.ts'
import type { ListedToken } from './project-list.ts'

/** A published project that some words may mean, and how they name it. */
export type ProjectCandidate = {
  readonly slug: Slug
  readonly name: string
  readonly by: 'name' | 'ticker' | 'part_of_name'
  readonly token: Pick<ListedToken, 'address' | 'symbol' | 'symbolDeclared'> | null
  readonly activity: ActivityStatus
  /** Null before the first evaluation. */
  readonly researchLevel: ResearchLevel | null
}

/** All projects that some words may mean, and the first of them. */
export type ProjectCandidates = { readonly total: number; readonly projects: readonly ProjectCandidate[] }
