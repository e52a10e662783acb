import type { Operation } from '#contract/operation.ts'
import { OPERATIONS, type Output } from '#contract/operations/index.ts'
import { serverCard } from '#views/agent/server-card.ts'
import type { ReadDeps, ServiceFacts } from './deps.ts'

export async function readServerCard(
  _input: object,
  { site, service }: Pick<ReadDeps, 'site'> & { readonly service: ServiceFacts },
): Promise<Output<'serverCard'>> {
  return serverCard({ operations: Object.values<Operation>(OPERATIONS), version: service.version }, site)
}
