import { fail } from '#contract/errors.ts'
import type { Output } from '#contract/operations/index.ts'

const RETRY_AFTER_SECONDS = 5

/** Health without a query: whether the process last reached its database. @throws unavailable when it did not */
export async function readHealth(
  _input: object,
  deps: { readonly isReachable: () => boolean },
): Promise<Output<'health'>> {
  if (!deps.isReachable()) fail('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  return { status: 'ok' }
}
