import { BEACON_UPGRADED, type Chain, safeBlockAt, UPGRADED } from '../world/chain.ts'
import { isOfEveryToken } from '../world/interfaces.ts'
import type { Project, State } from '../world/state.ts'
import { isReadable, lastGood, observationAt } from './known.ts'
import { DAY, dayBegins, dayOf, HOUR } from './times.ts'

/**
 * Decoded calls to the counted contracts over seven whole days, before the day of the oldest safe block to which one of
 * the contracts was read. Undefined when unknown (contract.use). A contract with a verified interface at any time needs
 * one for every code that answered within these days.
 */
export function callsOf7Days(state: State, project: Project, now: number) {
  const { chain, interfaces } = observationAt(state, now)
  const contracts = project.sources
    .filter(({ kind, counted }) => counted && (kind === 'contract' || kind === 'token'))
    .map(({ locator }) => locator.toLowerCase())
  const decodable = contracts.filter((address) =>
    codesOf(chain, address).some(({ code }) => isVerified(code)),
  )
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
  const answered = decodable.flatMap((address) => answeringOn(address, { begin: end - 7 * DAY, end }))
  if (!answered.every(isVerified)) return undefined
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
    const codes = [address, ...codesOf(chain, address).map(({ code }) => code)]
    return new Map(codes.flatMap((each) => [...(interfaces.get(each) ?? new Map<string, string>())]))
  }

  function isVerified(code: string): boolean {
    return (interfaces.get(code)?.size ?? 0) > 0
  }

  /** The codes that answered calls to a contract within these days. */
  function answeringOn(address: string, { begin, end }: { readonly begin: number; readonly end: number }) {
    const codes = codesOf(chain, address).filter(({ from }) => from < end)
    return codes.filter((_, place) => (codes[place + 1]?.from ?? end) >= begin).map(({ code }) => code)
  }
}

/**
 * Each implementation of a contract or of its beacons, with the time at which it was set. Without any, the contract
 * itself.
 */
function codesOf(chain: Chain, address: string): readonly { readonly code: string; readonly from: number }[] {
  const beacons = setBy([address], BEACON_UPGRADED).map(({ code }) => code)
  const quiet = chain.transactions.flatMap(({ to, quietly, at }) =>
    to === address && quietly !== undefined ? [{ code: quietly, from: at }] : [],
  )
  const set = [...setBy([address, ...beacons], UPGRADED), ...quiet].toSorted((a, b) => a.from - b.from)
  return set.length === 0 ? [{ code: address, from: 0 }] : set

  /** The addresses that logs of these contracts name under a topic. */
  function setBy(addresses: readonly string[], topic: string) {
    return chain.transactions.flatMap(({ logs, at }) =>
      logs
        .filter((log) => addresses.includes(log.address) && log.topics[0] === topic)
        .flatMap(({ topics }) =>
          topics[1] === undefined ? [] : [{ code: `0x${topics[1].slice(26)}`, from: at }],
        ),
    )
  }
}
