import { fail } from '#contract/errors.ts'
import type { Output } from '#contract/operations/index.ts'
import { askDatabase } from '#records/collecting/status.ts'
import type { ReadDeps } from './deps.ts'

const FULL = 'The database has no disk or memory left: nothing new is stored until there is room.'
const RETRY_AFTER_SECONDS = 30

/** Whether this process can answer, and store what it reads. @throws unavailable when the database is away or full */
export async function readHealth(
  _input: object,
  deps: Pick<ReadDeps, 'reader'> & { readonly isFull: () => boolean },
): Promise<Output<'health'>> {
  if (deps.isFull()) fail('unavailable', { message: FULL, retryAfterSeconds: RETRY_AFTER_SECONDS })
  await askDatabase(deps.reader)
  return { status: 'ok' }
}
