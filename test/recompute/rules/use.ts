import { safeBlockAt } from '../world/chain.ts'
import { isOfEveryToken } from '../world/interfaces.ts'
import type { Project, State } from '../world/state.ts'
import { isReadable, lastGood, observationAt } from './known.ts'
import { DAY, dayBegins, dayOf, HOUR } from './times.ts'

/**
 * Decoded calls to the counted contracts over the seven whole days before the day of the safe block, up to which every one
 * of them was read; undefined when unknown (contract.use).
 */
export function callsOf7Days(state: State, project: Project, now: number) {
  const { chain, interfaces } = observationAt(state, now)
  const contracts = project.sources
    .filter(({ kind, counted }) => counted && (kind === 'contract' || kind === 'token'))
    .map(({ locator }) => locator.toLowerCase())
  const decodable = contracts.filter((address) => functionsOf(address).size > 0)
  if (decodable.length === 0) return undefined
  const collected = decodable.map((address) => {
    const source = project.sources.find(
      ({ kind, locator }) => kind === 'explorer' && locator.toLowerCase() === `blockscout:${address}`,
    )
    const stream = source?.streams.find(({ name }) => name === 'method_use')
    const read = lastGood(stream, now)
    return read === undefined || !isReadable(stream, now) ? undefined : safeBlockAt(chain, read)
  })
  if (collected.some((to) => to === undefined || now - to > 72 * HOUR)) return undefined
  const end = Math.min(...collected.map((to) => dayBegins(dayOf(to as number))))
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
