import { holdOf } from '#accounts/overview.ts'
import type { Owner } from '#accounts/sign-in/session.ts'
import { fail } from '#contract/errors.ts'

/** Refuses an account on hold, as the API does, and gives the reason of the hold. @throws Failure account_held */
export function refuseHeld(owner: Owner): void {
  const hold = holdOf(owner)
  if (hold !== undefined) fail('account_held', { message: `This account is on hold: ${hold.reason}` })
}
