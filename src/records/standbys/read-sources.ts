import { errorCodeOf } from '#contract/error-code.ts'
import type { Database } from '../database.ts'
import { findDatabaseFailure } from '../database-failure.ts'
import { pause } from '../pause.ts'
import { PrimaryLog } from './primary-log.ts'
import { followReach } from './reach.ts'
import { Standby, StandbyLost, type StandbyState } from './standby.ts'

/** The servers that answers are read from: the standbys in service, otherwise the primary. */
export type ReadSources = AsyncDisposable & {
  readonly primary: Database
  /**
   * Runs a read on a server that has reached the position. Waits a limited time for a standby. When a standby fails
   * meanwhile, the read runs again on the primary. `behind` when the primary has not reached the position either.
   */
  readonly read: <T>(least: number, run: (database: Database) => Promise<T>) => Promise<T | 'behind'>
  /**
   * Call this when new answers are announced. A standby then answers only after it has replayed everything that the
   * primary has written by now.
   */
  readonly announced: () => void
  readonly standbys: () => readonly StandbyState[]
}

export type Server = { readonly url: string; readonly database: Database }

/** The primary alone, which always reads, without a look at its position. */
export function primaryOnly(primary: Database): ReadSources {
  return {
    primary,
    read: (_, run) => run(primary),
    announced() {},
    standbys: () => [],
    async [Symbol.asyncDispose]() {},
  }
}

type Sources = {
  readonly primary: Server
  readonly standbys: readonly (Server & { readonly name: string })[]
  /** Whether the addresses of the standbys are those of a pooler in transaction mode. */
  readonly throughPooler: boolean
  /** A standby with a larger lag leaves service. */
  readonly lagLimitMs: number
  /** Called when a standby enters service or leaves it. */
  readonly changed: (state: StandbyState & { readonly why: unknown }) => void
}

/** How long a read waits for a standby, and for a look at the primary. */
const WAIT_MS = 500
const LOOKS_MS = { withStandbys: 100, alone: 1_000 }
/** How long after it left service the lag of a standby is still known. */
const REMEMBERED_BEYOND_MS = 60_000

/**
 * Opens the servers and follows how far each of them reaches. A standby is out of service, also at the start, when it
 * cannot be reached, is too far behind, or is a standby of another primary. Disposing ends the following; the databases
 * stay open for the caller.
 */
export function openReadSources(
  { primary, standbys, throughPooler, lagLimitMs, changed }: Sources,
  timer = () => performance.now(),
): ReadSources {
  const log = new PrimaryLog(lagLimitMs + REMEMBERED_BEYOND_MS)
  const followed = standbys.map(({ url, ...one }) => ({
    url,
    standby: new Standby(one, { primary: log, lagLimitMs, timer, changed }),
  }))
  const all = followed.map(({ standby }) => standby)
  const looks = openLooks()
  const everyMs = standbys.length > 0 ? LOOKS_MS.withStandbys : LOOKS_MS.alone
  const review = (why?: unknown) => {
    for (const standby of all) standby.review(why)
    looks.ended()
  }
  const followedPrimary = followReach(
    { url: primary.url, throughPooler: false, everyMs },
    {
      begin: () => log.begin(),
      saw(reach, look) {
        log.saw(reach, { look, atMs: timer() })
        review()
        for (const standby of followedStandbys) standby.awaitTarget()
      },
      lost: review,
    },
  )
  const followedStandbys = followed.map(({ url, standby }) =>
    followReach(
      { url, throughPooler, everyMs },
      {
        begin: () => undefined,
        saw(reach) {
          standby.saw(reach)
          looks.ended()
        },
        lost: (why) => standby.lost(why),
        target: () => log.log,
      },
    ),
  )
  const choose = openChoice({ log, all, looks, look: followedPrimary.look, timer })
  return {
    primary: primary.database,
    async read(least, run) {
      const standby = await choose.standby(least)
      if (standby !== undefined) {
        try {
          return await standby.run(() => run(standby.database))
        } catch (error) {
          if (!isOfTheStandby(error)) throw error
        }
      }
      return (await choose.primaryReaches(least)) ? run(primary.database) : 'behind'
    },
    announced() {
      log.announced()
      followedPrimary.look()
    },
    standbys: () => all.map(({ state }) => state),
    async [Symbol.asyncDispose]() {
      await Promise.all([followedPrimary, ...followedStandbys].map((one) => one[Symbol.asyncDispose]()))
    },
  }
}

/** Whether the primary can answer instead: the standby is lost, or its replay ended the statement. */
function isOfTheStandby(error: unknown): boolean {
  if (error instanceof StandbyLost) return true
  return findDatabaseFailure(error) === 'away' || errorCodeOf(error) === '40001'
}

type Looks = ReturnType<typeof openLooks>

/** Tells waiting reads when a server was looked at again. */
function openLooks() {
  let next = Promise.withResolvers<void>()
  return {
    ended() {
      next.resolve()
      next = Promise.withResolvers<void>()
    },
    /** Resolves after the next look, or that many milliseconds later. */
    async within(ms: number): Promise<void> {
      const ended = new AbortController()
      await Promise.race([next.promise, pause(ms, ended.signal)])
      ended.abort()
    },
  }
}

/** Chooses the server on which a read runs. */
type Choice = {
  /** The next standby in turn that has reached the position, within the time that a read waits for one. */
  readonly standby: (least: number) => Promise<Standby | undefined>
  /** Whether the primary has reached the position. Looks at it when that is not known. */
  readonly primaryReaches: (least: number) => Promise<boolean>
}

function openChoice(given: {
  readonly log: PrimaryLog
  readonly all: readonly Standby[]
  readonly looks: Looks
  readonly look: () => void
  readonly timer: () => number
}): Choice {
  const { log, all, looks, timer } = given
  let turn = 0
  const next = (least: number) => {
    turn += 1
    return all.map((_, index) => all[(turn + index) % all.length]).find((one) => one?.mayAnswer(least))
  }
  const isReached = (least: number) => least === 0 || (log.position !== undefined && log.position >= least)
  const endOfWait = () => {
    const endMs = timer() + WAIT_MS
    return () => endMs - timer()
  }
  const primaryReaches = async (least: number) => {
    if (isReached(least)) return true
    const { begun } = log
    const left = endOfWait()
    given.look()
    while (!log.hasLookedSince(begun) && left() > 0) await looks.within(left())
    return isReached(least)
  }
  return {
    primaryReaches,
    async standby(least) {
      const standby = next(least)
      // Nobody waits for a position that never was: first the primary must have it.
      if (standby !== undefined || least === 0 || !(await primaryReaches(least))) return standby
      const left = endOfWait()
      while (all.some(({ state }) => state.inService) && left() > 0) {
        await looks.within(left())
        const reached = next(least)
        if (reached !== undefined) return reached
      }
      return undefined
    },
  }
}
