import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'

const gunzipped = promisify(gunzip)
const inflated = promisify(inflate)
const inflatedRaw = promisify(inflateRaw)
const brotliDecompressed = promisify(brotliDecompress)

/** A decoded body: its bytes, or why there are none. */
type Decoded = Buffer | 'too_long' | 'unreadable'

/**
 * The bytes of a body without its content encoding. The encoding is removed even though we ask for `identity`: a server
 * sends an object that it stores compressed as it is. Decompression ends at `maxBytes`.
 * @source RFC 9110, 8.4
 */
export async function decodeBody(
  body: Buffer,
  { encoding = 'identity', maxBytes }: { readonly encoding: string | undefined; readonly maxBytes: number },
): Promise<Decoded> {
  const decode = decoderOf(encoding.trim().toLowerCase(), body)
  if (decode === undefined) return 'unreadable'
  try {
    return await decode(body, { maxOutputLength: maxBytes })
  } catch (error) {
    return isTooLong(error) ? 'too_long' : 'unreadable'
  }
}

type Decode = (body: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>

/** The decoder of an encoding; undefined for an unknown encoding, and for several encodings at once. */
function decoderOf(encoding: string, body: Buffer): Decode | undefined {
  // A 304 has the encoding and no body.
  if (encoding === 'identity' || body.length === 0) return async () => body
  if (encoding === 'gzip' || encoding === 'x-gzip') return gunzipped
  if (encoding === 'br') return brotliDecompressed
  if (encoding === 'deflate') return hasZlibHeader(body) ? inflated : inflatedRaw
  return undefined
}

/** Whether a `deflate` body begins with the zlib header. RFC 9110 requires it, but some servers leave it out. */
function hasZlibHeader(body: Buffer): boolean {
  return body.subarray(0, 1).some((byte) => (byte & 0x0f) === 8)
}

function isTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
}
