import type { Collector } from './collector.ts'
import type { GithubDeps } from './github/api.ts'
import { commits } from './github/commits.ts'
import { releases } from './github/releases.ts'
import { repository } from './github/repository.ts'
import { tags } from './github/tags.ts'

/** What all collectors together are given; each takes its own part: add yours with `&`. */
export type CollectorDeps = GithubDeps

/** Every thing that is read, one line each. */
export const COLLECTORS: readonly Collector<CollectorDeps>[] = [repository, releases, tags, commits]
