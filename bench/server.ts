import { join } from 'node:path'
import { startEmbeddedPostgres } from '#app/embedded-postgres.ts'

const FOR_BULK = {
  shared_buffers: '2GB',
  max_wal_size: '16GB',
  checkpoint_timeout: '60min',
  max_connections: '60',
}
const NOT_DURABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/** The PostgreSQL that benchmarks fill and ask: of its own in a folder, or the one DATABASE_URL names. */
export async function openServer(dataDir: string): Promise<AsyncDisposable & { readonly url: string }> {
  const given = process.env['DATABASE_URL']
  if (given !== undefined) return { url: given, [Symbol.asyncDispose]: async () => {} }
  return startEmbeddedPostgres({ dataDir: join(dataDir), settings: { ...FOR_BULK, ...NOT_DURABLE } })
}
