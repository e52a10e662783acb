import { expect, test } from 'vitest'
import { ActivityStatus, MarketStatus } from '#contract/enums.ts'
import { RULE_BOOK } from '#domain/rule-book.ts'
import { looksMarkdown, statusLooks } from './status-looks.ts'

test.each([
  ['activity.status', ActivityStatus.enum],
  ['market.status', MarketStatus.enum],
  ['token.verification', []],
])('the rules of %s say how each of its values is shown', (fact, values) => {
  const rules = RULE_BOOK.filter(({ concludes }) => concludes.some((one) => one === fact))
  expect(rules.length).toBeGreaterThan(0)
  for (const rule of rules) {
    const looks = statusLooks(rule)
    expect(looks.map(({ value }) => value)).toEqual(values)
    expect(new Set(looks.map(({ words }) => words)).size).toBe(values.length)
  }
})

test('each activity state has a word and a colour of its own', () => {
  const looks = statusLooks({ concludes: ['activity.status'] })
  expect(new Set(looks.map(({ colour }) => colour)).size).toBe(looks.length)
  expect(looksMarkdown({ concludes: ['activity.status'] }).join('\n')).toContain(
    '| `SHIPPING` | Shipping | green |',
  )
  expect(looksMarkdown({ concludes: ['radar'] })).toEqual([])
})
