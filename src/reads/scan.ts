import { fail } from '#contract/errors.ts'
import { CHAIN_ID, type ContractAddress, ZERO_ADDRESS } from '#contract/ids.ts'
import { ignoredField } from '#contract/ignored.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import type { ScanCard } from '#contract/shapes/scan-card.ts'
import type { CardRecord } from '#domain/project/card-record.ts'
import { loadCardEvidence, loadCardsEvidence } from '#records/project/card-evidence.ts'
import { foundAlone, nothingFound, scanCard, scanCards } from '#views/cards/scan-card.ts'
import { listItems } from '#views/lists/list-items.ts'
import type { PositionedDeps } from './deps.ts'

export async function readScan(input: Input<'scan'>, deps: PositionedDeps): Promise<Output<'scan'>> {
  const { token, tokens, integration, claims } = input
  const chainId = input.chain === undefined ? CHAIN_ID : input.chain
  if (tokens !== undefined) {
    const found = chainId === CHAIN_ID ? await loadCardsEvidence(tokens, deps.reader) : []
    for (const { position } of found) deps.sawPosition?.(position)
    const cards = tokens.map((address, index) => ({
      chainId,
      address,
      integration,
      claims,
      record: found[index]?.record,
    }))
    const listed = listItems(cards, {
      name: ({ address }) => address,
      build: (token) => cardOf(token, deps),
      known: foundAlone,
    })
    return { ...scanCards(listed), ...ignoredField(input) }
  }
  if (token === undefined)
    fail('invalid_token', {
      message: 'Missing `token`: expected token or tokens.',
      detail: { parameter: 'token', expected: 'token or tokens' },
    })
  if (chainId !== CHAIN_ID) return nothingFound({ chainId, address: token }, 'unsupported_chain')
  const { record, position } = await loadCardEvidence(token, deps.reader)
  deps.sawPosition?.(position)
  return cardOf({ chainId, address: token, integration, claims, record }, deps)
}

function cardOf(
  contract: {
    readonly chainId: number
    readonly address: ContractAddress
    readonly integration: string | undefined
    readonly claims: 'none' | undefined
    readonly record: CardRecord | undefined
  },
  deps: PositionedDeps,
): ScanCard {
  const { chainId, address, record } = contract
  if (chainId !== CHAIN_ID) return nothingFound(contract, 'unsupported_chain')
  if (address === ZERO_ADDRESS) return nothingFound(contract, 'not_a_token')
  return record === undefined
    ? nothingFound(contract, 'unpublished')
    : scanCard({ ...contract, record }, deps)
}
