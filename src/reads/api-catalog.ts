import { OPERATIONS, type Output } from '#contract/operations/index.ts'
import { apiCatalog } from '#views/site/api-catalog.ts'
import type { ReadDeps } from './deps.ts'

export async function readApiCatalog(
  _input: object,
  { site }: Pick<ReadDeps, 'site'>,
): Promise<Output<'apiCatalog'>> {
  return apiCatalog(OPERATIONS, site)
}
