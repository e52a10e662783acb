import { expect, test } from 'vitest'
import { homeUrl, isFollowable } from './home-url.ts'

test.each([
  ['lumen.example', 'https://lumen.example'],
  ['http://lumen.example/#top', 'http://lumen.example'],
  ['https://lumen.example:8443/', 'https://lumen.example:8443'],
  ['ftp://lumen.example', undefined],
  ['https://user:word@lumen.example', undefined],
  ['user@lumen.example', undefined],
  ['https://[1', undefined],
])('[R99] the home address of %s', (locator, home) => {
  expect(homeUrl(locator)).toBe(home)
})

test.each([
  ['https://lumen.example/a', true],
  ['http://lumen.example/a', true],
  ['https://other.example/a', true],
  ['https://lumen.example:8443/a', true],
  ['https://lumen.example:9000/a', false],
  ['https://user@lumen.example:8443/a', false],
  ['https://:word@lumen.example/a', false],
  ['javascript:alert(1)', false],
  ['file:///etc/passwd', false],
])('[R99] an address at port 8443 may lead to %s: %s', (next, allowed) => {
  expect(isFollowable(new URL(next), new URL('https://lumen.example:8443/'))).toBe(allowed)
})
