import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from './negotiation.ts'

type Compression = Exclude<Encoding, 'identity'>

/** The body of an answer: its text, and its compressed forms once somebody asked for them. */
export type Content = {
  /** With its charset. */
  readonly type: string
  readonly text: string
  /** Bytes of the text. */
  readonly length: number
  /** What the ETag is made from; absent where the answer must not be stored. */
  readonly tag?: string
  readonly compressed: Map<Compression, Promise<Buffer>>
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** A body that caches may store, known by a digest of its text. */
export function storedContentOf(text: string, type: string): Content {
  return { ...contentOf(text, type), tag: hash('sha256', text, 'base64url').slice(0, 27) }
}

/** A body that no cache stores. */
export function contentOf(text: string, type: string): Content {
  return {
    type: `${type}; charset=utf-8`,
    text,
    length: Buffer.byteLength(text),
    compressed: new Map(),
  }
}

/** The most memory a body comes to: its text at two bytes a character, and two compressed forms no larger than it. */
export function mostBytesOf({ length }: Content): number {
  return 4 * length
}

/** The body compressed, once for all who ask for it. */
export function compress({ text, compressed }: Content, encoding: Compression): Promise<Buffer> {
  const made = compressed.get(encoding) ?? compressBytes(Buffer.from(text), encoding)
  compressed.set(encoding, made)
  return made
}

function compressBytes(bytes: Buffer, encoding: Compression): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(bytes)
  return compressBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}
