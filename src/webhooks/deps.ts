import type { Instant } from '#contract/time.ts'
import type { DestinationReason } from '#contract/webhook-destination.ts'
import type { Database } from '#records/database.ts'
import type { Signer } from './sign.ts'

/** Judges a callback URL by its rules, name servers included. Returns the URL to store, or why it is refused. */
export type DestinationCheck = (url: string) => Promise<CheckedDestination>
type CheckedDestination =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: DestinationReason }

/** Dependencies of an account's calls on its subscriptions. */
export type ManagementDeps = {
  readonly database: Database
  /** Called with the ledger position of each snapshot that is read. */
  readonly sawPosition?: (position: number) => void
  readonly now: Instant
  readonly account: { readonly id: string }
  readonly webhooks: {
    /**
     * Undefined on a deployment without a master key, and on one with another master key than the subscriptions use.
     */
    readonly signer: Pick<Signer, 'secretOf' | 'keyName'> | undefined
    readonly checkDestination: DestinationCheck
  }
}
