import type { Instant } from '#contract/time.ts'
import type { Reader } from '#records/database.ts'
import type { Site } from '#views/links.ts'

/** What a read is made with: records to read, the service's time at the request, and where the service is reached. */
export type ReadDeps = {
  readonly reader: Reader
  readonly now: Instant
  readonly site: Site
}

/** What the service says of itself. */
export type ServiceFacts = { readonly version: string; readonly sandbox: boolean }
