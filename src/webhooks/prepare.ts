import { type Instant, msOf } from '#contract/time.ts'
import type { LedgerEntry } from '#domain/ledger/draft.ts'
import type { Database } from '#records/database.ts'
import { getPublicEntries } from '#records/ledger/change-list.ts'
import type { DeliveryLease } from '#records/webhooks/leases.ts'
import { toPingPayload, toWebhookPayload } from '#views/changes/webhook-payload.ts'
import type { Site } from '#views/site/links.ts'
import type { SendRequest } from './send.ts'
import type { Signer } from './sign.ts'
import { signedRequest } from './signed-request.ts'

export type RequestDeps = Pick<Signer, 'signaturesOf'> & {
  readonly now: () => Instant
  readonly site: Site
}

/** A leased delivery with its content. */
export type Prepared = {
  readonly lease: DeliveryLease
  /** Undefined when the ledger entry of the delivery is no longer public. */
  readonly says: LedgerEntry | 'ping' | undefined
}

/** Reads the ledger entry of each leased delivery, in one statement. */
export async function readLeased(
  leases: readonly DeliveryLease[],
  { database }: { readonly database: Database },
): Promise<readonly Prepared[]> {
  const positions = leases.flatMap(({ position }) => (position === null ? [] : [position]))
  const entries = await getPublicEntries([...new Set(positions)], database)
  return leases.map((lease) => {
    const { position } = lease
    return { lease, says: position === null ? 'ping' : entries.get(position) }
  })
}

/** The signed request of an attempt, built when it is sent: `sentAt` and the signature have that time. */
export function toRequest(
  { lease, says }: { readonly lease: DeliveryLease; readonly says: LedgerEntry | 'ping' },
  deps: RequestDeps,
): SendRequest {
  const sentAt = deps.now()
  const { deliveryId, subscriptionId, secretVersion, standardFrom, previousUntil } = lease
  const payload =
    says === 'ping'
      ? toPingPayload({ deliveryId, subscriptionId, sentAt })
      : toWebhookPayload(says, { deliveryId, sentAt }, deps.site)
  const hasTwo = previousUntil !== null && msOf(previousUntil) > msOf(sentAt)
  const versions = hasTwo ? [secretVersion, secretVersion - 1] : [secretVersion]
  return signedRequest(
    { url: lease.url, payload },
    { sign: (signed) => deps.signaturesOf({ subscriptionId, versions, standardFrom, ...signed }) },
  )
}
