import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Ways a body goes over the wire, the liked best first. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Bodies below this go as they are: compressing them saves nothing a packet would notice. */
const WORTHWHILE_BYTES = 1024
const REMEMBERED = 500

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

function preferred(acceptEncoding: string): Encoding {
  const weights = new Map(
    acceptEncoding.split(',', 20).map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return [name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : weightOf(weight)]
    }),
  )
  const rest = weights.get('*') ?? 0
  const weightOfEncoding = (encoding: Encoding) =>
    weights.get(encoding) ?? (encoding === 'identity' ? Math.max(rest, 0.0001) : rest)
  return ENCODINGS.reduce(
    (best, encoding) => (weightOfEncoding(encoding) > weightOfEncoding(best) ? encoding : best),
    'br' as Encoding,
  )
}

function weightOf(text: string): number {
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(text) ? Number.parseFloat(text) : 0
}
