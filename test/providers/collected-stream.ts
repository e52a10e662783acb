import type { Collected, Collector, StreamToRead } from '#collectors/collector.ts'
import { type HttpClient, openHttp, parseConnectTo } from '#collectors/http.ts'
import { policyOf } from '#collectors/providers.ts'
import { openSharedRequests } from '#collectors/shared-requests.ts'
import type { SourceKind } from '#contract/enums.ts'
import type { Instant } from '#contract/time.ts'
import { type Database, inTransaction } from '#records/database.ts'
import type { StoredProject } from '#test/given/stored-project.ts'

type Read<Deps> = {
  readonly collector: Collector<Deps>
  readonly stored: StoredProject
  readonly locator: string
  readonly now: Instant
  readonly position?: unknown
}

/**
 * Reads a stored source once, with the real client and the policy of its provider. The answers are collected over the
 * network, then saved in a transaction.
 */
export async function readOnce<Deps>(
  read: Read<Deps>,
  world: {
    readonly deps: Omit<Deps, 'http' | 'shared' | 'clock'>
    readonly database: Database
    readonly connectTo?: string
  },
): Promise<Collected> {
  const { collector, stored, locator, now } = read
  const clock = () => now
  await using http = openHttp(
    { contactUrl: 'https://svc.example/contact', connectTo: parseConnectTo(world.connectTo ?? '') },
    { clock },
  )
  const leased: StreamToRead = {
    ...stored,
    kind: collector.kind satisfies SourceKind,
    locator,
    stream: collector.stream,
    externalId: null,
    facts: {},
    counted: false,
    etag: null,
    position: read.position ?? null,
    firstOkAt: null,
    lastOkAt: null,
  }
  const { resetForm } = policyOf(collector.provider)
  const asMetered: HttpClient = { request: (request) => http.request({ resetForm, ...request }) }
  const shared = openSharedRequests(asMetered, 0)
  const deps = { ...world.deps, http: asMetered, shared, clock }
  const collected = await collector.collect(leased, deps as Deps)
  await inTransaction(world.database, async (writer) => collected.save?.(writer, { now }))
  return collected
}
