import { type Instant, msOf } from '#contract/time.ts'
import type { LedgerEntry } from '#domain/ledger/draft.ts'
import type { Database } from '#records/database.ts'
import { getPublicEntries } from '#records/ledger/change-pages.ts'
import type { DeliveryClaim } from '#records/webhooks/claims.ts'
import type { Site } from '#views/links.ts'
import { toPingPayload, toWebhookPayload } from '#views/webhook-payload.ts'
import type { SendRequest } from './send.ts'
import type { Signer } from './sign.ts'
import { signedRequest } from './signed-request.ts'

export type RequestDeps = Pick<Signer, 'signaturesOf'> & {
  readonly now: () => Instant
  readonly site: Site
}

/** A claim with what it sends. */
export type Prepared = {
  readonly claim: DeliveryClaim
  /** Undefined when what it says is not public any more. */
  readonly says: LedgerEntry | 'ping' | undefined
}

/** Reads what each claim says from the ledger, in one statement. */
export async function readClaimed(
  claims: readonly DeliveryClaim[],
  { database }: { readonly database: Database },
): Promise<readonly Prepared[]> {
  const positions = claims.flatMap(({ position }) => (position === null ? [] : [position]))
  const entries = await getPublicEntries([...new Set(positions)], database)
  return claims.map((claim) => {
    const { position } = claim
    return { claim, says: position === null ? 'ping' : entries.get(position) }
  })
}

/** The signed request of an attempt, made when it is sent: `sentAt` and the signature are of this moment. */
export function toRequest(
  { claim, says }: { readonly claim: DeliveryClaim; readonly says: LedgerEntry | 'ping' },
  deps: RequestDeps,
): SendRequest {
  const sentAt = deps.now()
  const { deliveryId, subscriptionId, secretVersion, standardFrom, previousUntil } = claim
  const payload =
    says === 'ping'
      ? toPingPayload({ deliveryId, subscriptionId, sentAt })
      : toWebhookPayload(says, { deliveryId, sentAt }, deps.site)
  const hasTwo = previousUntil !== null && msOf(previousUntil) > msOf(sentAt)
  const versions = hasTwo ? [secretVersion, secretVersion - 1] : [secretVersion]
  return signedRequest(
    { url: claim.url, payload },
    { sign: (signed) => deps.signaturesOf({ subscriptionId, versions, standardFrom, ...signed }) },
  )
}
