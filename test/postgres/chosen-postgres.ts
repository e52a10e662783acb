import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { findFreePort } from '#app/instance/address.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#app/instance/embedded-postgres.ts'
import { asServerUser, giveToServerUser } from '#app/instance/postgres-process.ts'
import { startPostgresServer, stopPostgresServer } from './postgres-server.ts'
import { POSTGRES_BIN } from './postgres-tools.ts'

const PASSWORD = 'svc'

type Server = { readonly dataDir: string; readonly settings?: Readonly<Record<string, string>> }

/**
 * Starts PostgreSQL on `dataDir/postgres`, with the user and the database `svc`. It is the packaged PostgreSQL, unless
 * POSTGRES_BIN names the programs of another.
 */
export function startChosenPostgres(server: Server): Promise<EmbeddedPostgres> {
  return POSTGRES_BIN === undefined ? startEmbeddedPostgres(server) : startFrom(POSTGRES_BIN, server)
}

async function startFrom(bin: string, { dataDir, settings = {} }: Server): Promise<EmbeddedPostgres> {
  const data = join(dataDir, 'postgres')
  const passwordFile = join(dataDir, 'postgres-password')
  await mkdir(data, { recursive: true, mode: 0o700 })
  await giveToServerUser(data)
  await writeFile(passwordFile, PASSWORD)
  const ofServer = ['-D', data, '-U', 'svc', `--pwfile=${passwordFile}`, '-A', 'scram-sha-256']
  await asServerUser(join(bin, 'initdb'), [...ofServer, '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'])
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  await appendFile(join(data, 'postgresql.conf'), lines.join(''))
  const port = await findFreePort()
  const server = await startPostgresServer({ data, port })
  const url = `postgres://svc:${PASSWORD}@127.0.0.1:${port}`
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  await client.query('create database svc')
  await client.end()
  return { url: `${url}/svc`, [Symbol.asyncDispose]: () => stopPostgresServer(server) }
}
