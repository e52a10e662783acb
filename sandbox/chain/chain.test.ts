import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Chain } from './chain.ts'
import { reorganise } from './reorg.ts'
import { type ChainState, deployContract, emptyChain, mineBlock, mineEmpty } from './state.ts'

const limits = { replay: 20, spacing: 10, reach: 5 }
const genesisTimestamp = 1_790_000_000
const account = 'tester'
let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'chain-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const open = (chain: ChainState) =>
  Chain.open({ dataDir, genesisTimestamp, accounts: [account], blocks: chain.blocks, limits })
const head = (chain: Chain) => chain.rpc.call('eth_getBlockByNumber', ['latest', false])
const saved = () => readdirSync(dataDir).filter((name) => name.startsWith('chain-'))

function deployOnce(chain: ChainState): void {
  mineBlock(chain, (genesisTimestamp + 100 + chain.blocks.length) * 1000, () => {
    deployContract(chain, { from: account, artifact: 'Registry', args: [] })
  })
}

test('a long chain continues from a saved state as the same chain', async () => {
  const planned = emptyChain()
  {
    await using chain = await open(planned)
    for (let round = 0; round < 5; round++) {
      for (let block = 0; block < 10; block++) deployOnce(planned)
      await chain.follow(planned.blocks)
    }
    expect(saved()).toHaveLength(2)
  }
  deployOnce(planned)
  await using continued = await open(planned)
  const before = await head(continued)
  reorganise(planned, { depth: 4 })
  await continued.follow(planned.blocks)
  expect(await head(continued)).not.toEqual(before)
  const reorganised = await head(continued)
  await continued[Symbol.asyncDispose]()
  for (const name of saved()) rmSync(join(dataDir, name))
  await using anew = await open(planned)
  expect(await head(anew)).toEqual(reorganised)
})

test('several blocks may share a second, and several deployments a block', async () => {
  const planned = emptyChain()
  const at = (genesisTimestamp + 50) * 1000
  mineBlock(planned, at, () => {
    deployContract(planned, { from: account, artifact: 'Registry', args: [] })
    deployContract(planned, { from: account, artifact: 'Arena', args: [] })
  })
  mineEmpty(planned, at, 2)
  await using chain = await open(planned)
  for (const record of planned.contracts.values()) {
    expect(await chain.rpc.call('eth_getCode', [record.address, '0x1'])).not.toBe('0x')
  }
  const blocks = await Promise.all(
    ['0x1', '0x2', '0x3'].map((number) => chain.rpc.call('eth_getBlockByNumber', [number, false])),
  )
  expect(new Set(blocks.map((block) => (block as { timestamp: string }).timestamp)).size).toBe(1)
})

test('a second run on the same folder is refused while the first lives', async () => {
  await using _first = await open(emptyChain())
  await expect(open(emptyChain())).rejects.toThrow('already runs')
})
