import { errorMessageOf } from '#contract/error-message.ts'
import { openDatabase } from '#records/database.ts'
import { pause } from '#records/pause.ts'
import { readReach, type ServerAddress } from '#records/standbys/reach.ts'
import { openReadSources, type ReadSources } from '#records/standbys/read-sources.ts'
import { READ_STATEMENT_MS, type Service } from '../service.ts'

const AGAIN_MS = 50

/**
 * Opens the databases that answers are read from: the configured standbys, and the primary. Disposing closes the
 * standbys.
 */
export function openSources(service: Service): ReadSources {
  const { config, database, databaseUrl, logger, maxConnections } = service
  const { urls, lagLimitMs, throughPooler } = config.reads
  const standbys = urls.map((secret) => {
    const url = secret.reveal()
    return {
      url,
      name: serverNameOf(url),
      database: openDatabase(url, { maxConnections, statementMs: READ_STATEMENT_MS, throughPooler }),
    }
  })
  const sources = openReadSources({
    primary: { url: databaseUrl.reveal(), database },
    standbys,
    throughPooler,
    lagLimitMs,
    changed: ({ name, inService, lagMs, why }) =>
      inService
        ? logger.info({ standby: name, lagMs }, 'a standby is in service')
        : logger.warn({ standby: name, lagMs, err: why }, 'a standby is out of service'),
  })
  return {
    ...sources,
    async [Symbol.asyncDispose]() {
      await sources[Symbol.asyncDispose]()
      await Promise.all(standbys.map((standby) => standby.database.destroy()))
    },
  }
}

/** A standby that has not replayed the primary's log, and the reason. */
type StandbyBehind = { readonly name: string; readonly reason: string }

/**
 * Waits until every standby has replayed the primary's present log, at most for the lag limit of a standby in service.
 * Returns the other standbys: no process reads from them until they have replayed it.
 */
export async function waitForStandbys({ config, databaseUrl }: Service): Promise<readonly StandbyBehind[]> {
  const { urls, lagLimitMs, throughPooler } = config.reads
  if (urls.length === 0) return []
  const { log } = await readReach({ url: databaseUrl.reveal(), throughPooler: false })
  const ending = AbortSignal.timeout(lagLimitMs)
  const waited = await Promise.all(
    urls.map(async (secret) => {
      const url = secret.reveal()
      const reason = await untilReplayed({ url, throughPooler, log }, ending)
      return reason === undefined ? [] : [{ name: serverNameOf(url), reason }]
    }),
  )
  return waited.flat()
}

/** Waits until a standby has replayed the log. Returns the reason when it has not. */
export async function untilReplayed(
  { log, ...server }: ServerAddress & { readonly log: bigint },
  ending: AbortSignal,
): Promise<string | undefined> {
  while (!ending.aborted) {
    try {
      if ((await readReach(server)).log >= log) return undefined
    } catch (cause) {
      return `it does not answer: ${errorMessageOf(cause)}`
    }
    await pause(AGAIN_MS, ending)
  }
  return 'it is further behind than a standby in service may be'
}

/** The host and port of a database's address. */
export function serverNameOf(url: string): string {
  const { host } = new URL(url)
  return host
}
