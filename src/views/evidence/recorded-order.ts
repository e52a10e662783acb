/**
 * Fields of stored objects, in the order in which people read them: what a row is about, when and where it was, what
 * was found, and the ids last. PostgreSQL sorts the keys of stored JSON by their length, so their own order says
 * nothing.
 */
const FIRST = [
  'stream',
  'provider',
  'by',
  'kind',
  'status',
  'observedAt',
  'occurredAt',
  'detectedAt',
  'at',
  'weekStart',
  'since',
  'createdAt',
  'attachedAt',
  'previousAt',
  'collectedFrom',
  'collectedTo',
  'coversFrom',
  'coveredFrom',
  'readTo',
  'lastOkAt',
  'firstReadAt',
  'lastReadAt',
  'lastTriedAt',
  'lastOutcome',
  'contract',
  'token',
  'role',
  'block',
  'number',
  'logIndex',
  'priceUsd',
  'valuation',
  'usd',
  'liquidityUsd',
  'heldLiquidityUsd',
  'missingLiquidityUsd',
  'volume24hUsd',
  'trades24h',
  'pools',
  'humanCommits',
  'authors',
  'byDay',
  'substance',
  'excludedCommits',
  'excludedBy',
  'partial',
]
const LAST = ['deployer', 'transaction', 'txHash', 'txIndex', 'source', 'sourceId', 'id']

/**
 * The keys of stored objects in that order. Keys that neither list has stand between the two, in the order in which
 * they came.
 */
export function inReadingOrder(keys: Iterable<string>): readonly string[] {
  return [...keys].toSorted((a, b) => placeOf(a) - placeOf(b))
}

function placeOf(key: string): number {
  const first = FIRST.indexOf(key)
  return first === -1 ? FIRST.length + LAST.indexOf(key) + 1 : first
}
