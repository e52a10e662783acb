import { isAddress } from 'viem'
import { accountOf } from '../chain/accounts.ts'
import { artifactOf } from '../chain/artifacts.ts'
import type { NodeRpc } from '../chain/rpc.ts'
import type { ContractRecord } from '../chain/state.ts'
import { isoOf } from '../clock.ts'
import type { World } from '../world/world.ts'
import { blockAnswer, transactionsAnswer } from './explorer-transactions.ts'
import { type Answer, json, type ProviderRequest } from './server.ts'

type ExplorerDeps = { readonly world: World; readonly node: NodeRpc }

const implementationSlot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
const beaconSlot = '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50'
const nothing = '0x0000000000000000000000000000000000000000'

export async function answerExplorer(request: ProviderRequest, deps: ExplorerDeps): Promise<Answer> {
  const [, resource, address, rest] =
    /^\/api\/v2\/([a-z-]+)\/([^/]+)(?:\/([a-z-]+))?$/.exec(request.path) ?? []
  if (request.path === '/api/v2/main-page/indexing-status') return json(200, indexed)
  if (resource === undefined || address === undefined) return json(404, notFound)
  if (resource === 'blocks' && /^\d{1,12}$/.test(address)) return blockAnswer(Number(address), deps)
  if (!isAddress(address, { strict: false })) return json(400, { message: 'Invalid parameter(s)' })
  const record = deps.world.chain.contracts.get(address.toLowerCase())
  if (resource === 'addresses' && rest === 'counters') return countersAnswer(address, deps)
  if (resource === 'addresses' && rest === 'transactions') return transactionsAnswer(request, address, deps)
  if (resource === 'addresses' && rest === undefined) return addressAnswer(address, record, deps)
  if (!record || rest !== undefined) return json(404, notFound)
  if (resource === 'smart-contracts') return contractAnswer(record, deps)
  if (resource === 'tokens') return tokenAnswer(record, deps)
  return json(404, notFound)
}

async function addressAnswer(
  address: string,
  record: ContractRecord | undefined,
  deps: ExplorerDeps,
): Promise<Answer> {
  if (!record && !isKnownAccount(address, deps.world)) return json(404, notFound)
  const token = record && isToken(record) ? await tokenRow(record, deps) : null
  const created = record
    ? {
        creator_address_hash: record.creator,
        creation_transaction_hash: await creationHash(record, deps),
        creation_status: 'success',
        is_verified: isVerified(record),
        ...(await proxyRow(record, deps)),
      }
    : {
        creator_address_hash: null,
        creation_transaction_hash: null,
        creation_status: null,
        is_verified: null,
      }
  return json(200, {
    hash: record?.address ?? address,
    is_contract: record !== undefined,
    name: record && isVerified(record) ? record.artifact : null,
    is_scam: false,
    reputation: 'ok',
    token,
    ...created,
  })
}

async function contractAnswer(record: ContractRecord, deps: ExplorerDeps): Promise<Answer> {
  const proxy = await proxyRow(record, deps)
  if (!isVerified(record) || record.verifiedAt === undefined) {
    return json(200, { is_verified: null, creation_status: 'success', ...proxy })
  }
  return json(200, {
    name: record.artifact,
    is_verified: true,
    is_fully_verified: record.verification === 'full',
    is_partially_verified: record.verification !== 'full',
    is_verified_via_eth_bytecode_db: record.verification === 'bytecode_match',
    is_verified_via_sourcify: record.sourcify !== undefined,
    verified_at: isoOf(record.verifiedAt),
    compiler_version: 'v0.8.37',
    optimization_enabled: true,
    language: 'solidity',
    file_path: artifactOf(record.artifact).source,
    abi: publishedAbi(record),
    conflicting_implementations: [],
    creation_status: 'success',
    ...proxy,
  })
}

async function tokenAnswer(record: ContractRecord, deps: ExplorerDeps): Promise<Answer> {
  return isToken(record) ? json(200, await tokenRow(record, deps)) : json(404, notFound)
}

async function tokenRow(record: ContractRecord, deps: ExplorerDeps): Promise<Record<string, unknown>> {
  const read = (selector: string) => callOrNull(deps, record.address, selector)
  const [name, symbol, decimals, supply] = await Promise.all(
    ['0x06fdde03', '0x95d89b41', '0x313ce567', '0x18160ddd'].map(read),
  )
  return {
    address_hash: record.address,
    name: textOf(name),
    symbol: textOf(symbol),
    decimals: decimals ? String(BigInt(decimals)) : null,
    total_supply: supply ? String(BigInt(supply)) : null,
    type: 'ERC-20',
    holders_count: String(3 + (record.block % 400)),
    exchange_rate: null,
    circulating_market_cap: null,
    volume_24h: null,
    icon_url: null,
    reputation: 'ok',
  }
}

function countersAnswer(address: string, { world }: ExplorerDeps): Answer {
  const key = address.toLowerCase()
  return json(200, {
    transactions_count: String(world.chain.calls.get(key) ?? 0),
    token_transfers_count: String((world.chain.calls.get(key) ?? 0) % 17),
    gas_usage_count: String((world.chain.calls.get(key) ?? 0) * 41_000),
    validations_count: '0',
  })
}

async function proxyRow(record: ContractRecord, deps: ExplorerDeps): Promise<Record<string, unknown>> {
  const found = await implementationOf(record, deps)
  if (!found) return { proxy_type: null, implementations: [] }
  const contract = deps.world.chain.contracts.get(found.address.toLowerCase())
  const name = contract && isVerified(contract) ? contract.artifact : null
  return {
    proxy_type: found.type,
    implementations: [{ address_hash: contract?.address ?? found.address, name }],
  }
}

async function implementationOf(
  record: ContractRecord,
  deps: ExplorerDeps,
): Promise<{ type: string; address: string } | undefined> {
  const code = await node(deps, 'eth_getCode', [record.address, 'latest'])
  const clone = /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3$/.exec(code)?.[1]
  if (clone !== undefined) return { type: 'eip1167', address: `0x${clone}` }
  const direct = await slotAddress(deps, record, implementationSlot)
  if (direct !== nothing) return { type: 'eip1967', address: direct }
  const beacon = await slotAddress(deps, record, beaconSlot)
  if (beacon === nothing) return undefined
  const behind = await callOrNull(deps, beacon, '0x5c60da1b')
  return behind ? { type: 'eip1967_beacon', address: `0x${behind.slice(-40)}` } : undefined
}

async function slotAddress(deps: ExplorerDeps, record: ContractRecord, slot: string): Promise<string> {
  return `0x${(await node(deps, 'eth_getStorageAt', [record.address, slot, 'latest'])).slice(-40)}`
}

async function creationHash(record: ContractRecord, deps: ExplorerDeps): Promise<string | null> {
  const block = await deps.node.call('eth_getBlockByNumber', [`0x${record.block.toString(16)}`, false])
  const hashes =
    block !== null && typeof block === 'object' && 'transactions' in block ? block.transactions : []
  const hash: unknown = Array.isArray(hashes) ? hashes[record.index] : undefined
  return typeof hash === 'string' ? hash : null
}

async function node(deps: ExplorerDeps, method: string, params: readonly unknown[]): Promise<string> {
  return String(await deps.node.call(method, params))
}

async function callOrNull(deps: ExplorerDeps, to: string, data: string): Promise<string | null> {
  const answer = await node(deps, 'eth_call', [{ to, data }, 'latest']).catch((cause: unknown) =>
    refusedCall(cause),
  )
  return answer === null || answer === '0x' ? null : answer
}

/** Null for a call that reverts. Any other error is a bug of the sandbox and is thrown. */
function refusedCall(cause: unknown): null {
  if (cause instanceof Error && cause.message.includes('revert')) return null
  throw cause
}

/** The text in a `string` or a `bytes32` answer; null without an answer. */
function textOf(answer: string | null | undefined): string | null {
  if (!answer) return null
  const bytes = Buffer.from(answer.slice(2), 'hex')
  const raw =
    bytes.length === 32
      ? bytes
      : bytes.subarray(64, 64 + Number(BigInt(`0x${bytes.toString('hex', 32, 64)}`)))
  return raw.toString('utf8').replace(/\0+$/, '')
}

/** The interface that the explorers publish for a verified contract. */
function publishedAbi({ artifact, addedFunctions = [] }: ContractRecord): readonly unknown[] {
  const added = addedFunctions.map((name) => ({
    type: 'function',
    name,
    inputs: [],
    outputs: [{ name: '', type: 'uint256', internalType: 'uint256' }],
    stateMutability: 'view',
  }))
  return [...artifactOf(artifact).abi, ...added]
}

function isVerified(record: ContractRecord): boolean {
  return record.verification !== undefined
}

function isToken(record: ContractRecord): boolean {
  return record.artifact.includes('Token') || record.artifact === 'BeaconProxy'
}

function isKnownAccount(address: string, world: World): boolean {
  return [...world.chain.nonces.keys()].some(
    (name) => accountOf(name).address.toLowerCase() === address.toLowerCase(),
  )
}

const notFound = { message: 'Not found' }
const indexed = {
  finished_indexing: true,
  finished_indexing_blocks: true,
  indexed_blocks_ratio: '1.00',
  indexed_internal_transactions_ratio: '1.00',
}

/** Answers Sourcify's lookup of a contract. An unverified contract is a 404 whose `match` is null. */
export async function answerSourcify(request: ProviderRequest, deps: ExplorerDeps): Promise<Answer> {
  const [, chain, address] = /^\/v2\/contract\/(\d+)\/(0x[0-9a-fA-F]{40})$/.exec(request.path) ?? []
  if (address === undefined) return json(400, { customCode: 'invalid_parameter', message: 'Invalid path' })
  const record = chain === '4663' ? deps.world.chain.contracts.get(address.toLowerCase()) : undefined
  const absent = { match: null, creationMatch: null, runtimeMatch: null, chainId: chain, address }
  if (record?.sourcify === undefined || record.verifiedAt === undefined) return json(404, absent)
  const fields = (request.query.get('fields') ?? '').split(',')
  const all = fields.includes('all')
  const artifact = artifactOf(record.artifact)
  const proxy = await implementationOf(record, deps)
  const compilation = {
    language: 'Solidity',
    compilerVersion: '0.8.37',
    name: record.artifact,
    fullyQualifiedName: `${artifact.source}:${record.artifact}`,
  }
  const deployment = {
    transactionHash: await creationHash(record, deps),
    blockNumber: String(record.block),
    deployer: record.creator,
  }
  const proxyResolution = {
    isProxy: proxy !== undefined,
    proxyType: proxy?.type ?? null,
    implementations: proxy ? [{ address: proxy.address }] : [],
  }
  return json(200, {
    match: record.sourcify,
    creationMatch: record.sourcify,
    runtimeMatch: record.sourcify,
    chainId: chain,
    address: record.address,
    verifiedAt: isoOf(record.verifiedAt),
    matchId: String(record.block),
    ...(all || fields.includes('abi') ? { abi: publishedAbi(record) } : {}),
    ...(all || fields.includes('compilation') ? { compilation } : {}),
    ...(all || fields.includes('deployment') ? { deployment } : {}),
    ...(all || fields.includes('proxyResolution') ? { proxyResolution } : {}),
  })
}
