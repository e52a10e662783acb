import pg from 'pg'
import { leaveToStatements } from './database.ts'

const OLDEST_MAJOR = 18
const CONNECT_MS = 10_000
/** The driver's words when the server asks for a password and the address has none. */
const NO_PASSWORD = /client password must be/

/**
 * Connects once and checks that the server is new enough and that the database can store every character.
 * @throws Error with one line that names the host, and never the password
 */
export async function checkServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', leaveToStatements)
  const place = client.host.startsWith('/') ? client.host : `${client.host}:${client.port}`
  const wrong = await findFault(client).catch((cause: Error) => {
    throw new Error(`${place} ${refusalOf(cause)}`, { cause })
  })
  if (wrong !== undefined) throw new Error(`${place} ${wrong}`)
}

/** Why the service cannot run on the database; undefined when it can. */
async function findFault(client: pg.Client): Promise<string | undefined> {
  try {
    await client.connect()
    const major = Math.floor(Number.parseInt(await show('server_version_num', client), 10) / 10_000)
    if (major < OLDEST_MAJOR) return `runs PostgreSQL ${major}, expected ${OLDEST_MAJOR} or newer`
    const encoding = await show('server_encoding', client)
    if (encoding === 'UTF8') return undefined
    return `has the database ${client.database} in the encoding ${encoding}, expected UTF8: create it with encoding 'UTF8' template template0`
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

/** The server's own words for a refusal; the code of the system when no server answers. */
function refusalOf(cause: Error): string {
  if (NO_PASSWORD.test(cause.message)) return 'asks for a password, and the address has none'
  const code = 'code' in cause ? String(cause.code) : undefined
  return code === undefined || /^E[A-Z_]+$/.test(code)
    ? `does not answer as PostgreSQL (${code ?? cause.message})`
    : `refuses the connection: ${cause.message}`
}
