import { findFreePort } from '#app/instance/address.ts'
import type { Slug } from '#contract/ids.ts'
import { type Database, openDatabase } from '#records/database.ts'
import { getLedgerState } from '#records/ledger/changes.ts'
import { waitUntil } from '#test/alerts/wait-until.ts'
import { type Recording, record, type Session } from '#test/history/record.ts'
import { spawnService } from '#test/service/spawned-service.ts'
import { runToEnd, startSmallWorld } from '#test/world/small-world.ts'
import { type PostgresNode, type Standbys, startStandbys } from './standbys.ts'

/** Events are written for this project. */
const WRITTEN = 'opaline' as Slug

const SERVES_WITHIN_MS = 60_000

/** Processes `serve` and `work` on a primary and its standbys, in a sandboxed world. */
export type ServedStandbys = AsyncDisposable & {
  readonly group: Standbys
  readonly origins: readonly string[]
  /** Leads to the primary, and after a promotion to the new one. */
  readonly database: Database
  readonly projectId: string
  readonly record: (sessions: readonly Session[], perSecond: number) => Recording
  /** Runs an operator command. */
  readonly svc: (...args: readonly string[]) => Promise<void>
  /** Hides or publishes a project as an operator, and answers the position of the ledger then. */
  readonly setVisible: (slug: string, visible: boolean) => Promise<number>
  /** Waits until each process reports this number of standbys in service. */
  readonly standbysServe: (count: number) => Promise<void>
}

/** Starts everything in a folder. `readUrls` answers the URLs for reads from the standbys. */
export async function openServedStandbys(
  folder: string,
  options: {
    readonly lagSeconds: number
    readonly settings?: Readonly<Record<string, string>>
    readonly readUrls?: (group: Standbys, stack: AsyncDisposableStack) => Promise<readonly string[]>
  },
): Promise<ServedStandbys> {
  await using stack = new AsyncDisposableStack()
  const { lagSeconds, settings = {}, readUrls = urlsOf } = options
  const group = stack.use(await startStandbys(folder, 2))
  const world = await startSmallWorld(folder, stack)
  const env = {
    ...world.settings,
    DATABASE_URL: group.writeUrl,
    DATABASE_READ_URLS: (await readUrls(group, stack)).join(','),
    DATABASE_READ_LAG_SECONDS: `${lagSeconds}`,
    ...settings,
  }
  const svc = async (...args: readonly string[]) => void (await runToEnd(args, env))
  await svc('migrate')
  await svc('catalogue', 'apply', world.catalogueDir)
  await group.caughtUp()
  const ports = [await findFreePort(), await findFreePort()]
  const processes = [
    ...ports.map((port) => spawnService(['serve'], { ...env, PORT: `${port}` })),
    spawnService(['work'], env),
  ]
  for (const one of processes) stack.defer(async () => void (await one.stop('SIGKILL')))
  await Promise.all(processes.map(({ ready }) => ready))
  const database = openDatabase(group.writeUrl, { maxConnections: 2, statementMs: 10_000 })
  stack.defer(() => database.destroy())
  const { id: projectId } = await database
    .selectFrom('projects')
    .select('id')
    .where('slug', '=', WRITTEN)
    .executeTakeFirstOrThrow()
  const origins = ports.map((port) => `http://127.0.0.1:${port}`)
  const open = stack.move()
  return {
    group,
    origins,
    database,
    projectId,
    svc,
    record: (sessions, perSecond) => record({ origins, sessions, perSecond }),
    async setVisible(slug, visible) {
      await svc('project', visible ? 'publish' : 'hide', slug)
      return (await getLedgerState(database)).head
    },
    standbysServe: (count) => standbysServe(count, origins),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

async function standbysServe(count: number, origins: readonly string[]): Promise<void> {
  await waitUntil({ name: `${count} standbys serve`, withinMs: SERVES_WITHIN_MS }, async () => {
    const counts = await Promise.all(origins.map(standbysInService))
    return counts.every((one) => one === count)
  })
}

/** The number of standbys in service, by the status of a process; undefined without standbys. */
export async function standbysInService(origin: string): Promise<number | undefined> {
  const answer = await fetch(`${origin}/api/status`, { headers: { 'x-forwarded-for': '10.9.9.9' } })
  const { standbys } = (await answer.json()) as { standbys: { inService: number } | null }
  return standbys?.inService
}

/**
 * The number of reads of a server's ledger table by answers. Looking up a server's position reads only the ledger's
 * state.
 */
export async function ledgerReadsOf(node: PostgresNode): Promise<number> {
  const [row] = await node.query<{ scans: number }>(
    "select (seq_scan + idx_scan)::int as scans from pg_stat_user_tables where relname = 'changes'",
  )
  return row?.scans ?? Number.NaN
}

async function urlsOf({ standbys }: Standbys): Promise<readonly string[]> {
  return standbys.map(({ url }) => url)
}
