import type { Output } from '#contract/operations/index.ts'
import { securityText } from '#views/site/security-text.ts'
import type { ReadDeps, ServiceFacts } from './deps.ts'

export async function readSecurityText(
  _input: object,
  { now, site, service }: Pick<ReadDeps, 'now' | 'site'> & { readonly service: ServiceFacts },
): Promise<Output<'securityText'>> {
  return securityText({ contact: service.securityContact, now }, site)
}
