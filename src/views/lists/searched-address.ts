import { type ContractAddress, parseAddress } from '#contract/ids.ts'

/** The address that a search asks for; undefined for a search by words. */
export function searchedAddress(words: string): ContractAddress | undefined {
  return parseAddress(words.trim())
}
