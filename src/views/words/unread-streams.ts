import type { CoverageItem } from '#contract/shapes/coverage.ts'
import { earliest, type Instant } from '#contract/time.ts'
import { instantWords } from './clocks.ts'
import { listWords } from './figures.ts'

type UnreadStream = NonNullable<CoverageItem['unread']>[number]

/** The streams of a provider whose last attempts ended with the same outcome. */
type UnreadStreams = {
  readonly provider: string
  readonly outcome: UnreadStream['outcome']
  /** In words, each once. */
  readonly streams: readonly string[]
  /**
   * The earliest time since which attempts to read one of the streams fail. Null unless the time is recorded for each
   * stream.
   */
  readonly since: Instant | null
  /** Whether attempts to read another of the streams fail only since a later minute. */
  readonly areLater: boolean
}

/** How the last attempt ended, after the name of the provider. */
export const OUTCOME_WORDS: Readonly<Record<UnreadStream['outcome'], string>> = {
  missing: 'not there',
  disallowed: 'reading not allowed',
  rate_limited: 'requests limited',
  unavailable: 'not readable',
  error: 'request refused, or answer unreadable',
}

/**
 * The streams that keep a dimension from being measured, one entry for each provider and outcome. Several sources can
 * share a stream.
 */
export function unreadStreams(unread: readonly UnreadStream[]): readonly UnreadStreams[] {
  const alike = Map.groupBy(unread, ({ provider, outcome }) => `${provider} ${outcome}`)
  return [...alike.values()].flatMap((streams) => {
    const [first] = streams
    if (first === undefined) return []
    const since = streams.flatMap((stream) => (stream.since === undefined ? [] : [stream.since]))
    return [
      {
        provider: first.provider,
        outcome: first.outcome,
        streams: [...new Set(streams.map(({ stream }) => listWords(stream)))].toSorted(),
        since: since.length === streams.length ? earliest(since) : null,
        areLater: new Set(since.map((at) => instantWords(at))).size > 1,
      },
    ]
  })
}
