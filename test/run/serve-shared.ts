import { createServer } from 'node:http'
import { join } from 'node:path'
import { listenOnLoopback } from '#test/servers/loopback-server.ts'
import type { WorldFolder } from '#test/world/begin-world.ts'

/** The resources that test files share. Each is made once a run. */
export type Shared = {
  /** The migrated database, to be cloned. */
  readonly postgres: { readonly url: string }
  /** A world whose sources were all read once, to be cloned. */
  readonly world: WorldFolder
}

/**
 * Serves shared resources to the processes of test files. A resource is made when a file first asks for it, so a file
 * without a database starts no server.
 */
export async function serveShared({
  folder,
  databases,
}: {
  readonly folder: string
  /** The folder in which PostgreSQL keeps its data. */
  readonly databases: string
}): Promise<AsyncDisposable & { readonly url: string }> {
  const stack = new AsyncDisposableStack()
  const making = new Map<string, Promise<unknown>>()
  const makers: { readonly [Name in keyof Shared]: () => Promise<Shared[Name]> } = {
    async postgres() {
      const { startPostgres } = await import('#test/postgres/postgres.ts')
      const { url } = stack.use(await startPostgres(databases))
      return { url }
    },
    async world() {
      const { makeWorld } = await import('#test/world/make-world.ts')
      return await makeWorld({ dataDir: join(folder, 'world'), templateUrl: (await share('postgres')).url })
    },
  }
  const share = <Name extends keyof Shared>(name: Name): Promise<Shared[Name]> => {
    const made = making.get(name) ?? makers[name]()
    making.set(name, made)
    return made as Promise<Shared[Name]>
  }
  const server = createServer(async (request, response) => {
    // A test file that was busy for long would otherwise use a connection that this server has closed.
    response.shouldKeepAlive = false
    try {
      response.end(JSON.stringify(await share(request.url?.slice(1) as keyof Shared)))
    } catch (cause) {
      response.writeHead(500).end(String(cause))
    }
  })
  const listening = await listenOnLoopback(server)
  return {
    url: listening.url,
    async [Symbol.asyncDispose]() {
      await listening[Symbol.asyncDispose]()
      await Promise.allSettled(making.values())
      await stack.disposeAsync()
    },
  }
}
