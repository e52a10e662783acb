import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { Listed } from '#contract/broken-item.ts'
import { Failure, Moved } from '#contract/errors.ts'
import { EXPORT_TYPES } from '#contract/operation.ts'
import type { HandlerDeps, Registry } from '../handlers.ts'
import { PRIVATE_CALL } from './call-answer.ts'
import { callerName } from './compute.ts'
import { type Export, fileHeader, formatIn, isExport } from './export-file.ts'
import { type Lines, linesOf } from './lines.ts'
import { type LeftOut, openLineCheck } from './list-check.ts'
import { movedAnswer } from './moved-answer.ts'
import type { Gate } from './overload.ts'
import { answerRequestOf } from './parse-request.ts'
import { type PositionedReads, positionHeader } from './positioned-reads.ts'
import type { AnswerOperation } from './read-answer.ts'

const NOT_STORED = { 'cache-control': 'no-store' }
const RETRY_AFTER_SECONDS = 30

type Handler = (input: object, deps: HandlerDeps) => AsyncIterable<Listed<unknown>>

/**
 * Opens the answers of exports of any size. A batch is read when the caller has taken the batch before, so an export
 * holds one batch in memory. At most `atOnce` exports run in a process, and one of a caller. An export holds a
 * connection and a snapshot until its body has closed, even when its caller was refused in the meantime.
 */
export function openStreaming(deps: {
  readonly registry: Registry
  readonly reads: PositionedReads
  readonly gate: Gate
  readonly leftOut: (event: LeftOut) => void
  readonly atOnce: number
}): AnswerOperation {
  const running = new Set<string>()
  const bodyOf = (operation: Export, input: Readonly<Record<string, unknown>>, lines: Lines) => {
    const handler = deps.registry.handlers[operation.name] as Handler
    const check = openLineCheck(operation, deps.leftOut)
    return (own: HandlerDeps) => Readable.from(textOf(handler(input, own), { lines, check }))
  }
  return async (operation, state) => {
    const { parsed, caller, request } = state
    if (!isExport(operation)) throw new Error(`${operation.name} is not an export`)
    const { input } = answerRequestOf(operation, parsed.raw)
    const format = formatIn(input)
    const stored = caller?.kind === 'keyed' ? PRIVATE_CALL : NOT_STORED
    const headers = { ...stored, ...fileHeader(operation, format) }
    const type = `${EXPORT_TYPES[format]}; charset=utf-8`
    if (request.method === 'HEAD') return { status: 200, headers, stream: { type, body: undefined } }
    const name = callerName(caller)
    if (running.size >= deps.atOnce || running.has(name)) {
      throw new Failure('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    }
    const makeBody = bodyOf(operation, input, linesOf(format, operation.lines))
    let latest: Readable | undefined
    const beginOn = async (own: HandlerDeps) => {
      // A read that begins again on the primary, because its standby was lost, leaves its first body unread.
      latest?.destroy()
      const body = makeBody(own)
      latest = body
      await begun(body)
      return body
    }
    let beginning: Beginning | undefined
    const begin = () => {
      running.add(name)
      const read = deps.reads.read(state.least, beginOn)
      onEnd(read, () => running.delete(name))
      beginning = read
      return read
    }
    try {
      const { value: body, position } = await deps.gate.pass(begin, name)
      state.headers = { ...state.headers, ...positionHeader(position) }
      return { status: 200, headers, stream: { type, body } }
    } catch (thrown) {
      endWithoutCaller(beginning)
      if (!(thrown instanceof Moved)) throw thrown
      return movedAnswer(thrown, { state, operation, headers: stored })
    }
  }
}

type Beginning = Promise<{ readonly value: Readable }>

/** Calls `ended` when an export could not begin, or when its body has closed. */
function onEnd(beginning: Beginning, ended: () => void): void {
  beginning.then(({ value: body }) => body.once('close', ended), ended)
}

/** Ends an export that begins after the time limit of the gate: its caller was refused. */
function endWithoutCaller(beginning: Beginning | undefined): void {
  beginning?.then(
    ({ value: body }) => body.destroy(),
    () => undefined,
  )
}

/** Waits for the first batch, so that a failure before it is answered with an error status. */
async function begun(body: Readable): Promise<void> {
  try {
    await once(body, 'readable')
  } catch (error) {
    body.destroy()
    throw error
  }
}

/**
 * The body of a stream. Its beginning is sent with the first batch, so that a failure before it is answered with an
 * error status.
 */
async function* textOf(
  batches: AsyncIterable<Listed<unknown>>,
  { lines, check }: { readonly lines: Lines; readonly check: ReturnType<typeof openLineCheck> },
): AsyncGenerator<string, void> {
  let { begin } = lines
  for await (const batch of batches) {
    const text = `${begin}${lines.write(check(batch))}`
    begin = ''
    if (text !== '') yield text
  }
  if (begin !== '') yield begin
}
