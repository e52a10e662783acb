import { expect, test } from 'vitest'
import type { EndedAttempt } from '#records/webhooks/settlements.ts'
import { forFile } from '#test/run/for-file.ts'
import { openDeliveries } from '#test/webhooks/deliveries.ts'
import { openSettling } from './settle.ts'

const deliveries = await forFile(openDeliveries())
await deliveries.begin()

const NEVER_ENDS = new AbortController().signal
/** A status that no receiver can answer: the table refuses it. */
const UNWRITABLE = 99_999

test.each([0, 1, 2])(
  'an attempt that cannot be recorded, as number %i of three, loses no other',
  async (at) => {
    const { stage, lease, subscribe, statusesOf, tell } = deliveries
    const ids = [await subscribe('/a'), await subscribe('/b'), await subscribe('/c')]
    await tell()
    const leases = await lease()
    const ended = ids.map((id, index): EndedAttempt => {
      const own = leases.find(({ subscriptionId }) => subscriptionId === id)
      if (own === undefined) throw new Error('every subscription has an attempt')
      const statusCode = index === at ? UNWRITABLE : 204
      return {
        lease: own,
        endedAt: stage.now(),
        outcome: 'succeeded',
        statusCode,
        latencyMs: 1,
        excerpt: undefined,
      }
    })
    const errors: object[] = []
    const logger = { warn: () => {}, error: (fields: object) => errors.push(fields) }
    const { settle } = openSettling(NEVER_ENDS, { database: stage.database, now: stage.now, logger })
    await Promise.all(ended.map(settle))
    const statuses = await Promise.all(ids.map(statusesOf))
    expect(statuses.map(([status]) => status === 'SUCCEEDED')).toEqual(ids.map((_, index) => index !== at))
    expect(errors).toMatchObject([{ delivery: ended[at]?.lease.deliveryId }])
  },
)
