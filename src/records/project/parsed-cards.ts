import type { ContractAddress } from '#contract/ids.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import type { Reader } from '#records/database.ts'

/** What a card's row said, parsed, with the version of the row. A row of another version is parsed anew. */
export type ParsedCard = { readonly version: string; readonly evidence: CardEvidence }

/** How many cards of a database stay parsed: those asked for most lately. */
const AT_MOST = 4_096

const parsed = new WeakMap<Reader, Map<ContractAddress, ParsedCard>>()

/** The card of a token as it was last parsed from this database; undefined where it was not, or long ago. */
export function findParsedCard(address: ContractAddress, reader: Reader): ParsedCard | undefined {
  return parsed.get(reader)?.get(address)
}

/** Keeps a parsed card in place of the one least lately asked for. */
export function keepParsedCard(address: ContractAddress, card: ParsedCard, reader: Reader): void {
  const cards = parsed.get(reader) ?? new Map<ContractAddress, ParsedCard>()
  parsed.set(reader, cards)
  cards.delete(address)
  cards.set(address, card)
  const [oldest] = cards.size > AT_MOST ? cards.keys() : []
  if (oldest !== undefined) cards.delete(oldest)
}
