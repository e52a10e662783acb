import type { Output } from '#contract/operations/index.ts'
import { changelogFeed, changelogHtml } from '#views/changelog.ts'
import type { ReadDeps, ServiceFacts } from './deps.ts'

type Deps = Pick<ReadDeps, 'site'> & { readonly service: ServiceFacts }

export async function readChangelogPage(
  _input: object,
  { service, site }: Deps,
): Promise<Output<'changelog'>> {
  return changelogHtml(service.changelog, site)
}

export async function readChangelogFeed(
  _input: object,
  { service, site }: Deps,
): Promise<Output<'changelogFeed'>> {
  return changelogFeed(service.changelog, site)
}
