import type { ContractAddress } from '#contract/ids.ts'
import { addMs, type Instant } from '#contract/time.ts'
import type { Reader } from '#records/database.ts'
import type { Collected, StreamToRead } from '../collector.ts'
import { ChainFailure, OUTCOME_OF_FAILURE } from './failure.ts'
import type { Hex } from './parse.ts'
import type { Chain } from './rpc.ts'

/** The provider of all chain streams. */
export const CHAIN_PROVIDER = 'chain'

export type ChainDeps = {
  readonly chain: Chain
  readonly reader: Reader
  readonly clock: () => Instant
  readonly providers: {
    readonly launchFactories: readonly LaunchFactory[]
  }
}

/** A contract that launches tokens, with the first topics of its logs. The second topic of each log is the token. */
export type LaunchFactory = {
  readonly address: ContractAddress
  /** The first topic of the factory's log of a launch. */
  readonly launchTopic: Hex | undefined
  /** The first topics of the factory's logs of a launch's stages. The third topic of a graduation can be the pool. */
  readonly stageTopics: { readonly curve: Hex; readonly trade: Hex; readonly graduation: Hex } | undefined
}

type Collect = (leased: StreamToRead, deps: ChainDeps) => Promise<Collected>

/** Wraps a reading of the chain: a ChainFailure becomes an outcome; any other error is a bug and is thrown. */
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

/** The reading that a ChainFailure ends, with its outcome and the pause that the node asked for. */
export function failedReading(failure: ChainFailure, now: Instant): Collected {
  const { kind, message, retryAfterSeconds } = failure
  return {
    outcome: OUTCOME_OF_FAILURE[kind],
    detail: message,
    ...(retryAfterSeconds === null ? {} : { coolOffUntil: addMs(now, retryAfterSeconds * 1000) }),
  }
}
