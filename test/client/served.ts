import type { AddressInfo } from 'node:net'
import { type HttpService, openHttpService } from '#test/service/http-service.ts'

/** The HTTP surface on a socket of this machine. */
export type ServedService = AsyncDisposable & { readonly service: HttpService; readonly url: string }

/** Opens a service on a database of its own, and listens on a free port. */
export async function openServed(): Promise<ServedService> {
  const service = await openHttpService()
  await service.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = service.server.server.address() as AddressInfo
  return {
    service,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}
