import { addMs, type Instant } from '#contract/time.ts'
import type { Reader } from '#records/database.ts'
import type { Collected, StreamToRead } from '../collector.ts'
import { ChainFailure, OUTCOME_OF_FAILURE } from './failure.ts'
import type { Chain } from './rpc.ts'

/** The provider of all chain streams. */
export const CHAIN_PROVIDER = 'chain'

export type ChainDeps = {
  readonly chain: Chain
  readonly reader: Reader
  readonly clock: () => Instant
  readonly providers: {
    readonly launchFactoryAddress: string | undefined
    /** First topic of the factory's launch event; the second is the token. */
    readonly launchTopic: string | undefined
    /**
     * First topics of the factory's logs that show the stage of a launch. The second is the token; of a graduation the
     * third can be the pool.
     */
    readonly launchStageTopics:
      | { readonly curve: string; readonly trade: string; readonly graduation: string }
      | undefined
  }
}

type Collect = (leased: StreamToRead, deps: ChainDeps) => Promise<Collected>

/** Wraps a reading of the chain: a ChainFailure becomes an outcome, any other error is a bug. */
export function answering(collect: Collect): Collect {
  return async (leased, deps) => {
    try {
      return await collect(leased, deps)
    } catch (error) {
      if (error instanceof ChainFailure) return failedReading(error, deps.clock())
      throw error
    }
  }
}

/** The outcome of a ChainFailure. */
export function failedReading(failure: ChainFailure, now: Instant): Collected {
  const { kind, message, retryAfterSeconds } = failure
  return {
    outcome: OUTCOME_OF_FAILURE[kind],
    detail: message,
    ...(retryAfterSeconds === null ? {} : { coolOffUntil: addMs(now, retryAfterSeconds * 1000) }),
  }
}
