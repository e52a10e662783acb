import type { Chain } from './chain.ts'
import type { Repository } from './code-host.ts'
import type { MarketReading } from './market.ts'

/** One attempt of the service to read a stream: a fact of the run. */
export type Reading = { readonly at: number; readonly outcome: string; readonly detail: string | null }
export type Stream = {
  readonly name: string
  readonly provider: string
  readonly cadenceMs: number
  /** The instant up to which the past was replayed, at slower cadences. */
  readonly replayedTo: number
  /** The instant up to which the last successful reading is complete. The reading can end some seconds later. */
  readonly completeTo: number | undefined
  readonly readings: readonly Reading[]
}
export type Source = {
  readonly kind: string
  readonly locator: string
  readonly counted: boolean
  readonly establishedBy: string
  readonly attachedAt: number
  readonly streams: readonly Stream[]
}
export type Project = {
  readonly slug: string
  readonly name: string
  readonly kind: string | undefined
  readonly state: 'draft' | 'published' | 'hidden'
  readonly token: string | undefined
  /** The time of the first publication; undefined when it was never published. */
  readonly publishedAt: number | undefined
  readonly sources: readonly Source[]
}

/** The content of the stand-ins from an instant on, until the next observation. */
export type Observation = {
  readonly from: number
  readonly repositories: ReadonlyMap<string, Repository>
  /** The addresses that the home page of each site links. */
  readonly homes: ReadonlyMap<string, readonly string[]>
  readonly chain: Chain
  /** Functions of each verified contract, by its address: selector to name. */
  readonly interfaces: ReadonlyMap<string, ReadonlyMap<string, string>>
}

/** The outside world and the readings of a run at one instant, and the answers of the service then. */
export type State = {
  readonly name: string
  readonly now: number
  readonly projects: readonly Project[]
  /** Oldest first. */
  readonly observations: readonly Observation[]
  /** Each provider's market at each instant at which the service read it, by `<provider> <token>`. */
  readonly markets: ReadonlyMap<string, readonly MarketReading[]>
  readonly get: (path: string, accept?: string) => Promise<Served>
}
export type Served = { readonly status: number; readonly body: Json; readonly text: string }
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
