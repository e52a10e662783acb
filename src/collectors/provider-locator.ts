import { type ContractAddress, parseAddress } from '#contract/ids.ts'
import type { Collected, StreamToRead } from './collector.ts'
import type { Provider } from './providers.ts'

/** A stream to read whose locator names an address. */
export type AddressedStream = { readonly leased: StreamToRead; readonly address: ContractAddress }

type CollectAt<Deps> = (stream: AddressedStream, deps: Deps) => Promise<Collected>
type Collect<Deps> = (leased: StreamToRead, deps: Deps) => Promise<Collected>

/** Reads a stream whose locator is an address. The outcome is `error` for any other locator. */
export function atAddress<Deps>(collect: CollectAt<Deps>): Collect<Deps> {
  return async (leased, deps) => {
    const address = parseAddress(leased.locator)
    return address === undefined ? NO_ADDRESS : collect({ leased, address }, deps)
  }
}

/** Reads a stream whose locator is `<provider>:<address>`. The outcome is `error` for any other locator. */
export function atAddressOf<Deps>(provider: Provider, collect: CollectAt<Deps>): Collect<Deps> {
  return async (leased, deps) => {
    const address = addressAt(leased.locator, provider)
    return address === undefined ? NO_ADDRESS_OF_PROVIDER : collect({ leased, address }, deps)
  }
}

const NO_ADDRESS: Collected = { outcome: 'error', detail: 'Invalid locator: expected an address' }
const NO_ADDRESS_OF_PROVIDER: Collected = { outcome: 'error', detail: 'no address in the locator' }

function addressAt(locator: string, provider: Provider): ContractAddress | undefined {
  const colon = locator.indexOf(':')
  return locator.slice(0, colon) === provider ? parseAddress(locator.slice(colon + 1)) : undefined
}
