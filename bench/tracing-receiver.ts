import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * An OTLP endpoint in a process of its own, so that its cost is not measured as the service's. It tells its parent
 * process the number of bytes that it has received.
 */
let bytes = 0
const server = createServer((request, response) => {
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  request.on('end', () => response.writeHead(200).end())
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ port })
})
process.on('message', () => process.send?.({ bytes }))
process.on('disconnect', () => process.exit())
