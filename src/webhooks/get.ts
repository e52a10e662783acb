import type { Input, Output } from '#contract/operations/index.ts'
import { onSnapshot } from '#records/database.ts'
import type { ManagementDeps } from './deps.ts'
import { answerOwn } from './own.ts'

/** One subscription of the account. */
export function getWebhook({ id }: Input<'webhook'>, deps: ManagementDeps): Promise<Output<'webhook'>> {
  return onSnapshot(deps.database, (reader) => answerOwn({ id }, deps, reader), deps.sawPosition)
}
