import type { Input, Output } from '#contract/operations/index.ts'
import type { ManagementDeps } from './deps.ts'
import { answerOwn } from './own.ts'

/** One subscription of the account. */
export function getWebhook({ id }: Input<'webhook'>, deps: ManagementDeps): Promise<Output<'webhook'>> {
  return answerOwn({ id }, deps, deps.database)
}
