import { expect, test } from 'vitest'
import { addMs, HOUR_MS } from '#contract/time.ts'
import { forFile } from '#test/run/for-file.ts'
import { openDeliveries } from '#test/webhooks/deliveries.ts'
import { countDeadDeliveries, countPendingDeliveries } from './backlog.ts'

const given = await forFile(openDeliveries())

test('counts what is queued or retried, up to a bound, and what was given up since an instant', async () => {
  await given.begin()
  const { database, now } = given.stage
  const counted = async () => ({
    pending: await countPendingDeliveries({ atMost: 100 }, database),
    dead: await countDeadDeliveries({ since: addMs(now(), -HOUR_MS) }, database),
  })
  expect(await counted()).toEqual({ pending: 0, dead: 0 })
  const id = await given.subscribe('/refuses')
  given.receiver.answer = (_request, response) => response.writeHead(500).end()
  await given.tell(3)
  expect(await counted()).toEqual({ pending: 3, dead: 0 })
  expect(await countPendingDeliveries({ atMost: 2 }, database)).toBe(2)
  await given.stage.deliver()
  expect(await given.statusesOf(id)).toEqual(['RETRYING', 'RETRYING', 'RETRYING'])
  expect(await counted()).toEqual({ pending: 3, dead: 0 })
  await given.liveThrough(72 * HOUR_MS)
  expect(await given.statusesOf(id)).toEqual(['DEAD', 'DEAD', 'DEAD'])
  expect(await countPendingDeliveries({ atMost: 100 }, database)).toBe(0)
  expect(await countDeadDeliveries({ since: addMs(now(), -72 * HOUR_MS) }, database)).toBe(3)
  expect(await countDeadDeliveries({ since: now() }, database)).toBe(0)
})
