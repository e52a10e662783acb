import { fail } from '#contract/errors.ts'
import type { Output } from '#contract/operations/index.ts'
import type { Changelog } from '#domain/changelog.ts'
import { changelogFeed } from '#views/site/changelog.ts'
import type { ReadDeps, ServiceFacts } from './deps.ts'

type Deps = Pick<ReadDeps, 'site'> & { readonly service: Pick<ServiceFacts, 'changelog'> }

/** Only a new release repairs the file, so an early retry is of no use. */
const RETRY_AFTER_SECONDS = 3600

/** The changelog that is served. @throws unavailable when its file cannot be read */
export function readChangelog({ service }: Pick<Deps, 'service'>): Changelog {
  return service.changelog ?? fail('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
}

export async function readChangelogFeed(_input: object, deps: Deps): Promise<Output<'changelogFeed'>> {
  return changelogFeed(readChangelog(deps), deps.site)
}
