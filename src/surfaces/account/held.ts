import { holdOf } from '#accounts/overview.ts'
import type { Owner } from '#accounts/sign-in/session.ts'
import { fail } from '#contract/errors.ts'

/** Refuses what the API refuses an account on hold, and says why it is. @throws Failure account_held */
export function refuseHeld(owner: Owner): void {
  const hold = holdOf(owner)
  if (hold !== undefined) fail('account_held', { message: `This account is on hold: ${hold.reason}` })
}
