import type { Output } from '#contract/operations/index.ts'
import { askDatabase } from '#records/collecting/status.ts'
import type { ReadDeps } from './deps.ts'

export async function readHealth(_input: object, deps: Pick<ReadDeps, 'reader'>): Promise<Output<'health'>> {
  await askDatabase(deps.reader)
  return { status: 'ok' }
}
