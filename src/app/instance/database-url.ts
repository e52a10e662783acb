import { refuse } from '#operator/refusal.ts'
import { checkServer } from '#records/check-server.ts'
import type { Secret } from '../config.ts'

/** The address of a server that answers and is new enough. @throws Refusal with one line otherwise */
export async function checkDatabase(databaseUrl: Secret): Promise<string> {
  const url = databaseUrl.reveal()
  await checkServer(url).catch((error: Error) => refuse(`DATABASE_URL: ${error.message}`))
  return url
}
