import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parseWebhook, verifyWebhook } from '#contract/webhook-verification.ts'
import { type CallbackServer, OK, startCallbackServer } from '#test/servers/callback-server.ts'
import { type HttpService, openHttpService } from '#test/service/http-service.ts'
import { type Spawned, spawnService } from '#test/service/spawned-service.ts'
import { openWebhookStage, type WebhookStage } from '#test/webhooks/webhooks.ts'

const FAILURE = 'HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n'
const SECRET = 'whsec_a-secret-that-the-operator-names'
const stack = new AsyncDisposableStack()
let stage: WebhookStage
let service: HttpService
let receiver: CallbackServer
let url: string
let dataDir: string

beforeAll(async () => {
  stage = stack.use(await openWebhookStage())
  service = stack.use(await openHttpService({ database: stage.database }))
  await service.server.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(service.server.server.address() as AddressInfo).port}`
  receiver = stack.use(await startCallbackServer())
})
afterAll(() => stack.disposeAsync())
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-listen-'))
  receiver.received.length = 0
  receiver.answer = (socket) => socket.write(OK)
  return () => rm(dataDir, { recursive: true, force: true })
})

function listen(...options: readonly string[]): Spawned {
  const forward = `http://127.0.0.1:${receiver.port}/hook`
  const args = ['webhooks', 'listen', '--url', url, '--forward', forward, ...options]
  return spawnService(args, { DATA_DIR: dataDir })
}
const arrived = () => receiver.received.map(({ body }) => (JSON.parse(body.toString()) as Payload).event.id)
type Payload = { deliveryId: string; type: string; event: { id: string; revision: number } }

/** Gives these answers in turn, and then 200. `took` lists the events that got a 200. */
function answerInOrder(answers: readonly string[]): { readonly took: string[] } {
  const left = [...answers]
  const took: string[] = []
  receiver.answer = (socket: Socket) => {
    const answer = left.shift() ?? OK
    const id = arrived().at(-1)
    if (answer === OK && id !== undefined) took.push(id)
    socket.write(answer)
  }
  return { took }
}

test('forwards every event in order, once, over failures and a stop, and resumes where it stopped', async () => {
  const project = await stage.project()
  const after = `c1.${await headOf()}`
  await stage.say(project, { id: 'ship:a' }, { id: 'ship:b' }, { id: 'ship:c' })
  await stage.say(project, { id: 'ship:week', type: 'build.code_activity' })
  await stage.withdraw('ship:c')
  await stage.say(project, { id: 'ship:d' })
  const first = answerInOrder([FAILURE, FAILURE, OK, ...Array.from({ length: 100 }, () => FAILURE)])
  const running = listen('--after', after, '--secret', SECRET)
  await expect.poll(arrived).toContain('ship:b')
  expect(await running.stop('SIGINT')).toBe(0)
  expect(first.took).toEqual(['ship:a'])
  expect(arrived().slice(0, 4)).toEqual(['ship:a', 'ship:a', 'ship:a', 'ship:b'])
  expect(running.out).toContainEqual(
    expect.stringMatching(/^build\.release ship:a revision 1: attempt 1: 500; again in 1 s$/),
  )

  const second = answerInOrder([])
  const resumed = listen()
  await expect.poll(() => second.took).toEqual(['ship:b', 'ship:c', 'ship:d'])
  await stage.say(project, { id: 'ship:e' })
  await expect.poll(() => second.took).toEqual(['ship:b', 'ship:c', 'ship:d', 'ship:e'])
  expect(await resumed.stop('SIGINT')).toBe(0)
})

test('sends what a delivery is: its headers, its body with the event as it is served, its signature', async () => {
  const project = await stage.project()
  const after = `c1.${await headOf()}`
  await stage.say(project, { id: 'ship:ünï' })
  answerInOrder([FAILURE])
  const running = listen('--after', after)
  await expect.poll(arrived).toHaveLength(2)
  await running.stop()
  const secret = /^secret: (whsec_[\w+/]{43}=)$/.exec(running.out[0] ?? '')?.[1] ?? expect.unreachable()
  const [refused, taken] = receiver.received
  if (refused === undefined || taken === undefined) expect.unreachable()
  for (const { body, headers } of [refused, taken]) {
    expect(await verifyWebhook(body, headers['svc-signature'], secret)).toEqual({ ok: true })
    expect(await verifyWebhook(body, headers['svc-signature'], SECRET)).toMatchObject({ ok: false })
  }
  const { body } = await service.get(`/api/changes?after=${after}`)
  const [served] = body['items'] as object[]
  const parsed = await parseWebhook(taken.body, taken.headers['svc-signature'], secret)
  expect(parsed).toMatchObject({
    payload: {
      type: 'build.release',
      payloadVersion: 1,
      deliveryId: taken.headers['svc-delivery-id'],
      event: served,
    },
  })
  expect(refused.headers['svc-delivery-id']).toBe(taken.headers['svc-delivery-id'])
  expect(taken.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'SVC-Webhooks/1',
    'svc-payload-version': '1',
    'svc-event-id': `ship:${encodeURIComponent('ünï')}`,
  })
})

test('begins at the newest change without --after, and forwards only the types of --types', async () => {
  const project = await stage.project()
  await stage.say(project, { id: 'ship:before' })
  const running = listen('--types', 'build.ship')
  await expect.poll(() => running.out).toContainEqual(expect.stringMatching(/^forwarding /))
  await stage.say(project, { id: 'ship:release' }, { id: 'ship:ship', type: 'build.ship' })
  await expect.poll(arrived).toEqual(['ship:ship'])
  await running.stop()
})

test('waits for a service that does not answer, and for a receiver that is not there', async () => {
  const project = await stage.project()
  const after = `c1.${await headOf()}`
  await stage.say(project, { id: 'ship:x' })
  const nowhere = 'http://127.0.0.1:9'
  const unread = spawnService(['webhooks', 'listen', '--url', nowhere, '--forward', url, '--after', after], {
    DATA_DIR: dataDir,
  })
  await expect
    .poll(() => unread.out)
    .toContainEqual(expect.stringMatching(/^\/api\/changes: attempt 2: .+ 2 s$/))
  expect(await unread.stop('SIGINT')).toBe(0)
  const unsent = spawnService(['webhooks', 'listen', '--url', url, '--forward', nowhere, '--after', after], {
    DATA_DIR: dataDir,
  })
  await expect.poll(() => unsent.out).toContainEqual(expect.stringMatching(/ship:x revision 1: attempt 2: /))
  expect(await unsent.stop('SIGINT')).toBe(0)
})

test.each([
  [['--after', 'c1.999999999'], /^svc: \/api\/changes\?after=c1\.999999999: 400 .*invalid_cursor/],
  [['--after', 'b1.3'], /^svc: Invalid --after "b1\.3": expected a cursor such as c1\.0$/],
  [['--types', 'build.release,build.code_activity'], /^svc: Invalid --types: build\.code_activity: /],
  [['--secret', 'short'], /^svc: Invalid --secret: expected whsec_/],
  [['--url', 'ftp://127.0.0.1'], /^svc: Invalid --url "ftp:\/\/127\.0\.0\.1": expected an http/],
])('refuses %j', async (options, words) => {
  const refused = listen(...options)
  expect(await refused.ended).toBe(1)
  expect(refused.err).toContainEqual(expect.stringMatching(words))
})

async function headOf(): Promise<number> {
  const { head } = await stage.database.selectFrom('ledger_state').select('head').executeTakeFirstOrThrow()
  return Number(head)
}
