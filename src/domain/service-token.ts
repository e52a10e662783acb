import type { UtilityStatus } from '#contract/enums.ts'
import type { ContractAddress, Slug } from '#contract/ids.ts'
import type { CalendarDate } from '#contract/time.ts'

/**
 * The service's own token as its reviewed file documents it. Only its profile shows it: no rule and no list reads it.
 */
export type ServiceToken = {
  readonly name: string
  readonly symbol: string | null
  /** Null before launch. */
  readonly contract: ContractAddress | null
  /** The project of the catalogue that the token belongs to. */
  readonly project: Slug | null
  readonly reviewedOn: CalendarDate
  /** Null while they are not documented. */
  readonly utilities: readonly TokenUtility[] | null
}

type TokenUtility = {
  readonly name: string
  readonly status: UtilityStatus
  readonly description: string | null
  readonly url: string | null
}
