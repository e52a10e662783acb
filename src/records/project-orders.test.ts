import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearerEnd } from './project-orders.ts'

const page = fc.record({ limit: fc.integer({ min: 1, max: 48 }), offset: fc.nat(400) })

test('from either end a page holds the same rows, and is never further away than half the list', () => {
  fc.assert(
    fc.property(page, fc.nat(300), (asked, total) => {
      const list = Array.from({ length: total }, (_, index) => index)
      const at = nearerEnd(asked, total)
      const from = at.direction === 'forward' ? list : list.toReversed()
      const read = from.slice(at.offset, at.offset + at.limit)
      const rows = at.direction === 'forward' ? read : read.toReversed()
      expect(rows).toEqual(list.slice(asked.offset, asked.offset + asked.limit))
      expect(at.offset).toBeLessThanOrEqual(total / 2)
    }),
  )
})
