import { expect, test } from 'vitest'
import { forFile } from '#test/run/for-file.ts'
import { openDeliveries } from '#test/webhooks/deliveries.ts'
import { openDeliverer } from './deliver.ts'

const SLOW_ENDPOINTS = 500
const AT_ONCE = 2

const given = await forFile(openDeliveries())
await given.begin()

test('[webhooks 32] 500 endpoints that do not answer leave slots for the others', async () => {
  await Promise.all(Array.from({ length: SLOW_ENDPOINTS }, (_, index) => given.subscribe(`/slow/${index}`)))
  given.receiver.answer = ({ path }, response) => {
    if (!path.startsWith('/slow')) response.writeHead(204).end()
  }
  await given.tell(AT_ONCE)
  const deliverer = openDeliverer({ signal: new AbortController().signal }, given.stage.deps)
  const begin = async () => {
    await deliverer.begin()
    return deliverer.inFlight()
  }
  await expect.poll(begin).toBe(SLOW_ENDPOINTS * AT_ONCE)
  const others = await Promise.all(['/a', '/b', '/c'].map(given.subscribe))
  await given.tell()
  const statuses = async () => {
    await begin()
    return await Promise.all(others.map(given.statusesOf))
  }
  await expect.poll(statuses).toEqual(others.map(() => ['SUCCEEDED']))
  expect(deliverer.inFlight()).toBe(SLOW_ENDPOINTS * AT_ONCE)
  expect(given.receiver.mostAtOnce()).toBe(AT_ONCE)
})
