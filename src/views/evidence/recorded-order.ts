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
 * The keys of stored objects in the order for reading. Keys in neither list stand between the keys of the two lists, in
 * their given order.
 */
export function inReadingOrder(keys: Iterable<string>): readonly string[] {
  return [...keys].toSorted((a, b) => placeOf(a) - placeOf(b))
}

function placeOf(key: string): number {
  const first = FIRST.indexOf(key)
  return first === -1 ? FIRST.length + LAST.indexOf(key) + 1 : first
}
