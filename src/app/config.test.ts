import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

/** The test runner sets BASE_URL to a path; an empty value counts as unset. */
const NONE = { BASE_URL: '' }

test.each([
  ['PORT', '0', 'Invalid PORT: "0", expected a port from 1 to 65535'],
  ['LOG_LEVEL', 'loud', 'Invalid LOG_LEVEL: "loud", expected one of debug, info, warn, error, silent'],
  ['RPC_URL', 'ftp://key', 'Invalid RPC_URL: (secret), expected an http or https URL'],
  [
    'DATABASE_URL',
    'mysql://user:password@host',
    'Invalid DATABASE_URL: (secret), expected a postgres:// URL',
  ],
])('names an invalid %s, its value and the expected form', (name, value, message) => {
  expect(() => readConfig({ ...NONE, [name]: value })).toThrow(new Error(message))
})

test('names every invalid variable in one message', () => {
  expect(() => readConfig({ ...NONE, PORT: 'x', TRUSTED_PROXIES: '-1' })).toThrow(
    'Invalid PORT: "x", expected a port from 1 to 65535; Invalid TRUSTED_PROXIES: "-1", expected a whole number',
  )
})
