import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { qualityIn } from './quality.ts'

/** Ways a body goes over the wire, the liked best first. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Bodies below this go as they are: compressing them saves nothing a packet would notice. */
const WORTHWHILE_BYTES = 1024
const REMEMBERED = 500
/** What is not named is taken as it is, after everything that is. */
const LEAST = 0.0001

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const remembered = new Map<string, Encoding>()

/** How a body of this size goes to a caller who accepts these encodings. */
export function encodingFor(acceptEncoding: string | undefined, bytes: number): Encoding {
  if (acceptEncoding === undefined || bytes < WORTHWHILE_BYTES) return 'identity'
  const known = remembered.get(acceptEncoding)
  if (known !== undefined) return known
  const encoding = preferred(acceptEncoding)
  if (remembered.size < REMEMBERED && acceptEncoding.length < 100) remembered.set(acceptEncoding, encoding)
  return encoding
}

/** The body compressed. */
export async function compress(body: Buffer, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(body)
  return compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
}

/** The one liked best, of those liked alike the smallest; as it is where none is taken. */
function preferred(acceptEncoding: string): Encoding {
  const liked = new Map(
    acceptEncoding.split(',', 20).map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      return [name === 'x-gzip' ? 'gzip' : name, qualityIn(parameters)]
    }),
  )
  const others = liked.get('*')
  const likedAs = (encoding: Encoding) =>
    liked.get(encoding) ?? others ?? (encoding === 'identity' ? LEAST : 0)
  const best = Math.max(LEAST, ...ENCODINGS.map(likedAs))
  return ENCODINGS.find((encoding) => likedAs(encoding) === best) ?? 'identity'
}
