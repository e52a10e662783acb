import { type ContractAddress, parseAddress } from '#contract/ids.ts'

/** The address in a locator `<provider>:<address>`; undefined for another form or another provider. */
export function addressAt(locator: string, provider: string): ContractAddress | undefined {
  const colon = locator.indexOf(':')
  return locator.slice(0, colon) === provider ? parseAddress(locator.slice(colon + 1)) : undefined
}
