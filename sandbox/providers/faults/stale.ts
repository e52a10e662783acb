import type { Answer } from '../server.ts'
import type { FaultOrder, Hit } from './hit.ts'

/** The answers of each fault by request, until the fault is cleared. */
const kept = new WeakMap<FaultOrder, Map<string, Answer>>()

/** The provider's first answer to this request under the fault, even after the world has changed. It keeps its etag. */
export async function stale({ fault, request, answer }: Hit): Promise<Answer> {
  const answers = kept.get(fault) ?? new Map<string, Answer>()
  kept.set(fault, answers)
  const { 'if-none-match': condition, ...headers } = request.headers
  const key = [request.method, headers['host'], request.path, request.query, request.body].join(' ')
  const first = answers.get(key) ?? (await answer({ ...request, headers }))
  answers.set(key, first)
  const isKnown = condition !== undefined && condition === first.headers['etag']
  return isKnown ? { ...first, status: 304, body: '' } : first
}
