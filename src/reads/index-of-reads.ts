import { type Output, READS } from '#contract/operations/index.ts'
import { apiIndex } from '#views/site/api-index.ts'
import type { ReadDeps } from './deps.ts'

export async function readIndex(_input: object, deps: Pick<ReadDeps, 'site'>): Promise<Output<'index'>> {
  return apiIndex(READS, deps.site)
}
