import type { Operation } from '#contract/operation.ts'
import { OPERATIONS, type Output } from '#contract/operations/index.ts'
import { aiCatalog } from '#views/site/ai-catalog.ts'
import type { ReadDeps } from './deps.ts'

export async function readAiCatalog(
  _input: object,
  { site }: Pick<ReadDeps, 'site'>,
): Promise<Output<'aiCatalog'>> {
  return aiCatalog(Object.values<Operation>(OPERATIONS), site)
}
