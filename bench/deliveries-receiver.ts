import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Receives deliveries in a process of its own: answers `/ok/…` with 204, and never answers `/hang/…`. To each message
 * of its parent it replies when each delivery to a healthy endpoint arrived since the last message, in milliseconds
 * since the Unix epoch by delivery id.
 */
let arrived: Record<string, number> = {}
const server = createServer((request, response) => {
  const id = String(request.headers['svc-delivery-id'])
  request.resume()
  request.on('end', () => {
    if (request.url?.startsWith('/hang') === true) return
    arrived[id] ??= performance.timeOrigin + performance.now()
    response.writeHead(204).end()
  })
})
server.listen(0, '127.0.0.1', 4096, () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ port })
})
process.on('message', () => {
  process.send?.({ arrived })
  arrived = {}
})
process.on('disconnect', () => process.exit())
