import { findFreePort } from '#app/instance/address.ts'
import { type HttpService, openHttpService } from '#test/service/http-service.ts'
import { openManyClients } from '#test/service/many-clients.ts'

/** A service whose tools answer at an address of this machine, for more requests than one client may make. */
export type ServedTools = AsyncDisposable & { readonly service: HttpService; readonly url: string }

export async function serveTools(): Promise<ServedTools> {
  await using stack = new AsyncDisposableStack()
  const [port, own] = [await findFreePort(), await findFreePort()]
  const url = `http://127.0.0.1:${port}`
  const service = stack.use(await openHttpService({ baseUrl: url, trustedProxies: 1 }))
  await service.server.listen({ host: '127.0.0.1', port: own })
  stack.use(await openManyClients(port, own))
  const opened = stack.move()
  return { service, url, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
