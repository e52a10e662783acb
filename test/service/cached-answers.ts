import type { ListeningService, Sent } from './listening-service.ts'

/** Headers that differ from answer to answer, also of a cached one. */
const OWN = ['date', 'x-request-id', 'age', 'connection', 'keep-alive']

/** Compares cached answers of a service with computed ones. */
export function cachedAnswersOf(listening: ListeningService) {
  const hits = () => listening.cache.counts().hit
  return {
    /** The number of answers from the cache. */
    hits,
    /** The headers in which a cached answer must equal the computed one. */
    shared: ({ headers }: Sent) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.includes(name))),
    /**
     * Asks twice. The first answer is computed unless it was cached before. `isHit` says whether the second is a cache
     * hit.
     */
    async twice(path: string, asked: Parameters<ListeningService['send']>[1] = {}) {
      const first = await listening.send(path, asked)
      const before = hits()
      const second = await listening.send(path, asked)
      return { first, second, isHit: hits() > before }
    },
  }
}
