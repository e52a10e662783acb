import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isKey, newKey } from './keys.ts'
import { tokenDigest } from './tokens.ts'

test('a new key is svc_ and 32 bytes in base64url, never the same twice', () => {
  const keys = Array.from({ length: 100 }, newKey)
  expect(new Set(keys).size).toBe(100)
  for (const key of keys) {
    expect(isKey(key)).toBe(true)
    expect(Buffer.from(key.slice(4), 'base64url')).toHaveLength(32)
  }
})

test('stores only the SHA-256 of a key', () => {
  expect(tokenDigest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

const body = 'A'.repeat(43)
test.each([
  ['', false],
  ['svc_', false],
  [`svc_${body}`, true],
  [`svc_${body}A`, false],
  [`svc_${body.slice(1)}`, false],
  [`SVC_${body}`, false],
  [` svc_${body}`, false],
  [`svc_${body}\n`, false],
  [`svc_${body.slice(1)}+`, false],
  [`svc_${body.slice(1)}=`, false],
  [`svc_${body}, svc_${body}`, false],
])('%j has the form of a key: %s', (text, expected) => {
  expect(isKey(text)).toBe(expected)
})

test('no other text has the form of a key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      const bytes = Buffer.from(text.slice(4), 'base64url')
      const isOne = text.startsWith('svc_') && text.length === 47 && bytes.length === 32
      expect(isKey(text)).toBe(isOne && /^[\w-]*$/.test(text))
    }),
  )
})
