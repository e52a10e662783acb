import type { Collector } from './collector.ts'
import type { HttpDeps } from './http.ts'

/** What all collectors together are given; each takes its own part: add yours with `&`. */
export type CollectorDeps = HttpDeps

/** Every thing that is read, one line each. */
export const COLLECTORS: readonly Collector<CollectorDeps>[] = []
