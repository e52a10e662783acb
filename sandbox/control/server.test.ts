import { request } from 'node:http'
import { expect, test } from 'vitest'
import { Faults } from '../providers/faults/faults.ts'
import { serveControl } from './server.ts'

test.each<[string, Record<string, string>, number]>([
  ['a program of this machine', {}, 200],
  ['a program that names the machine', { host: 'localhost:4700' }, 200],
  ['a page of another site', { origin: 'https://evil.example' }, 403],
  ['a page of this machine', { origin: 'http://127.0.0.1:4663' }, 403],
  ['a page without an origin', { origin: 'null' }, 403],
  ['a name that was made to lead here', { host: 'evil.example' }, 403],
  ['a name that begins like this machine', { host: '127.0.0.1.evil.example' }, 403],
])('[R151] the control port before %s', async (_, headers, status) => {
  expect(await statusOf({ path: '/fault/clear', headers, body: {} })).toBe(status)
})

test.each([
  [1, 200],
  [1.5, 400],
  [0, 400],
  [-1, 400],
  ['2', 400],
])('a fault for %j requests is answered with %i', async (times, status) => {
  const body = { provider: 'github', kind: 'server_error', times }
  expect(await statusOf({ path: '/fault', headers: {}, body })).toBe(status)
})

/** Sends a request to a control server opened for it alone. Returns the status. */
async function statusOf(sent: {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
}) {
  const deps = { stage: undefined as never, providers: undefined as never, faults: new Faults(() => 0) }
  const control = await serveControl(deps)
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  request(`${control.url}${sent.path}`, { method: 'POST', headers: sent.headers }, (response) => {
    response.resume()
    resolve(response.statusCode)
  })
    .on('error', reject)
    .end(JSON.stringify(sent.body))
  const status = await promise
  await control.close()
  return status
}
