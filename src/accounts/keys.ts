import { hash, randomBytes } from 'node:crypto'

const KEY = /^svc_[A-Za-z0-9_-]{43}$/

export function newKey(): string {
  return `svc_${randomBytes(32).toString('base64url')}`
}

/** Whether a text has the form of a key; other texts are never looked up. */
export function isKey(text: string): boolean {
  return KEY.test(text)
}

/** The stored form of a key: SHA-256 in hexadecimal. A key has 256 random bits, so no slower digest is needed. */
export function keyDigest(key: string): string {
  return hash('sha256', key, 'hex')
}
