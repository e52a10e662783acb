import pg from 'pg'
import { leaveToStatements } from './database.ts'

const OLDEST_MAJOR = 18
const CONNECT_MS = 10_000

/**
 * Connects once and checks that the server is new enough.
 * @throws Error with one line that names the host, and never the password
 */
export async function checkServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', leaveToStatements)
  const place = client.host.startsWith('/') ? client.host : `${client.host}:${client.port}`
  const major = await readMajor(client).catch((cause: Error) => {
    throw new Error(`${place} ${refusalOf(cause)}`, { cause })
  })
  if (major < OLDEST_MAJOR) {
    throw new Error(`${place} runs PostgreSQL ${major}, expected ${OLDEST_MAJOR} or newer`)
  }
}

async function readMajor(client: pg.Client): Promise<number> {
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    const [row] = rows
    if (row === undefined) throw new Error('it does not name its version')
    return Math.floor(Number.parseInt(row.server_version_num, 10) / 10_000)
  } finally {
    await client.end()
  }
}

/** The server's own words for a refusal; the code of the system when no server answers. */
function refusalOf(cause: Error): string {
  const code = 'code' in cause ? String(cause.code) : undefined
  return code === undefined || /^E[A-Z_]+$/.test(code)
    ? `does not answer as PostgreSQL (${code ?? cause.message})`
    : `refuses the connection: ${cause.message}`
}
