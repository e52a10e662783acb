import type { Output } from '#contract/operations/index.ts'
import { changelogFeed } from '#views/changelog.ts'
import type { ReadDeps, ServiceFacts } from './deps.ts'

type Deps = Pick<ReadDeps, 'site'> & { readonly service: ServiceFacts }

export async function readChangelogFeed(
  _input: object,
  { service, site }: Deps,
): Promise<Output<'changelogFeed'>> {
  return changelogFeed(service.changelog, site)
}
