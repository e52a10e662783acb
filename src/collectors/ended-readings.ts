import type { EndedReading, Settled } from './settle.ts'

/** Maximum number of readings that one transaction stores. */
const MOST = 16
/** Maximum time that an ended reading waits for others. If the process is killed meanwhile, the reading is repeated. */
const WAIT_MS = 200

/** Readings that have ended and wait to be stored together. */
export type EndedReadings = {
  /**
   * Adds a reading. `done` receives its result once it is stored. Resolves at once, or after a full group is stored.
   */
  readonly add: (reading: EndedReading, done: (settled: Settled) => void) => Promise<void>
  /** Stores all added readings. Rejects when a reading could not be stored. */
  readonly flush: () => Promise<void>
}

type Waiting = { readonly reading: EndedReading; readonly done: (settled: Settled) => void }

/**
 * Collects ended readings and stores them in groups, one group after the other: when a group is full, when its oldest
 * reading has waited long enough, and on `flush`. `part` runs work that nobody awaits, and handles its failure.
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
