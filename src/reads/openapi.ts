import { openApi } from '#contract/openapi.ts'
import type { Output } from '#contract/operations/index.ts'
import type { ReadDeps, ServiceFacts } from './deps.ts'

export async function readOpenApi(
  _input: object,
  deps: Pick<ReadDeps, 'site'> & { readonly service: ServiceFacts },
): Promise<Output<'openapi'>> {
  return openApi({ baseUrl: deps.site.baseUrl, version: deps.service.version })
}
