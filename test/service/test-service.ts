import { readConfig } from '#app/config.ts'
import { openService, type Service } from '#app/service.ts'
import { openTestDatabase } from '#test/postgres/database.ts'

/** A silent service without a sandbox, on a database of its own. */
export async function openTestService(settings: Readonly<Record<string, string>> = {}): Promise<Service> {
  const opened = await openTestDatabase()
  const config = readConfig({ BASE_URL: '', LOG_LEVEL: 'silent', ...settings })
  const service = await openService({
    config,
    databaseUrl: opened.url,
    sandboxControlUrl: undefined,
    maxConnections: 4,
  })
  return {
    ...service,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await opened[Symbol.asyncDispose]()
    },
  }
}
