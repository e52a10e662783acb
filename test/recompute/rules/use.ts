import { isOfEveryToken } from '../world/interfaces.ts'
import type { Project, State } from '../world/state.ts'
import { lastGood, observationAt } from './known.ts'
import { DAY, dayBegins, dayOf, HOUR } from './times.ts'

/** Decoded calls to the counted contracts over seven whole days; undefined when unknown (contract.use). */
export function callsOf7Days(state: State, project: Project, now: number) {
  const { chain, interfaces } = observationAt(state, now)
  const contracts = project.sources
    .filter(({ kind, counted }) => counted && (kind === 'contract' || kind === 'token'))
    .map(({ locator }) => locator.toLowerCase())
  const decodable = contracts.filter((address) => functionsOf(address).size > 0)
  if (decodable.length === 0) return undefined
  const reads = decodable.map((address) => {
    const source = project.sources.find(
      ({ kind, locator }) => kind === 'explorer' && locator.toLowerCase() === `blockscout:${address}`,
    )
    return lastGood(
      source?.streams.find(({ name }) => name === 'method_use'),
      now,
    )
  })
  if (reads.some((read) => read === undefined || now - read > 72 * HOUR)) return undefined
  const end = Math.min(...reads.map((read) => dayBegins(dayOf(read as number))))
  const value = chain.transactions.filter(
    ({ to, input, succeeded, at }) =>
      succeeded &&
      to !== undefined &&
      decodable.includes(to) &&
      at >= end - 7 * DAY &&
      at < end &&
      isCall(to, input),
  ).length
  return { value, from: dayOf(end - 7 * DAY) }

  function isCall(to: string, input: string): boolean {
    const name = functionsOf(to).get(input.slice(0, 10))
    return name !== undefined && !isOfEveryToken(name)
  }

  /** The functions of the contract and of every implementation that it delegated to. */
  function functionsOf(address: string): ReadonlyMap<string, string> {
    const delegated = chain.transactions.flatMap(({ to, logs, quietly }) => [
      ...(to === address && quietly !== undefined ? [quietly] : []),
      ...logs
        .filter((log) => log.address === address)
        .flatMap(({ topics }) => (topics[1] === undefined ? [] : [`0x${topics[1].slice(26)}`])),
    ])
    return new Map(
      [address, ...delegated].flatMap((each) => [...(interfaces.get(each) ?? new Map<string, string>())]),
    )
  }
}
