import { type Hex, parseWord } from './parse.ts'

const MAX_BYTES = 4096
const MAX_LENGTH = 200

/**
 * The answer of an ERC-20's `name()` or `symbol()`, as a string or as bytes32, at most 200 characters. Null for an
 * empty, blank or invalid answer. Only NUL is removed; other control characters remain.
 */
export function parseTokenText(answer: Hex | null): string | null {
  if (answer === null) return null
  const bytes = answer.length === 66 ? wordText(answer) : stringBytes(answer)
  if (bytes === undefined) return null
  const text = decoded(bytes)
  if (text === undefined) return null
  const cleaned = [...text.replaceAll('\u0000', '')].slice(0, MAX_LENGTH).join('')
  return cleaned.trim() === '' ? null : cleaned
}

/** The answer of an ERC-20's `decimals()`; null unless it is a whole number from 0 to 255. */
export function parseDecimals(answer: Hex | null): number | null {
  const value = parseUint(answer)
  return value !== null && value <= 255n ? Number.parseInt(value.toString(), 10) : null
}

/** A whole number of any size, as decimal digits; null when the answer has no 32-byte word. */
export function parseAmount(answer: Hex | null): string | null {
  const value = parseUint(answer)
  return value === null ? null : value.toString()
}

function parseUint(answer: Hex | null): bigint | null {
  return answer === null || answer.length < 66 ? null : BigInt(parseWord(answer.slice(0, 66)))
}

function wordText(answer: Hex): Uint8Array {
  const bytes = Buffer.from(answer.slice(2), 'hex')
  return bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1)
}

/**
 * The bytes of an ABI-encoded string (offset, length, bytes), at most 4096; undefined when the string is incomplete.
 */
function stringBytes(answer: Hex): Uint8Array | undefined {
  const bytes = Buffer.from(answer.slice(2), 'hex')
  const offset = wholeNumberAt(bytes, 0)
  const length = offset === undefined ? undefined : wholeNumberAt(bytes, offset)
  if (offset === undefined || length === undefined || offset + 32 + length > bytes.length) return undefined
  return bytes.subarray(offset + 32, offset + 32 + Math.min(length, MAX_BYTES))
}

function wholeNumberAt(bytes: Buffer, at: number): number | undefined {
  if (at + 32 > bytes.length || bytes.subarray(at, at + 26).some((byte) => byte !== 0)) return undefined
  return bytes.readUIntBE(at + 26, 6)
}

/** Decodes UTF-8. A character cut off at the end is dropped; any other invalid byte gives undefined. */
function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: bytes.length === MAX_BYTES })
  } catch {
    return undefined
  }
}
