import { expect, test } from 'vitest'
import { scaledRules } from '../../tools/scale-rules.ts'

test.each([
  ['a window', 'rate(a[5m]) / rate(b[3d])', 'rate(a[5000ms]) / rate(b[4320000ms])'],
  ['a wait', '        for: 2m', '        for: 2000ms'],
  ['a limit in seconds', 'age > 24 * 3600 or age > 10 * 60', 'age > 24 * 60 or age > 10 * 1'],
  ['no share and no count', 'share > 14.4 * 0.001 and count >= 10', 'share > 14.4 * 0.001 and count >= 10'],
  ['no name of a record', 'record: svc:answers_failed:share5m', 'record: svc:answers_failed:share5m'],
])('scaling by 60 divides %s', (_, rule, scaled) => {
  expect(scaledRules(rule, 60)).toBe(scaled)
})
