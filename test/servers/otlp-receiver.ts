import { createServer, type IncomingHttpHeaders } from 'node:http'
import { listenOnLoopback } from './loopback-server.ts'
import { type Fields, fieldsOf } from './protobuf.ts'

/** A span as an OTLP endpoint got it. */
export type ReceivedSpan = {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  /** The span above it; undefined for the first span of a trace. */
  readonly parentSpanId: string | undefined
  readonly kind: number
  readonly attributes: Readonly<Record<string, unknown>>
  /** The `trace/span` of each link. */
  readonly links: readonly string[]
  readonly hasFailed: boolean
  /** The attributes of the process that exported the span. */
  readonly resource: Readonly<Record<string, unknown>>
}

/** A local OTLP endpoint. */
export type OtlpReceiver = AsyncDisposable & {
  readonly url: string
  readonly spans: readonly ReceivedSpan[]
  /** The bytes and the headers of each export. */
  readonly exports: readonly { readonly body: Buffer; readonly headers: IncomingHttpHeaders }[]
  /** Resolves when the received spans satisfy the condition. */
  readonly until: (isReached: (spans: readonly ReceivedSpan[]) => boolean) => Promise<void>
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  const exports: OtlpReceiver['exports'][number][] = []
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      exports.push({ body, headers: request.headers })
      if (request.url === '/v1/traces') spans.push(...spansIn(body))
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
      for (const look of waiting) look()
    })
  })
  return {
    ...(await listenOnLoopback(server)),
    spans,
    exports,
    until: (isReached) =>
      new Promise((resolve) => {
        const look = () => {
          if (!isReached(spans)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}

/** The spans of an export. The field numbers come from opentelemetry/proto/trace/v1/trace.proto. */
function spansIn(body: Buffer): readonly ReceivedSpan[] {
  return fieldsOf(body)
    .messages(1)
    .flatMap((resourceSpans) => {
      const resource = attributesIn(resourceSpans.messages(1)[0], 1)
      const scopes = resourceSpans.messages(2)
      return scopes.flatMap((scope) => scope.messages(2).map((span) => toSpan(span, resource)))
    })
}

function toSpan(span: Fields, resource: ReceivedSpan['resource']): ReceivedSpan {
  const parentSpanId = span.hex(4)
  return {
    name: span.text(5),
    traceId: span.hex(1),
    spanId: span.hex(2),
    parentSpanId: parentSpanId === '' ? undefined : parentSpanId,
    kind: span.number(6),
    attributes: attributesIn(span, 9),
    links: span.messages(13).map((link) => `${link.hex(1)}/${link.hex(2)}`),
    hasFailed: span.messages(15)[0]?.number(3) === 2,
    resource,
  }
}

function attributesIn(fields: Fields | undefined, number: number): Readonly<Record<string, unknown>> {
  const pairs = fields?.messages(number) ?? []
  return Object.fromEntries(
    pairs.map((pair) => {
      const [value] = pair.messages(2)
      return [pair.text(1), value?.has(1) === true ? value.text(1) : value?.number(3)]
    }),
  )
}
