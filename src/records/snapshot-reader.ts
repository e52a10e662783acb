import {
  type CompiledQuery,
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
export type Connections = { readonly pool: pg.Pool; readonly log?: (event: LogEvent) => void }

const BEGIN = 'start transaction isolation level repeatable read read only'

/**
 * Reads on one snapshot of the database. Statements that begin together are sent together, the first with the beginning
 * of the snapshot; a transaction of Kysely waits for each answer before it sends the next. Nobody waits for the end.
 */
export async function readOnSnapshot<T>(
  { pool, log }: Connections,
  read: (reader: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const connection = new HeldConnection(client)
  const reader = new Kysely<Tables>({ dialect: dialectOn(connection), ...(log && { log }) })
  try {
    const [, value] = await Promise.all([client.query(BEGIN), read(reader)])
    return value
  } finally {
    connection.end()
    client.query('commit').then(
      () => client.release(),
      (error: Error) => client.release(error),
    )
  }
}

/** A connection that somebody else holds. It sends each statement at once. */
class HeldConnection extends DummyDriver implements DatabaseConnection {
  readonly #client: pg.PoolClient
  #hasEnded = false

  constructor(client: pg.PoolClient) {
    super()
    this.#client = client
  }

  /** Refuses every later statement: the connection may serve another caller by then. */
  end(): void {
    this.#hasEnded = true
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#hasEnded) throw new Error('The snapshot has ended: no statement can run on it')
    const { rows } = await this.#client.query(sql, [...parameters])
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
