import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { securityText } from './security-text.ts'

test.each([
  ['2026-11-19T12:00:00Z', '2027-05-18'],
  ['2026-11-20T00:00:00Z', '2027-05-19'],
  ['2028-02-29T23:59:59Z', '2028-08-27'],
])('at %s it expires on %s, so it never lapses while the service answers', (now, day) => {
  const contact = 'mailto:security@svc.example'
  const text = securityText({ contact, now: toInstant(now) }, { baseUrl: 'https://svc.example' })
  expect(text.match(/^Expires: .+$/gm)).toEqual([`Expires: ${day}T00:00:00.000Z`])
})
