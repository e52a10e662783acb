import { expect, test } from 'vitest'
import { advance } from '#app/commands/sandbox.ts'
import { DAY_MS, type Instant, msOf } from '#contract/time.ts'
import { forFile } from '#test/run/for-file.ts'
import { answering, startReceiver } from '#test/webhooks/receiver.ts'
import { aSubscription } from '#test/webhooks/webhooks.ts'
import { openWorld } from '#test/world/world.ts'

const MINUTE = 60_000
const world = await forFile(openWorld({ reading: ['lumen'] }))
const receiver = await forFile(startReceiver())

const subscribe = (path: string) =>
  aSubscription({ url: `${receiver.url}${path}`, now: world.service.clock.now() }, world.service.database)
const received = (path: string) => receiver.received.filter((one) => one.path === path)

test('[webhooks 15] advancing three days makes each of seven attempts at its time', async () => {
  receiver.answer = answering(500)
  await subscribe('/down')
  await world.act('release', 'lumen')
  await world.settle('lumen')
  const { signal } = new AbortController()
  await advance({ span: '3d', signal, unread: false }, world.service)
  const sent = received('/down').filter(({ body }) => body['type'] === 'build.release')
  const [first] = sent
  const attempts = sent
    .filter(({ body }) => body['deliveryId'] === first?.body['deliveryId'])
    .map(({ body }) => msOf(body['sentAt'] as Instant))
  const minutes = attempts.slice(1).map((at, index) => (at - (attempts[index] ?? 0)) / MINUTE)
  expect(minutes.map(Math.floor)).toEqual([1, 5, 30, 120, 360, 720])
  expect(msOf(world.service.clock.now()) - (attempts[0] ?? 0)).toBeGreaterThanOrEqual(3 * DAY_MS)
})
