import { fail } from '#contract/errors.ts'
import type { AnswerSources } from '#reads/deps.ts'
import type { HandlerDeps } from '../handlers.ts'

/** The answer of a read, and the ledger position of its snapshot; undefined when it read no records. */
type Positioned<T> = { readonly value: T; readonly position: number | undefined }

/** Runs reads of records on the source that is chosen for each. */
export type PositionedReads = {
  /** Runs a read on records that have reached the position. @throws Failure when no source has reached it */
  readonly read: <T>(least: number, run: (deps: HandlerDeps) => Promise<T>) => Promise<Positioned<T>>
  /** Runs a call on the primary: one that writes, that reads what was just written, or that reads no records. */
  readonly primary: <T>(run: (deps: HandlerDeps) => Promise<T>) => Promise<Positioned<T>>
}

type Source = Pick<HandlerDeps, 'reader' | 'sawPosition'>

const RETRY_AFTER_SECONDS = 1
const EXPECTED = 'the svc-position of an earlier answer'

export function openPositionedReads(deps: {
  readonly sources: AnswerSources
  readonly handlerDeps: (source: Source) => HandlerDeps
}): PositionedReads {
  const { sources, handlerDeps } = deps
  const on = async <T>(reader: Source['reader'], run: (deps: HandlerDeps) => Promise<T>) => {
    const { saw: sawPosition, oldest } = openPositions()
    const value = await run(handlerDeps({ reader, sawPosition }))
    return { value, position: oldest() }
  }
  return {
    async read(least, run) {
      const answered = await sources.read(least, (database) => on(database, run))
      return answered === 'behind'
        ? fail('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
        : answered
    },
    primary: (run) => on(sources.primary, run),
  }
}

/** Keeps the oldest position of the snapshots that an answer is made of; undefined before the first. */
export function openPositions() {
  let oldest: number | undefined
  return {
    saw(position: number): void {
      oldest = oldest === undefined ? position : Math.min(oldest, position)
    },
    oldest: () => oldest,
  }
}

/**
 * The position that the answer to a request must have reached; 0 when any will do.
 * @throws Failure for a header of another form
 */
export function leastPositionOf(header: string | readonly string[] | undefined): number {
  if (header === undefined) return 0
  if (typeof header === 'string' && /^\d{1,15}$/.test(header)) return Number.parseInt(header, 10)
  return fail('invalid_parameter', { detail: { parameter: 'min-position', expected: EXPECTED } })
}

/** Whether an answer has reached the position. An answer that reads no records has no position and reaches any. */
export function reaches({ position }: Pick<Positioned<unknown>, 'position'>, least: number): boolean {
  return position === undefined || position >= least
}

/** The header that states the position of an answer; none while it is not known. */
export function positionHeader(position: number | undefined): Readonly<Record<string, string>> {
  return position === undefined ? {} : { 'svc-position': String(position) }
}
