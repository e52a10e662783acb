import { accountOf } from '../chain/accounts.ts'
import type { NodeRpc } from '../chain/rpc.ts'
import { isoOf, SECOND } from '../clock.ts'
import type { World } from '../world/world.ts'
import { type Answer, json, type ProviderRequest } from './server.ts'

type ListingDeps = { readonly world: World; readonly node: NodeRpc }

const itemsPerPart = 50

type Place = { readonly block: number; readonly index: number }
type Listed = Place & { readonly hash: string; readonly succeeded: boolean }

/** Answers `/addresses/{address}/transactions`: the planned transactions to or from an address, newest first. */
export async function transactionsAnswer(
  request: ProviderRequest,
  address: string,
  { world, node }: ListingDeps,
): Promise<Answer> {
  const head = await headOf(node)
  const before = placeBefore(request.query)
  const found = world.chain.blocks
    .slice(0, head)
    .flatMap((block, at) =>
      block.transactions.map((transaction, index) => ({ block: at + 1, index, transaction, mined: block })),
    )
    .filter(({ transaction }) => matches(transaction, address, request.query.get('filter')))
    .filter((place) => before === undefined || isBefore(place, before))
    .toReversed()
  const part = found.slice(0, itemsPerPart)
  const outcomes = await outcomesOf([...new Set(part.map(({ block }) => block))], node)
  const items = part.map(({ block, index, transaction, mined }) => {
    const outcome = outcomes.find((listed) => listed.block === block && listed.index === index)
    return {
      hash: outcome?.hash ?? null,
      block_number: block,
      position: index,
      timestamp: isoOf(mined.timestamp * SECOND).replace('Z', '.000000Z'),
      status: outcome?.succeeded === true ? 'ok' : 'error',
      result: outcome?.succeeded === true ? 'success' : 'execution reverted',
      from: { hash: accountOf(transaction.from).address },
      to: transaction.to === undefined ? null : { hash: transaction.to },
      method: transaction.data.slice(0, 10),
      raw_input: transaction.data,
      decoded_input: null,
      nonce: transaction.nonce,
      type: 2,
    }
  })
  const last = part.at(-1)
  const more = last !== undefined && found.length > part.length
  const next = more ? { block_number: last.block, index: last.index, items_count: itemsPerPart } : null
  return json(200, { items, next_page_params: next })
}

/** Answers `/blocks/{number}`; 404 above the head of the chain. */
export async function blockAnswer(number: number, { node }: Pick<ListingDeps, 'node'>): Promise<Answer> {
  const block = await blockOf(number, node)
  if (block === null) return json(404, { message: 'Not found' })
  return json(200, {
    height: number,
    hash: block.hash,
    parent_hash: block.parentHash,
    timestamp: isoOf(Number(BigInt(block.timestamp)) * SECOND).replace('Z', '.000000Z'),
    transactions_count: block.transactions.length,
    type: 'block',
  })
}

type NodeBlock = {
  readonly hash: string
  readonly parentHash: string
  readonly timestamp: string
  readonly transactions: readonly string[]
}

async function blockOf(number: number, node: NodeRpc): Promise<NodeBlock | null> {
  return (await node.call('eth_getBlockByNumber', [`0x${number.toString(16)}`, false])) as NodeBlock | null
}

async function headOf(node: NodeRpc): Promise<number> {
  return Number(BigInt(String(await node.call('eth_blockNumber', []))))
}

/** The hash and the outcome of every transaction in these blocks, from the node. */
async function outcomesOf(blocks: readonly number[], node: NodeRpc): Promise<readonly Listed[]> {
  const receipts = await Promise.all(
    blocks.map(async (block) => {
      const answer = await node.call('eth_getBlockReceipts', [`0x${block.toString(16)}`])
      return (answer as readonly Receipt[]).map((receipt) => ({
        block,
        index: Number(BigInt(receipt.transactionIndex)),
        hash: receipt.transactionHash,
        succeeded: receipt.status === '0x1',
      }))
    }),
  )
  return receipts.flat()
}

type Receipt = {
  readonly transactionHash: string
  readonly transactionIndex: string
  readonly status: string
}

function matches(
  transaction: { readonly from: string; readonly to?: string },
  address: string,
  filter: string | null,
): boolean {
  const isTo = transaction.to?.toLowerCase() === address.toLowerCase()
  if (filter === 'to') return isTo
  const isFrom = accountOf(transaction.from).address.toLowerCase() === address.toLowerCase()
  return filter === 'from' ? isFrom : isTo || isFrom
}

function placeBefore(query: URLSearchParams): Place | undefined {
  const [block, index] = [query.get('block_number'), query.get('index')]
  return block === null || index === null ? undefined : { block: Number(block), index: Number(index) }
}

function isBefore(place: Place, before: Place): boolean {
  return place.block < before.block || (place.block === before.block && place.index < before.index)
}
