import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { requestSandbox } from './sandbox.ts'

test('each request has a connection of its own, so that none meets a connection that the server ends', async () => {
  const ports: (number | undefined)[] = []
  const server = createServer((incoming, outgoing) => {
    ports.push(incoming.socket.remotePort)
    incoming.resume().once('end', () => outgoing.end('{}'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const controlUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const ms of [1, 2, 3]) await requestSandbox({ controlUrl, path: '/advance', body: { ms } })
  expect(new Set(ports).size).toBe(3)
  server.close()
})

test('a sandbox that does not run is named with its address', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const controlUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise((resolve) => server.close(resolve))
  await expect(requestSandbox({ controlUrl, path: '/advance', body: { ms: 1 } })).rejects.toThrow(
    `The sandbox does not answer at ${controlUrl} (connect ECONNREFUSED`,
  )
})
