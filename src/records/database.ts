import { hash } from 'node:crypto'
import {
  CompiledQuery,
  Kysely,
  type LogEvent,
  PostgresDialect,
  type QueryResult,
  sql,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import { errorCodeOf } from '#contract/error-code.ts'
import { affected } from './counted-rows.ts'
import { type Connections, readOnSnapshot, statementTextOf } from './snapshot-reader.ts'
import type { Tables } from './tables.ts'
import { typeParsers } from './type-parsers.ts'

/** A pool of connections, which can begin transactions. */
export type Database = Kysely<Tables>
/** The connection of a function that only reads: a database or a transaction, with no way to write. */
export type Reader = Pick<Kysely<Tables>, 'selectFrom' | 'selectNoFrom' | 'with' | 'fn'>
/**
 * The connection of a function that writes: always a transaction, so that the writes of one step succeed or fail
 * together.
 */
export type Writer = Transaction<Tables>

/**
 * Options of a session. `jit` is off because compiling a statement takes longer than it saves: the service's statements
 * are too short.
 */
export const SESSION = '-c jit=off'
/** How long a caller waits for a connection while all are busy or the server cannot be reached. */
const CONNECTION_MS = 10_000
/**
 * How long an unused connection stays open. A new connection must sign in, and plans each statement anew the first five
 * times.
 */
const IDLE_MS = 300_000
/**
 * How much longer than the server this process waits for the end of a statement. The connection may have gone silent.
 */
const GRACE_MS = 2_000

/** Connections of a pool: open in all, open and unused, and callers who wait for one. */
export type PoolCounts = { readonly open: number; readonly idle: number; readonly waiting: number }

/**
 * A database that holds its pool. Snapshots take connections from the pool without Kysely. Kysely ends a pool only if
 * it has used it itself, so `destroy` ends it in any case.
 */
class PooledDatabase extends Kysely<Tables> {
  readonly connections: Connections

  constructor(connections: Connections) {
    const { pool, log } = connections
    super({ dialect: new PostgresDialect({ pool }), ...(log && { log }) })
    this.connections = connections
  }

  override async destroy(): Promise<void> {
    await super.destroy()
    if (!this.connections.pool.ending) await this.connections.pool.end()
  }
}

/**
 * Opens a pool of at most `maxConnections` connections to a PostgreSQL server. A statement that takes longer than
 * `statementMs` fails; by default there is no limit. Set `throughPooler` when the address is that of a pooler which can
 * run each transaction on another connection. Then no settings are made for a session.
 */
export function openDatabase(
  url: string,
  options: {
    readonly maxConnections: number
    readonly statementMs?: number
    readonly throughPooler?: boolean
  },
): Database {
  const { statementMs, throughPooler = false } = options
  const limit = statementMs === undefined ? {} : { query_timeout: statementMs + GRACE_MS }
  const session = { options: SESSION, ...(statementMs !== undefined && { statement_timeout: statementMs }) }
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections,
    types: { getTypeParser: typeParsers },
    application_name: 'svc',
    connectionTimeoutMillis: CONNECTION_MS,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    pipeline: true,
    ...limit,
    ...(throughPooler ? {} : session),
  })
  return openOn({ pool, ...(throughPooler && { shared: { statementMs } }) })
}

/**
 * Ignores the loss of a connection. The statement in progress rejects, or the next one if the loss lasts. Without a
 * listener the error event of a connection in use would end the process.
 */
export function leaveToStatements(): void {
  // Every statement reports its own failure.
}

/** A database on a pipelining pool that the caller made. `log` gets every statement that Kysely builds. */
export function databaseOn(pool: pg.Pool, log?: (event: LogEvent) => void): Database {
  const logged = log && ((event: LogEvent) => log({ ...event, query: unnamed(event.query) }))
  return openOn({ pool, ...(logged && { log: logged }) })
}

function openOn(connections: Connections): Database {
  const { pool } = connections
  pool.on('error', leaveToStatements)
  pool.on('connect', (client) => client.on('error', leaveToStatements))
  return new PooledDatabase(connections)
}

/** The connections of a database by their state; undefined for a transaction, which has no pool of its own. */
export function poolCountsOf(database: Database): PoolCounts | undefined {
  if (!(database instanceof PooledDatabase)) return undefined
  const { pool } = database.connections
  return { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }
}

/** The pool of a database. @throws Error for a transaction */
function connectionsOf(database: Database): Connections {
  if (!(database instanceof PooledDatabase)) {
    throw new Error('A transaction has one connection: expected a database')
  }
  return database.connections
}

/** A statement with a name, under which PostgreSQL plans it once on each connection. */
export type NamedStatement = { readonly name: string; readonly text: string }

/** Names a statement by a digest of its text, so that two texts never share a name. */
export function namedStatement(text: string): NamedStatement {
  return { name: hash('sha1', text), text }
}

/**
 * Runs a named statement that reads. Its text is written by hand: for the Partner Card, building and planning a
 * statement took eight times as long as running it. On a snapshot it shares its round trip with the other reads.
 */
export async function runNamed<Row>(
  call: { readonly statement: NamedStatement; readonly values: readonly unknown[] },
  reader: Reader,
): Promise<readonly Row[]> {
  const { statement, values } = call
  if (reader instanceof PooledDatabase) {
    const { pool, shared } = reader.connections
    const { rows } = await pool.query({
      ...(shared ? { text: statement.text } : statement),
      values: [...values],
    })
    return rows
  }
  const query = CompiledQuery.raw(statement.text, [...values])
  const { rows } = await (reader as Database).executeQuery(named(query, statement))
  return rows as Row[]
}

/**
 * Runs a built statement that PostgreSQL plans once on each connection. Planning the reads of a project took up to
 * fifteen times as long as running them. The statement must name its columns, because a planned `*` fails after a
 * migration that adds one. PostgreSQL still plans each time if values promise a cheaper plan, such as a range, an array
 * or a limit. Write `(select …)` around such a value to hide it from the planner.
 */
export async function runPlanned<Row>(query: Compiled<Row>, on: Reader): Promise<readonly Row[]> {
  const { rows } = await executePlanned(query, on)
  return rows
}

/** Runs a built statement that writes, as `runPlanned` does. Returns how many rows it wrote. */
export async function writePlanned(query: Compiled<unknown>, on: Writer): Promise<number> {
  return affected(await executePlanned(query, on))
}

function executePlanned<Row>(query: Compiled<Row>, on: Reader): Promise<QueryResult<Row>> {
  const database = on as Database
  const compiled = query.compile(database)
  const isShared = database instanceof PooledDatabase && database.connections.shared !== undefined
  return database.executeQuery(isShared ? compiled : named(compiled, namedStatement(compiled.sql)))
}

type Compiled<Row> = { readonly compile: (database: Database) => CompiledQuery<Row> }

/**
 * Kysely passes the text of a statement to `pg` unchanged. `pg` also accepts a text with a name, so `sql` is set to
 * both.
 */
function named<Row>(query: CompiledQuery<Row>, statement: NamedStatement): CompiledQuery<Row> {
  return Object.assign({}, query, { sql: statement })
}

function unnamed(query: LogEvent['query']): LogEvent['query'] {
  return { ...query, sql: statementTextOf(query.sql) }
}

/**
 * Runs the reads of one answer on one snapshot of the database. Reads that begin together share a round trip.
 * `sawPosition` gets the ledger position of the snapshot.
 */
export function onSnapshot<T>(
  database: Database,
  read: (reader: Reader) => Promise<T>,
  sawPosition?: (position: number) => void,
): Promise<T> {
  return readOnSnapshot(connectionsOf(database), { read, sawPosition })
}

/**
 * Reads batches on one snapshot of the database. The snapshot and its connection are held until the last batch is taken
 * or the consumer ends early. `sawPosition` gets the ledger position of the snapshot before the first batch.
 */
export async function* onOpenSnapshot<T>(
  database: Database,
  read: (reader: Reader) => AsyncIterable<T>,
  sawPosition?: (position: number) => void,
): AsyncGenerator<T, void> {
  const transaction = await database
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    const { head } = await transaction.selectFrom('ledger_state').select('head').executeTakeFirstOrThrow()
    sawPosition?.(head)
    yield* read(transaction)
  } finally {
    await transaction.rollback().execute()
  }
}

/**
 * Runs the writes of one step in one transaction. Repeats it after a deadlock or a serialization failure, up to three
 * attempts in all.
 */
export async function inTransaction<T>(
  database: Database,
  write: (writer: Writer) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction().execute(write)
    } catch (error) {
      if (attempt === 3 || !isRetryable(error)) throw error
    }
  }
}

/** Takes an advisory lock until the transaction ends. */
export async function lockForTransaction(writer: Writer, key: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(4663, ${key}::int)`.execute(writer)
}

/** Keys of the advisory locks, all under one namespace. */
export const LOCKS = { migrate: 1, ledger: 2, instance: 3 } as const

function isRetryable(error: unknown): boolean {
  const code = errorCodeOf(error)
  return code === '40001' || code === '40P01'
}
