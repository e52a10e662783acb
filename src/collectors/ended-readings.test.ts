import { expect, test } from 'vitest'
import { type EndedReadings, openEndedReadings } from './ended-readings.ts'
import type { EndedReading, Settled } from './settle.ts'

const reading = (endedAt: number) => ({ endedAt }) as unknown as EndedReading

test('readings that end together are stored in order, at most sixteen in one transaction', async () => {
  const groups: number[] = []
  const first = Promise.withResolvers<void>()
  const readings: EndedReadings = openEndedReadings({
    async settle(group) {
      groups.push(group.length)
      await first.promise
      return group.map(({ endedAt }) => endedAt as unknown as Settled)
    },
    part: (work) => work(),
  })
  const done: unknown[] = []
  const added = Array.from({ length: 16 + 40 }, (_, at) => readings.add(reading(at), (one) => done.push(one)))
  first.resolve()
  await Promise.all(added)
  await readings.flush()
  expect(groups).toEqual([16, 16, 16, 8])
  expect(done).toEqual(Array.from({ length: 56 }, (_, at) => at))
})
