import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { errorCodeOf } from '#contract/error-code.ts'
import { refuse } from '#operator/refusal.ts'
import { type Config, readConfig } from '../config.ts'
import { parseStored } from '../files/parse-stored.ts'
import { readIfThere } from '../files/read-if-there.ts'
import { replaceFile } from '../files/replace-file.ts'
import { refuseDataFolder } from './data-folder.ts'

/** What a running `svc up` publishes to other `svc` processes of the same data folder. */
export const Instance = Type.Object({
  pid: Type.Integer(),
  settings: Type.Record(Type.String(), Type.String()),
  /** Absent in the file of an earlier version. */
  baseUrl: Type.Optional(Type.String()),
  sandboxControlUrl: Type.Optional(Type.String()),
  /** The server and database of its DATABASE_URL; absent on the embedded PostgreSQL. */
  database: Type.Optional(Type.String()),
})
export type Instance = Static<typeof Instance>

/** Writes the instance file. */
export async function writeInstance(dataDir: string, instance: Instance): Promise<void> {
  await replaceFile({ path: pathIn(dataDir), text: JSON.stringify(instance) })
}

/**
 * The instance that was last started on this data folder; undefined without a valid instance file.
 * @throws Refusal when the folder cannot be read
 */
async function findInstance(dataDir: string): Promise<Instance | undefined> {
  const text = await readIfThere(pathIn(dataDir)).catch((error: unknown) =>
    refuseDataFolder(dataDir, 'read', error),
  )
  return text === undefined ? undefined : parseStored(Instance, text)
}

/**
 * The configuration of this process, with the settings of the instance on its data folder and its database. Without
 * such an instance, the configuration of the environment. A killed `svc up` leaves its instance file, which is ignored
 * for another database.
 * @throws Refusal when the data folder cannot be read, and in production on the database of a sandbox
 */
export async function readInstanceConfig(): Promise<{
  readonly config: Config
  readonly instance: Instance | undefined
}> {
  const own = readConfig()
  const found = await findInstance(own.dataDir)
  if (found === undefined || found.database !== databaseOf(own)) return { config: own, instance: undefined }
  if (own.production && found.sandboxControlUrl !== undefined)
    refuse(
      `Invalid NODE_ENV: "production", expected another value: the database of ${own.dataDir} is a sandbox's`,
    )
  return { config: readConfig(found.settings, found.baseUrl), instance: found }
}

/** The server and database of DATABASE_URL, without user and password; undefined on the embedded PostgreSQL. */
export function databaseOf({ databaseUrl }: Pick<Config, 'databaseUrl'>): string | undefined {
  if (databaseUrl === undefined) return undefined
  const { hostname, port, pathname, searchParams } = new URL(databaseUrl.reveal())
  return `${searchParams.get('host') ?? hostname}:${port === '' ? '5432' : port}${pathname}`
}

/** Whether the process of an instance has ended: a `svc up` that was killed leaves its file. */
export function hasEnded({ pid }: Pick<Instance, 'pid'>): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return errorCodeOf(error) === 'ESRCH'
  }
}

export async function removeInstance(dataDir: string): Promise<void> {
  await rm(pathIn(dataDir), { force: true })
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'instance.json')
}
