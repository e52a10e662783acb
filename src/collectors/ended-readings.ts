import type { EndedReading, Settled } from './settle.ts'

/** How many readings are stored in one transaction at most. */
const MOST = 16
/** The longest an ended reading waits for others. A killed process reads again what it had not stored. */
const WAIT_MS = 200

/** Readings that ended, and wait to be stored together. */
export type EndedReadings = {
  /** Adds a reading; `done` gets what became of it. Resolves at once, or when the readings before it are stored. */
  readonly add: (reading: EndedReading, done: (settled: Settled) => void) => Promise<void>
  /** Stores everything that was added. Rejects with the failure of a reading that could not be stored. */
  readonly flush: () => Promise<void>
}

type Waiting = { readonly reading: EndedReading; readonly done: (settled: Settled) => void }

/**
 * Collects ended readings and stores them in groups, one group after the other: when enough have ended, when the oldest
 * has waited long enough, and on `flush`. `part` does work that nobody waits for, and takes its failure.
 */
export function openEndedReadings(input: {
  readonly settle: (readings: readonly EndedReading[]) => Promise<readonly Settled[]>
  readonly part: (work: () => Promise<void>) => Promise<void>
}): EndedReadings {
  let waiting: Waiting[] = []
  let storing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const storeWaiting = async () => {
    clearTimeout(timer)
    const ended = waiting
    waiting = []
    while (ended.length > 0) {
      const group = ended.splice(0, MOST)
      const settled = await input.settle(group.map(({ reading }) => reading))
      for (const [index, { done }] of group.entries()) done(settled[index] ?? 'lost')
    }
  }
  const flush = () => {
    storing = storing.then(storeWaiting)
    return storing
  }
  return {
    flush,
    async add(reading, done) {
      waiting.push({ reading, done })
      if (waiting.length >= MOST) return flush()
      if (waiting.length > 1) return
      timer = setTimeout(() => void input.part(flush), WAIT_MS)
    },
  }
}
