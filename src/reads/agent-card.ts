import { OPERATIONS, type Output } from '#contract/operations/index.ts'
import { agentCard } from '#views/agent/card.ts'
import { OFFERED } from './agent/questions/index.ts'
import type { ReadDeps, ServiceFacts } from './deps.ts'

export async function readAgentCard(
  _input: object,
  { site, service }: Pick<ReadDeps, 'site'> & { readonly service: ServiceFacts },
): Promise<Output<'agentCard'>> {
  const card = agentCard({ operations: OPERATIONS, version: service.version, offers: OFFERED }, site)
  if (service.cardSigner === undefined) return card
  return { ...card, signatures: await service.cardSigner.sign(card) }
}
