import { openApi } from '#contract/openapi.ts'
import type { Output } from '#contract/operations/index.ts'
import { getPublished } from '#records/market/integrity.ts'
import type { ReadDeps, ServiceFacts } from './deps.ts'

export async function readOpenApi(
  _input: object,
  deps: Pick<ReadDeps, 'reader' | 'site'> & { readonly service: ServiceFacts },
): Promise<Output<'openapi'>> {
  const { reader, site, service } = deps
  return openApi({
    baseUrl: site.baseUrl,
    version: service.version,
    publishes: await getPublished(reader),
  })
}
