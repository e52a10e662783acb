import { type ContractAddress, parseAddress } from '#contract/ids.ts'

/** The address of a locator `<provider>:<address>`; undefined when it has another form or names another provider. */
export function addressAt(locator: string, provider: string): ContractAddress | undefined {
  const colon = locator.indexOf(':')
  return locator.slice(0, colon) === provider ? parseAddress(locator.slice(colon + 1)) : undefined
}
