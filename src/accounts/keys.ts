import { hash, randomBytes } from 'node:crypto'

const KEY = /^svc_[A-Za-z0-9_-]{43}$/

/** A new key, for its one showing. */
export function newKey(): string {
  return `svc_${randomBytes(32).toString('base64url')}`
}

/** Whether a text has the form of a key; only then is it worth asking the records about. */
export function isKey(text: string): boolean {
  return KEY.test(text)
}

/** What is kept of a key: a SHA-256, in hexadecimal digits. A key is 256 random bits, so no slower digest is needed. */
export function digestOf(key: string): string {
  return hash('sha256', key, 'hex')
}
