import type { State, Stream } from '../world/state.ts'
import { passesOf } from './passes.ts'

type Outage = { readonly provider: string; readonly from: number; readonly to: number }

const AT_LEAST = 4
/**
 * At least this many of the newest findings judge a provider. A pass with fewer new findings is judged together with
 * earlier findings.
 */
const LOOKED_AT = 8
const FAILED = new Set(['unavailable', 'error'])
const ANSWERED = new Set(['fresh', 'not_modified'])
/**
 * The provider whose sources are hosts of their own. At four hosts or more, only the newest finding of each host
 * counts.
 */
const OWN_HOSTS = 'site'
const found = new WeakMap<State['projects'], readonly Outage[]>()

/**
 * The instant since which the provider of a stream fails as a whole; undefined when it does not. A provider fails when
 * more than half of its newest findings are failures, of at least four (watching).
 */
export function outageSince(
  state: State,
  { provider }: Pick<Stream, 'provider'>,
  at: number,
): number | undefined {
  const outages = found.get(state.projects) ?? outagesOf(state)
  found.set(state.projects, outages)
  return outages.find((outage) => outage.provider === provider && outage.from <= at && at < outage.to)?.from
}

function outagesOf(state: State): readonly Outage[] {
  const streams = state.projects
    .flatMap(({ sources }) => sources)
    .flatMap(({ locator, streams: own }) => own.map((stream) => ({ ...stream, source: locator })))
  const passes = passesOf(state)
  return [...Map.groupBy(streams, ({ provider }) => provider)].flatMap(([provider, own]) => {
    const told = own.filter(({ name }) => name !== 'registry_listing')
    const outages: Outage[] = []
    let from: number | undefined
    for (const [place, pass] of passes.entries()) {
      const newest = newestOf(told, { pass, provider })
      const news = newest.filter(({ at }) => at > (passes[place - 1] ?? 0)).length
      if (news === 0) continue
      const failed = newest.slice(0, Math.max(LOOKED_AT, news)).map((finding) => finding.failed)
      if (failed.length >= AT_LEAST && failed.filter(Boolean).length * 2 > failed.length) from ??= pass
      else if (from !== undefined) {
        outages.push({ provider, from, to: pass })
        from = undefined
      }
    }
    return from === undefined ? outages : [...outages, { provider, from, to: Number.POSITIVE_INFINITY }]
  })
}

type Own = Stream & { readonly source: string }
type Found = {
  readonly source: string
  readonly at: number
  readonly failed: boolean
  readonly answered: boolean
}

/** The newest finding of each stream up to a pass, newest first. At one instant, an answer comes before a failure. */
function newestOf(
  streams: readonly Own[],
  { pass, provider }: { readonly pass: number; readonly provider: string },
): readonly Found[] {
  const findings = streams.flatMap((stream) => lastFinding(stream, pass) ?? [])
  const someAnswered = findings.some(({ answered }) => answered)
  const newest = findings
    .filter(({ failed, answered }) => !failed || answered || !someAnswered)
    .sort((a, b) => b.at - a.at || Number(a.failed) - Number(b.failed))
  if (provider !== OWN_HOSTS) return newest
  const hosts = newest.filter(
    ({ source }, place) => newest.findIndex((other) => other.source === source) === place,
  )
  return hosts.length >= AT_LEAST ? hosts : newest
}

/** The last finding of a stream. An answer has the time of its reading; a failure has the time at which it began. */
function lastFinding({ source, readings }: Own, pass: number): Found | undefined {
  const made = readings.filter(({ at }) => at <= pass).toSorted((a, b) => a.at - b.at)
  const last = made.at(-1)
  if (last === undefined) return undefined
  const lastGood = made.findLastIndex(({ outcome }) => ANSWERED.has(outcome))
  const failed = FAILED.has(last.outcome)
  const began = made.slice(lastGood + 1).find(({ outcome }) => outcome !== 'rate_limited')
  return { source, at: failed ? (began ?? last).at : last.at, failed, answered: lastGood >= 0 }
}
