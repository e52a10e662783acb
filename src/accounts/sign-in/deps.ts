import type { Instant } from '#contract/time.ts'
import type { Database } from '#records/database.ts'
import type { AccountOrigin } from './origin.ts'

/** Dependencies of the ceremonies of an account page. `browser` is the token of the browser's cookie. */
export type SignInDeps = {
  readonly database: Database
  readonly now: Instant
  readonly at: AccountOrigin
  readonly browser: string
}

/** Whether a person can sign up without an invitation. */
export type SignUps = 'open' | 'closed'
