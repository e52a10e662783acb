import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** How much of a body is read, and how much of its text is kept. @source contract, Limits */
const READ_BYTES = 4096
const KEPT_CHARACTERS = 256
/** The most bytes of an answer in which its status line is looked for. */
const LONGEST_HEAD = 16_384
const SWITCHING_PROTOCOLS = 101
const TEXT = new TextDecoder()
const STATUS_LINE = /^HTTP\/1\.[01] (\d{3})(?: [^\r\n]*)?\r?\n/

/** The answer of a receiver. Once its status line has arrived, a failure in the headers or the body changes nothing. */
export type Answered = { readonly statusCode: number; readonly excerpt: string }

/**
 * Reads the answer of a request, and closes its connection.
 * @throws Error for the failure that ended the request before a status line arrived
 */
export async function readAnswer(request: ClientRequest): Promise<Answered> {
  const status = watchStatus(request)
  const response = Promise.withResolvers<IncomingMessage>()
  request.once('response', response.resolve)
  request.on('error', response.reject)
  request.once('close', () => response.reject(new Error('closed without an answer')))
  try {
    const answer = await response.promise
    return { statusCode: statusOf(answer), excerpt: await readExcerpt(answer) }
  } catch (error) {
    const statusCode = status()
    if (statusCode === undefined) throw error
    return { statusCode, excerpt: '' }
  } finally {
    request.destroy()
  }
}

function statusOf({ statusCode }: IncomingMessage): number {
  if (statusCode === undefined) throw new Error('an answer without a status')
  return statusCode
}

/**
 * The status of an answer whose headers never end, from the bytes of its connection. Stops keeping bytes at the body.
 */
function watchStatus(request: ClientRequest): () => number | undefined {
  let head = ''
  request.once('socket', (socket: Socket) => {
    const keep = (chunk: Buffer) => {
      head += chunk.toString('latin1', 0, LONGEST_HEAD - head.length)
    }
    socket.prependListener('data', keep)
    request.once('response', () => {
      socket.off('data', keep)
      head = ''
    })
  })
  return () => finalStatusIn(head)
}

/** Skips informational answers (1xx), which come before the answer. After a 101 no HTTP follows: it is the answer. */
function finalStatusIn(head: string): number | undefined {
  for (let rest = head; ; ) {
    const status = Number(STATUS_LINE.exec(rest)?.[1])
    if (status >= 200 || status === SWITCHING_PROTOCOLS) return status
    const end = rest.indexOf('\r\n\r\n')
    if (Number.isNaN(status) || end === -1) return undefined
    rest = rest.slice(end + 4)
  }
}

/** The first characters of a body as text that every store takes: without NUL and without half of a character. */
async function readExcerpt(answer: IncomingMessage): Promise<string> {
  const start = await readStart(answer)
  const text = TEXT.decode(start).replaceAll('\0', '\uFFFD')
  return text.slice(0, KEPT_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '')
}

/** The first 4 KB of the body at most. A body that breaks off is read up to there. */
function readStart(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  const start = Promise.withResolvers<Buffer>()
  const end = () => start.resolve(Buffer.concat(chunks))
  answer.on('data', (chunk: Buffer) => {
    const kept = Buffer.from(chunk.subarray(0, READ_BYTES - length))
    chunks.push(kept)
    length += kept.length
    if (length === READ_BYTES) end()
  })
  answer.on('error', end)
  answer.once('close', end)
  answer.once('end', end)
  return start.promise
}
