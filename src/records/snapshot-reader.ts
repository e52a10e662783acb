import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  Kysely,
  type LogEvent,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { Tables } from './tables.ts'

/** The pool of a database, and the log of its statements. */
export type Connections = {
  readonly pool: pg.Pool
  readonly log?: (event: LogEvent) => void
  /**
   * Set when a pooler may run each statement on another connection of the server. Statements then have no name, and a
   * snapshot sets its time limit itself.
   */
  readonly shared?: { readonly statementMs: number | undefined }
}

const BEGIN = 'start transaction isolation level repeatable read read only'
const POSITION = 'select head as position from ledger_state'

/**
 * Reads on one snapshot of the database. Statements that begin together are sent together, the first with the start of
 * the snapshot. (A transaction of Kysely waits for each answer before it sends the next statement.) The answer does not
 * wait for the end of the snapshot. `sawPosition` gets the ledger position of the snapshot before the first row of a
 * read, also when the read fails.
 */
export async function readOnSnapshot<T>(
  { pool, log, shared }: Connections,
  {
    read,
    sawPosition,
  }: {
    readonly read: (reader: Kysely<Tables>) => Promise<T>
    readonly sawPosition?: ((position: number) => void) | undefined
  },
): Promise<T> {
  const client = await pool.connect()
  const connection = new HeldConnection(client, shared !== undefined)
  const limit = shared?.statementMs
  const begin = limit === undefined ? BEGIN : `${BEGIN}; set local statement_timeout = ${limit}`
  const reader = new Kysely<Tables>({ dialect: dialectOn(connection), ...(log && { log }) })
  try {
    const [, , value] = await Promise.all([
      client.query(begin),
      sawPosition && readPosition(connection).then(sawPosition),
      read(reader),
    ])
    return value
  } finally {
    connection.end()
    client.query('commit').then(
      () => client.release(),
      (error: Error) => client.release(error),
    )
  }
}

/** A connection that its caller holds. It sends each statement at once. */
class HeldConnection extends DummyDriver implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #isShared: boolean
  #hasEnded = false

  constructor(client: pg.PoolClient, isShared: boolean) {
    super()
    this.#client = client
    this.#isShared = isShared
  }

  /** Refuses every later statement, because the connection may then serve another caller. */
  end(): void {
    this.#hasEnded = true
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#hasEnded) throw new Error('The snapshot has ended: no statement can run on it')
    const { rows } = await this.#client.query(this.#isShared ? statementTextOf(sql) : sql, [...parameters])
    return { rows }
  }

  streamQuery(): never {
    throw new Error('A snapshot streams nothing: expected onOpenSnapshot')
  }
}

function dialectOn(driver: DummyDriver): Dialect {
  return {
    createDriver: () => driver,
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (database) => new PostgresIntrospector(database),
  }
}

async function readPosition(connection: HeldConnection): Promise<number> {
  const { rows } = await connection.executeQuery<{ readonly position: number }>(CompiledQuery.raw(POSITION))
  const [row] = rows
  if (row === undefined) throw new Error('ledger_state is empty: expected its one row')
  return row.position
}

/** The text of a statement. `database.ts` may have added a name to it. */
export function statementTextOf(sql: string | { readonly text: string }): string {
  return typeof sql === 'string' ? sql : sql.text
}
