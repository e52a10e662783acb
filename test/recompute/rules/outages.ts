import type { State, Stream } from '../world/state.ts'
import { passesOf } from './passes.ts'

type Outage = { readonly provider: string; readonly from: number; readonly to: number }

const AT_LEAST = 4
/** A pass that finds less is judged with what was found before it. */
const LOOKED_AT = 8
const FAILED = new Set(['unavailable', 'error'])
const ANSWERED = new Set(['fresh', 'not_modified'])
/** Each source of this provider is a host of its own. */
const OWN_HOSTS = 'site'
const found = new WeakMap<State['projects'], readonly Outage[]>()

/**
 * Since when the provider of a stream fails as a whole; undefined while it does not. It fails when more than half of
 * the newest findings of its streams are failures, of at least four (watching).
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

/** The findings up to a pass, the newest first; an answer comes before a failure of the same instant. */
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

/** What a stream last found: an answer when it was read, a failure when it began. */
function lastFinding({ source, readings }: Own, pass: number): Found | undefined {
  const made = readings.filter(({ at }) => at <= pass).toSorted((a, b) => a.at - b.at)
  const last = made.at(-1)
  if (last === undefined) return undefined
  const lastGood = made.findLastIndex(({ outcome }) => ANSWERED.has(outcome))
  const failed = FAILED.has(last.outcome)
  const began = made.slice(lastGood + 1).find(({ outcome }) => outcome !== 'rate_limited')
  return { source, at: failed ? (began ?? last).at : last.at, failed, answered: lastGood >= 0 }
}
