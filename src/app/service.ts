import { openParserThreads, type ParserThreads } from '#collectors/parser-thread/parser-thread.ts'
import { defaultPerSecond, openProviderLimits, type ProviderLimits } from '#collectors/provider-limits.ts'
import { known } from '#contract/known.ts'
import type { Tracer } from '#contract/tracing.ts'
import { refuse } from '#operator/refusal.ts'
import type { CardSigner } from '#reads/deps.ts'
import type { Database } from '#records/database.ts'
import { openDatabase } from '#records/database.ts'
import { compareMigrations, type Migrated, migrate } from '#records/migrate.ts'
import type { DestinationRules } from '#webhooks/destination.ts'
import type { Signer } from '#webhooks/sign.ts'
import { type Clock, prepareClock, startClock } from './clock/clock.ts'
import { type Config, PUBLIC_RPC_URL, Secret } from './config.ts'
import { openConfiguredCardSigner } from './instance/card-signer.ts'
import { checkDatabase } from './instance/database-url.ts'
import { findEmbeddedPostgres } from './instance/embedded-postgres.ts'
import { hasEnded, readInstanceConfig } from './instance/instance.ts'
import { destinationRulesOf, openWebhookSigner } from './instance/webhook-settings.ts'
import { type Logger, startLogger } from './process/logger.ts'
import { openProcessTelemetry, type ProcessTelemetry } from './telemetry/telemetry.ts'

/**
 * The parts that every process of the service opens: configuration, database, clock, log, and the settings of webhooks.
 */
export type Service = AsyncDisposable & {
  readonly config: Config
  readonly database: Database
  readonly databaseUrl: Secret
  /** Maximum connections of this process to one database server. */
  readonly maxConnections: number
  /** The migrations of a newer version that the database has. */
  readonly newerMigrations: readonly string[]
  readonly clock: Clock
  readonly logger: Logger
  /** Undefined when the deployment cannot sign webhooks. */
  readonly signer: Signer | undefined
  readonly destinationRules: DestinationRules
  /** Undefined when the deployment cannot sign its agent card. */
  readonly cardSigner: CardSigner | undefined
  readonly sandboxControlUrl: string | undefined
  /** Parses the answers of providers, in threads that last as long as the service. */
  readonly parserThreads: ParserThreads
  /** How often this process asks each provider. */
  readonly limits: ProviderLimits
  readonly telemetry: ProcessTelemetry
  /** Undefined unless this process traces its work. */
  readonly tracer: Tracer | undefined
  /** Pipelines of this process whose last run found the disk or the memory of the database full. */
  readonly full: Set<string>
}

/**
 * Opens the service on a running database. A process that lasts applies the migrations.
 * @throws Refusal when migrations are missing and the process is not one that lasts
 */
export async function openService(input: {
  config: Config
  databaseUrl: string
  sandboxControlUrl: string | undefined
  maxConnections: number
  /** How far a sandbox replay is behind the present. */
  behindMs?: () => number
  /** Time limit of a statement; migrations have none. */
  statementMs?: number
  /** For a process that works or serves until it is stopped. */
  isLasting?: true
}): Promise<Service> {
  const { config, sandboxControlUrl, databaseUrl, maxConnections, statementMs } = input
  const newer = await prepare(databaseUrl, input)
  const database = openDatabase(databaseUrl, {
    maxConnections,
    ...known({ statementMs }),
  })
  const clock = await startClock(database, input.behindMs)
  const parserThreads = openParserThreads()
  const logger = startLogger(config.logLevel)
  return {
    config,
    database,
    databaseUrl: new Secret(databaseUrl),
    maxConnections,
    newerMigrations: newer,
    clock,
    logger,
    signer: await openWebhookSigner(config, { database, logger }),
    destinationRules: destinationRulesOf(config),
    cardSigner: await openConfiguredCardSigner(config),
    sandboxControlUrl,
    parserThreads,
    limits: openLimits(config, sandboxControlUrl),
    telemetry: openProcessTelemetry(),
    tracer: undefined,
    full: new Set(),
    [Symbol.asyncDispose]: async () => {
      await parserThreads[Symbol.asyncDispose]()
      await database.destroy()
    },
  }
}

/** The request limits: the configured ones, and those of policies. The sandbox's providers have none per second. */
function openLimits({ providers }: Config, sandboxControlUrl: string | undefined): ProviderLimits {
  const keyed = [
    ...(providers.explorerApiKey === undefined ? [] : ['blockscout']),
    ...(providers.rpcUrls.includes(PUBLIC_RPC_URL) ? [] : ['chain']),
  ]
  const isSandbox = sandboxControlUrl !== undefined
  return openProviderLimits({
    set: providers.limits,
    perSecondOf: (provider) => (isSandbox ? null : defaultPerSecond(provider, keyed)),
  })
}

/** Time limit of a statement that answers a caller. */
export const READ_STATEMENT_MS = 15_000

/** The service on a second connection pool, whose statements have the time limit of reads. */
export function openForReads(service: Service, options: { maxConnections: number }): Service {
  const database = openDatabase(service.databaseUrl.reveal(), {
    ...options,
    statementMs: READ_STATEMENT_MS,
  })
  return { ...service, ...options, database, [Symbol.asyncDispose]: () => database.destroy() }
}

/**
 * Applies the migrations and prepares the service clock for a process that lasts; for any other process, checks that no
 * migration is missing. Returns the database's migrations of a newer version.
 * @throws Refusal when a migration is missing and the process is not one that lasts
 */
async function prepare(
  databaseUrl: string,
  { isLasting }: { readonly isLasting?: true },
): Promise<readonly string[]> {
  return withDatabase(databaseUrl, async (database) => {
    if (isLasting) {
      const { newer } = await migrate(database)
      await prepareClock(database)
      return newer
    }
    const { missing, newer } = await compareMigrations(database)
    const newest = missing.at(-1)
    if (newest !== undefined)
      refuse(`The database lacks migration ${newest}: make a backup, then run svc migrate`)
    return newer
  })
}

async function withDatabase<T>(databaseUrl: string, use: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(databaseUrl, { maxConnections: 1 })
  try {
    return await use(database)
  } finally {
    await database.destroy()
  }
}

/**
 * Opens the running service that DATABASE_URL or DATA_DIR names, for every command except `up` and `migrate`.
 * @throws Refusal when no service runs there, and for a command when its database lacks migrations
 */
export async function openRunningService(options: {
  maxConnections: number
  statementMs?: number
  isLasting?: true
}): Promise<Service> {
  return openService({ ...(await findRunning()), ...options })
}

/** Applies the migrations to the database of the service that DATABASE_URL or DATA_DIR names. */
export async function migrateRunning(): Promise<Migrated> {
  const { databaseUrl } = await findRunning()
  return withDatabase(databaseUrl, (database) => migrate(database))
}

type Running = {
  readonly config: Config
  readonly databaseUrl: string
  readonly sandboxControlUrl: string | undefined
}

/** Finds the running service that DATABASE_URL or DATA_DIR names. @throws Refusal when no service runs there */
async function findRunning(): Promise<Running> {
  const { config, instance } = await readInstanceConfig()
  const { dataDir } = config
  const embedded = config.databaseUrl === undefined ? await findEmbeddedPostgres(dataDir) : undefined
  const databaseUrl = config.databaseUrl === undefined ? embedded : await checkDatabase(config.databaseUrl)
  if (databaseUrl === undefined) {
    refuse(`No service runs on ${dataDir}: start one with npm start, or set DATA_DIR or DATABASE_URL`)
  }
  if (embedded !== undefined && instance !== undefined && hasEnded(instance))
    console.error(`svc: No svc up runs on ${dataDir}: it was killed, and only its PostgreSQL still runs`)
  return { config, databaseUrl, sandboxControlUrl: instance?.sandboxControlUrl }
}
