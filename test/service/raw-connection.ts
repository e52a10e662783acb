import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { Got } from './described-answers.ts'

/** Sends raw bytes on a new connection and returns everything received until it ended. */
export function sendRaw(asked: {
  readonly port: number
  readonly bytes: string
  readonly from: string
}): Promise<string> {
  return new Promise((resolve) => {
    const { port, bytes, from: localAddress } = asked
    const socket = connect({ host: '127.0.0.1', port, localAddress }, () => socket.write(bytes, 'latin1'))
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve(text))
  })
}

/** The answers in the received bytes, interim answers included. */
export function answersIn(text: string): readonly Got[] {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return []
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  const rest = text.slice(end + 4)
  const { bytes, length } =
    headers['transfer-encoding'] === 'chunked' ? chunksIn(rest) : sizedIn(rest, headers)
  const status = Number.parseInt(first.split(' ')[1] ?? '', 10)
  const body = decoded(Buffer.from(bytes, 'latin1'), headers['content-encoding'])
  return [{ status, headers, text: body.toString('utf8') }, ...answersIn(rest.slice(length))]
}

/** A body in the received bytes, and its length there. */
type Received = { readonly bytes: string; readonly length: number }

function sizedIn(text: string, headers: Readonly<Record<string, string>>): Received {
  const length = Number.parseInt(headers['content-length'] ?? '0', 10)
  return { bytes: text.slice(0, length), length }
}

function chunksIn(text: string): Received {
  let bytes = ''
  for (let at = 0; ; ) {
    const line = text.indexOf('\r\n', at)
    const size = Number.parseInt(text.slice(at, line), 16)
    if (line === -1 || Number.isNaN(size)) return { bytes, length: text.length }
    bytes += text.slice(line + 2, line + 2 + size)
    at = line + 2 + size + 2
    if (size === 0) return { bytes, length: at }
  }
}

function decoded(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0 || encoding === undefined) return body
  if (encoding === 'zstd') return zstdDecompressSync(body)
  return encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body)
}
