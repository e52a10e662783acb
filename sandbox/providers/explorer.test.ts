import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Stage } from '../stage.ts'
import { contractNamed } from '../world/world.ts'
import { answerExplorer, answerSourcify } from './explorer.ts'
import { answerRpc } from './rpc.ts'
import type { Answer, ProviderRequest } from './server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'explorer-'))
const epoch = Date.parse('2026-11-21T12:00:00Z')
let stage: Stage

beforeAll(async () => {
  stage = await Stage.open({ dataDir, seed: 'explorer', epoch, background: false })
})
afterAll(async () => {
  await stage[Symbol.asyncDispose]()
  rmSync(dataDir, { recursive: true, force: true })
})

function request(target: string, body = ''): ProviderRequest {
  const url = new URL(target, 'http://explorer.test')
  const method = body === '' ? 'GET' : 'POST'
  return {
    method,
    path: url.pathname,
    query: url.searchParams,
    headers: {},
    origin: url.origin,
    body: Buffer.from(body),
  }
}

const deps = () => ({ world: stage.world, node: stage.chain.rpc })

async function read(answer: Promise<Answer>): Promise<{ status: number; body: Record<string, unknown> }> {
  const { status, body } = await answer
  return { status, body: JSON.parse(body.toString()) }
}

const explorer = (path: string) => read(answerExplorer(request(`/api/v2${path}`), deps()))
const sourcify = (path: string) => read(answerSourcify(request(path), deps()))

function address(slug: string, name: string): string {
  const member = stage.world.members.get(slug)
  if (!member) throw new Error(`No ${slug}`)
  return contractNamed(member, name)
}

test.each([
  ['gantry', 'proxy', 'eip1967', 'impl-4'],
  ['stackyard', 'token', 'eip1967_beacon', 'impl-2'],
  ['copperleaf', 'deal-1', 'eip1167', 'template'],
  ['copperleaf', 'quiet-proxy', 'eip1967', 'quiet-2'],
])('%s %s reads as %s with %s behind it', async (slug, name, type, behind) => {
  const { body } = await explorer(`/smart-contracts/${address(slug, name)}`)
  expect(body).toMatchObject({
    proxy_type: type,
    implementations: [{ address_hash: address(slug, behind) }],
  })
})

test('a launch names the factory as creator and its transaction', async () => {
  const { body } = await explorer(`/addresses/${address('lumen', 'token')}`)
  expect(body['creator_address_hash']).toBe(stage.world.shared.get('factory'))
  const receipt = await stage.chain.rpc.call('eth_getTransactionReceipt', [body['creation_transaction_hash']])
  expect(receipt).toMatchObject({
    contractAddress: null,
    to: stage.world.shared.get('factory')?.toLowerCase(),
  })
})

test.each([
  ['runestone', { name: 'Runestone', symbol: 'RNST', decimals: '9' }],
  ['fraction', { name: 'Fraction', symbol: 'FRAC', decimals: null }],
  ['stackyard', { name: 'Stackyard', symbol: 'STKY', decimals: '18' }],
])('the token of %s reads as it answers', async (slug, expected) => {
  expect((await explorer(`/tokens/${address(slug, 'token')}`)).body).toMatchObject(expected)
})

test('counters are strings; an unknown address is 404, a malformed one 400', async () => {
  expect(
    (await explorer(`/addresses/${address('lumen', 'registry')}/counters`)).body['transactions_count'],
  ).toMatch(/^\d+$/)
  expect((await explorer(`/addresses/0x${'12'.repeat(20)}`)).status).toBe(404)
  expect((await explorer('/addresses/0x12')).status).toBe(400)
})

test('an unverified contract is a definite 404 at Sourcify and has no interface at the explorer', async () => {
  const unverified = address('gantry', 'keeper')
  expect(await sourcify(`/v2/contract/4663/${unverified}`)).toMatchObject({
    status: 404,
    body: { match: null },
  })
  expect((await explorer(`/smart-contracts/${unverified}`)).body).not.toHaveProperty('abi')
})

test('Sourcify answers the fields asked for, on this chain only', async () => {
  const token = address('lumen', 'token')
  const { body } = await sourcify(`/v2/contract/4663/${token}?fields=abi,deployment`)
  expect(Object.keys(body)).toEqual(expect.arrayContaining(['match', 'abi', 'deployment']))
  expect(body).not.toHaveProperty('compilation')
  expect((await sourcify(`/v2/contract/1/${token}`)).status).toBe(404)
})

test('the RPC endpoint answers reads and refuses to control the node', async () => {
  const ask = async (method: string) =>
    (
      await read(
        answerRpc(request('/', JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] })), {
          node: stage.chain.rpc,
        }),
      )
    ).body
  expect(await ask('eth_chainId')).toMatchObject({ result: '0x1237' })
  for (const method of ['anvil_setBalance', 'evm_mine', 'eth_sendRawTransaction', 'debug_traceBlock']) {
    expect(await ask(method)).toMatchObject({ error: { code: -32601 } })
  }
})

test('transactions to a contract are listed newest first with their outcome, in parts without gaps', async () => {
  const registry = address('lumen', 'registry')
  const listed: Record<string, unknown>[] = []
  let query = 'filter=to'
  for (let more = true; more; ) {
    const { body } = await explorer(`/addresses/${registry}/transactions?${query}`)
    listed.push(...(body['items'] as Record<string, unknown>[]))
    const next = body['next_page_params'] as Record<string, unknown> | null
    more = next !== null
    query = `filter=to&block_number=${next?.['block_number']}&index=${next?.['index']}&items_count=50`
  }
  expect(listed).toHaveLength(stage.world.chain.calls.get(registry.toLowerCase()) ?? 0)
  expect(new Set(listed.map((item) => item['hash'])).size).toBe(listed.length)
  const places = listed.map((item) => Number(item['block_number']) * 100 + Number(item['position']))
  expect(places).toEqual(places.toSorted((a, b) => b - a))
  expect(listed[0]).toMatchObject({ status: 'ok', to: { hash: registry } })
  const receipt = await stage.chain.rpc.call('eth_getTransactionReceipt', [listed[0]?.['hash']])
  expect(receipt).toMatchObject({ transactionIndex: `0x${Number(listed[0]?.['position']).toString(16)}` })
})

test('a block is answered as the node has it, and the next one is 404', async () => {
  const head = stage.chain.height
  const block = await stage.chain.rpc.call('eth_getBlockByNumber', [`0x${head.toString(16)}`, false])
  expect(block).toMatchObject({ hash: (await explorer(`/blocks/${head}`)).body['hash'] })
  expect((await explorer(`/blocks/${head + 1}`)).status).toBe(404)
})
