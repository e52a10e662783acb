import type { State, Stream } from '../world/state.ts'
import { passesOf } from './passes.ts'

type Outage = { readonly provider: string; readonly from: number; readonly to: number }

const AT_LEAST = 4
/** A run of fewer readings is judged with those before it. */
const LOOKED_AT = 8
const FAILED = new Set(['unavailable', 'error'])
const found = new WeakMap<State['projects'], readonly Outage[]>()

/**
 * Since when the provider of a stream fails as a whole; undefined while it does not. It fails when more than half of its
 * newest readings failed, of at least four (watching).
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
  const streams = state.projects.flatMap(({ sources }) => sources.flatMap((source) => source.streams))
  const passes = passesOf(state)
  return [...Map.groupBy(streams, ({ provider }) => provider)].flatMap(([provider, own]) => {
    const readings = own
      .filter(({ name }) => name !== 'registry_listing')
      .flatMap((stream) => stream.readings)
      .toSorted((a, b) => a.at - b.at)
    const outages: Outage[] = []
    let from: number | undefined
    for (const [place, pass] of passes.entries()) {
      const upTo = readings.filter(({ at }) => at <= pass)
      const made = upTo.filter(({ at }) => at > (passes[place - 1] ?? 0)).length
      if (made === 0) continue
      const failed = upTo.slice(-Math.max(LOOKED_AT, made)).map(({ outcome }) => FAILED.has(outcome))
      if (failed.length >= AT_LEAST && failed.filter(Boolean).length * 2 > failed.length) from ??= pass
      else if (from !== undefined) {
        outages.push({ provider, from, to: pass })
        from = undefined
      }
    }
    return from === undefined ? outages : [...outages, { provider, from, to: Number.POSITIVE_INFINITY }]
  })
}
