import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { listenOnLoopback } from '#test/servers/loopback-server.ts'
import { requestSandbox } from './sandbox.ts'

test('each request has a connection of its own, so that none meets a connection that the server ends', async () => {
  const ports: (number | undefined)[] = []
  const server = createServer((incoming, outgoing) => {
    ports.push(incoming.socket.remotePort)
    incoming.resume().once('end', () => outgoing.end('{}'))
  })
  await using sandbox = await listenOnLoopback(server)
  for (const ms of [1, 2, 3])
    await requestSandbox({ controlUrl: sandbox.url, path: '/advance', body: { ms } })
  expect(new Set(ports).size).toBe(3)
})

test('a sandbox that does not run is named with its address', async () => {
  const { url: controlUrl, ...sandbox } = await listenOnLoopback(createServer())
  await sandbox[Symbol.asyncDispose]()
  await expect(requestSandbox({ controlUrl, path: '/advance', body: { ms: 1 } })).rejects.toThrow(
    `The sandbox does not answer at ${controlUrl} (connect ECONNREFUSED`,
  )
})
