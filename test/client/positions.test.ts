import { beforeEach, expect, test } from 'vitest'
import { type Client, createClient } from '#client/index.ts'
import { forFile } from '#test/run/for-file.ts'
import { startAnsweringServer } from '#test/servers/answering-server.ts'

const server = await forFile(startAnsweringServer())

/** The `min-position` header of each request, in order; undefined for a request without one. */
let asked: (string | readonly string[] | undefined)[] = []
beforeEach(() => {
  asked = []
})

/** A service whose answers state these positions, one an answer; undefined for an answer without one. */
function stating(...stated: readonly (string | undefined)[]) {
  server.answer = ({ url, headers }) => {
    const position = stated[asked.length]
    asked.push(headers['min-position'])
    const status = url === '/api/projects/hidden' ? 404 : 200
    const refusal = { error: 'not_found', message: 'Nothing is published there.', retryable: false }
    const list = { items: [], nextCursor: 'c1.0' }
    const body = JSON.stringify(status === 404 ? refusal : list)
    return { status, body, ...(position !== undefined && { headers: { 'svc-position': position } }) }
  }
}
const open = (options: object = {}) => createClient({ baseUrl: server.url, retries: 0, ...options })

async function ask(client: Client, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await client.getStatus()
}

test('a client asks for no position unless it is told to, and knows the newest that it got', async () => {
  stating(undefined, '7', '5', undefined)
  const client = open()
  await client.getStatus()
  expect(client.position()).toBe(undefined)
  await ask(client, 3)
  expect(client.position()).toBe(7)
  expect(asked).toEqual([undefined, undefined, undefined, undefined])
})

test('with monotonicReads each call asks for the newest position that an earlier answer stated', async () => {
  stating('0', '7', '5', undefined, '9')
  const client = open({ monotonicReads: true })
  await ask(client, 5)
  expect(asked).toEqual([undefined, '0', '7', '7', '7'])
  expect(client.position()).toBe(9)
})

test('a refusal states a position too', async () => {
  stating('4', '8')
  const client = open({ monotonicReads: true })
  await client.getStatus()
  await expect(client.getProject({ slug: 'hidden' })).rejects.toMatchObject({ code: 'not_found' })
  await client.getStatus()
  expect(asked).toEqual([undefined, '4', '8'])
})

test('a text that is no position changes nothing', async () => {
  stating('6', 'six', '')
  const client = open({ monotonicReads: true })
  await ask(client, 3)
  expect([asked, client.position()]).toEqual([[undefined, '6', '6'], 6])
})

test('another client goes on from the position of the first, and hands it over in its turn', async () => {
  stating('6', '3', '8', '8')
  const first = open()
  await first.getStatus()
  const second = open({ minPosition: first.position() })
  await second.getStatus()
  expect(second.position()).toBe(6)
  await ask(second, 2)
  expect(asked).toEqual([undefined, '6', '6', '6'])
  expect(second.position()).toBe(8)
  asked = []
  await open({ minPosition: open().position(), monotonicReads: true }).getStatus()
  expect(asked).toEqual([undefined])
})

test('two clients of a process know nothing of each other', async () => {
  stating('6', '3')
  const [one, other] = [open({ monotonicReads: true }), open({ monotonicReads: true })]
  await one.getStatus()
  await other.getStatus()
  expect([asked, other.position()]).toEqual([[undefined, undefined], 3])
})

test('a mirror asks by its cursor alone, and its parts count for the calls after it', async () => {
  stating('6', '9', '9')
  const client = open({ monotonicReads: true })
  await client.getStatus()
  for await (const _ of client.changes({ follow: false })) expect.unreachable()
  await client.getStatus()
  expect(asked).toEqual([undefined, undefined, '9'])
})
