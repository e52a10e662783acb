import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { AnswerHit } from './hits.ts'
import { answerMetrics, METRICS_PATH, type MetricsDeps, mayReadMetrics } from './metrics.ts'

export type FrontDeps = {
  readonly answerHit: AnswerHit
  readonly metrics: MetricsDeps | undefined
  readonly failed: (thrown: unknown) => void
  /** How long a body that nobody reads may still come after its answer. */
  readonly lingerMs: number
}

/** What stands before the framework: held answers and the metrics, and the count of what is under way. */
export type Front = {
  readonly before: (framework: RequestListener) => RequestListener
  readonly inFlight: () => number
  /** From now on each answer is its connection's last. */
  readonly close: () => void
}

export function openFront({ answerHit, metrics, failed, lingerMs }: FrontDeps): Front {
  let inFlight = 0
  let closing = false
  const answersMetrics = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (metrics === undefined || request.url !== METRICS_PATH || request.method !== 'GET') return false
    if (!mayReadMetrics(request, metrics.token)) return false
    answerMetrics(response, metrics).catch((thrown: unknown) => {
      failed(thrown)
      response.destroy()
    })
    return true
  }
  return {
    before: (framework) => (request, response) => {
      if (closing) response.shouldKeepAlive = false
      if (answerHit(request, response) || answersMetrics(request, response)) return
      if (bringsBody(request)) response.once('finish', () => letBodyCome(request, lingerMs))
      inFlight += 1
      response.once('close', () => {
        inFlight -= 1
      })
      framework(request, response)
    },
    inFlight: () => inFlight,
    close: () => {
      closing = true
    },
  }
}

/** Ends the connection of a request that was answered before its body came, unless the rest comes soon. */
function letBodyCome(request: IncomingMessage, ms: number): void {
  if (request.complete) return
  setTimeout(() => {
    if (!request.complete) request.socket.destroy()
  }, ms).unref()
}

function bringsBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined
}
