import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** A random token of 256 bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether a text has the form of a token; other texts are never looked up. */
export function isToken(text: string): boolean {
  return TOKEN.test(text)
}

/**
 * The stored form of a token or a key: SHA-256 in hexadecimal. It has too many random bits for a slower digest to help.
 */
export function tokenDigest(token: string): string {
  return hash('sha256', token, 'hex')
}

/**
 * The token that every form of a browser carries. It derives from the browser's cookie, which other sites cannot read.
 */
export function formTokenOf(browser: string): string {
  return createHmac('sha256', browser).update('form').digest('base64url')
}

/** Whether a form carries the token of the browser that sends it. */
export function isFormToken(given: string, browser: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(formTokenOf(browser))]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Letters and digits that are not mistaken for each other. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CODE_LETTERS = 30
const GROUP = 5

/** A recovery code of 150 random bits, in groups that a person can copy from paper. */
export function newRecoveryCode(): string {
  const letters = [...randomBytes(CODE_LETTERS)].map((byte) => LETTERS.charAt(byte % LETTERS.length)).join('')
  return letters.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? letters
}

/** The stored form of a recovery code. Hyphens, spaces and the case of letters make no difference. */
export function recoveryDigest(code: string): string {
  return tokenDigest(code.toUpperCase().replace(/[^0-9A-Z]/g, ''))
}
