import { newToken } from './tokens.ts'

const KEY = /^svc_[A-Za-z0-9_-]{43}$/

export function newKey(): string {
  return `svc_${newToken()}`
}

/** Whether a text has the form of a key; other texts are never looked up. */
export function isKey(text: string): boolean {
  return KEY.test(text)
}
