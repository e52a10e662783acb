import type { Instant } from '#contract/time.ts'
import type { Database } from '#records/database.ts'

/** The secret of each version of a subscription. */
export type Secrets = {
  readonly secretOf: (of: { readonly subscriptionId: string; readonly version: number }) => string
}

/** Where deliveries may go. */
export type DestinationCheck = (
  url: string,
) => Promise<{ readonly ok: true; readonly url: string } | { readonly ok: false; readonly reason: string }>

/** What the calls of an account on its subscriptions use. */
export type ManagementDeps = {
  readonly database: Database
  readonly now: Instant
  readonly account: { readonly id: string }
  readonly webhooks: {
    /** Undefined on a deployment that cannot sign. */
    readonly signer: Secrets | undefined
    readonly checkDestination: DestinationCheck
  }
}
