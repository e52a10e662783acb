import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { startClock } from '#app/clock/clock.ts'
import { Secret } from '#app/config.ts'
import { deliverWebhooks } from '#app/pipelines/delivering.ts'
import { startLogger } from '#app/process/logger.ts'
import { openDatabase } from '#records/database.ts'
import { openSigner } from '#webhooks/sign.ts'

/** A process of its own that fans out and delivers webhooks, from the parent's first message until it is killed. */
const url = String(process.argv[2])
const database = openDatabase(url, { maxConnections: 4 })
process.once('disconnect', () => process.exit())
// A killed process does not save its compile cache.
flushCompileCache()
process.send?.('ready')
await once(process, 'message')
await deliverWebhooks(new AbortController().signal, {
  database,
  databaseUrl: new Secret(url),
  clock: await startClock(database),
  logger: startLogger('silent'),
  signer: openSigner('a master key of this test alone'),
  destinationRules: { production: false, ownHosts: [], originAddresses: [] },
  config: { baseUrl: 'https://svc.example' },
})
