import pg from 'pg'
import { leaveToStatements, SESSION } from './database.ts'

const OLDEST_MAJOR = 18
const ANSWER_MS = 10_000
/** The driver's words when the server asks for a password and the address has none. */
const NO_PASSWORD = /client password must be/
/** PgBouncer's words when it does not pass on a setting of a session. */
const NO_SETTING = /^unsupported startup parameter/
const EXPECTED_SERVER = 'expected the address of the PostgreSQL server itself'

/**
 * Checks that the server is new enough, that the database can store every character, and that a connection keeps its
 * session.
 * @throws Error with one line that names the host and never has the password
 */
export async function checkServer(url: string): Promise<void> {
  const client = clientOf(url)
  const place = client.host.startsWith('/') ? client.host : `${client.host}:${client.port}`
  const wrong = await findFault(client, clientOf(url)).catch((cause: Error) => {
    throw new Error(`${place} ${refusalOf(cause)}`, { cause })
  })
  if (wrong !== undefined) throw new Error(`${place} ${wrong}`)
}

/**
 * A client with the session settings of the service's own connections. So a pooler that refuses those settings fails
 * here.
 */
function clientOf(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    options: SESSION,
    connectionTimeoutMillis: ANSWER_MS,
    statement_timeout: ANSWER_MS,
    query_timeout: ANSWER_MS,
  })
  return client.on('error', leaveToStatements)
}

/** Why the service cannot run on the database; undefined when it can. */
async function findFault(client: pg.Client, other: pg.Client): Promise<string | undefined> {
  try {
    await client.connect()
    const major = Math.floor(Number.parseInt(await show('server_version_num', client), 10) / 10_000)
    if (major < OLDEST_MAJOR) return `runs PostgreSQL ${major}, expected ${OLDEST_MAJOR} or newer`
    const encoding = await show('server_encoding', client)
    if (encoding !== 'UTF8')
      return `has the database ${client.database} in the encoding ${encoding}, expected UTF8: create it with encoding 'UTF8' template template0`
    if (await keepSessions(client, other)) return undefined
    return `is a pooler that does not keep sessions, such as PgBouncer in transaction mode: ${EXPECTED_SERVER}`
  } finally {
    await client.end()
  }
}

async function show(name: string, client: pg.Client): Promise<string> {
  const { rows } = await client.query<Record<string, string>>(`show ${name}`)
  const value = rows[0]?.[name]
  if (value === undefined) throw new Error(`it does not show ${name}`)
  return value
}

/**
 * Whether each of two connections has a server process of its own. A pooler in transaction mode gives both connections
 * the process that was used last, or takes the processes in turn. The order of these statements shows both.
 */
async function keepSessions(client: pg.Client, other: pg.Client): Promise<boolean> {
  try {
    await other.connect()
    const first = await processOf(client)
    const second = await processOf(other)
    const secondAgain = await processOf(other)
    const firstAgain = await processOf(client)
    return first !== second && first === firstAgain && second === secondAgain
  } finally {
    await other.end()
  }
}

/** The id of the server process that runs a statement of a connection. */
async function processOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ readonly pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

/**
 * The reason that follows the server's address: the server's own words, or the code of the system when no server
 * answers.
 */
function refusalOf(cause: Error): string {
  if (NO_PASSWORD.test(cause.message)) return 'asks for a password, and the address has none'
  if (NO_SETTING.test(cause.message))
    return `is a pooler that refuses the settings of a session (${cause.message}): ${EXPECTED_SERVER}`
  const code = 'code' in cause ? String(cause.code) : undefined
  return code === undefined || /^E[A-Z_]+$/.test(code)
    ? `does not answer as PostgreSQL (${code ?? cause.message})`
    : `refuses the connection: ${cause.message}`
}
