import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type Account,
  createTestClient,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  http,
  publicActions,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  walletActions,
} from 'viem'
import { type HDAccount, mnemonicToAccount } from 'viem/accounts'
import type { ContractAddress } from '#contract/ids.ts'
import { artifactsIn } from '#sandbox/chain/artifacts.ts'

const MNEMONIC = 'test test test test test test test test test test test junk'
const accounts = new Map<number, HDAccount>()
const contractOf = artifactsIn(new URL('contracts/artifacts/', import.meta.url))

/** A node of the test's own. Each transaction gets its own block, unless the test mines by hand. */
export type TestChain = AsyncDisposable & {
  readonly url: string
  readonly client: ReturnType<typeof openClient>
  readonly account: (index: number) => { readonly account: Account; readonly address: ContractAddress }
  readonly deploy: (name: string, args?: readonly unknown[], from?: number) => Promise<ContractAddress>
  /** Sends a creation that is mined when the test mines. */
  readonly beginDeploy: (name: string, args?: readonly unknown[], from?: number) => Promise<Hex>
  /** The contract that a transaction created, once the transaction is mined. */
  readonly created: (hash: Hex) => Promise<ContractAddress>
  /** Sends a call; its transaction is mined when this ends, unless mining is by hand. */
  readonly send: (
    call: { readonly to: ContractAddress; readonly contract: string; readonly name: string },
    args?: readonly unknown[],
    from?: number,
  ) => Promise<Hex>
  /** Creates a contract of the given code. */
  readonly deployCode: (code: Hex, from?: number) => Promise<ContractAddress>
  /** Empty blocks: one makes the block before it safe, two make it final. */
  readonly mine: (blocks: number) => Promise<void>
}

/** Starts a node of chain 4663 on a free loopback port. */
export async function startTestChain(options: { chainId?: number } = {}): Promise<TestChain> {
  const node = await startNode(options.chainId ?? 4663)
  const client = openClient(node.url)
  const begin = (data: Hex, from: number) =>
    client.sendTransaction({
      account: accountOf(from).account,
      data,
      chain: null,
      gas: 5_000_000n,
      maxFeePerGas: 10n ** 11n,
      maxPriorityFeePerGas: 10n ** 9n,
    })
  const created = async (hash: Hex) => {
    const { contractAddress } = await minedIn(client, hash)
    if (!contractAddress) throw new Error('nothing was created')
    return contractAddress.toLowerCase() as ContractAddress
  }
  const deployData = (name: string, args: readonly unknown[]) =>
    encodeDeployData({ ...contractOf(name), args })
  return {
    url: node.url,
    client,
    account: accountOf,
    created,
    beginDeploy: (name, args = [], from = 0) => begin(deployData(name, args), from),
    deploy: async (name, args = [], from = 0) => created(await begin(deployData(name, args), from)),
    deployCode: async (code, from = 0) => created(await begin(initCodeOf(code), from)),
    send: async ({ to, contract, name }, args = [], from = 0) => {
      const hash = await client.sendTransaction({
        account: accountOf(from).account,
        to: to as string as Hex,
        data: encodeFunctionData({ abi: contractOf(contract).abi, functionName: name, args }),
        chain: null,
        gas: 5_000_000n,
      })
      if (await client.getAutomine()) await minedIn(client, hash)
      return hash
    },
    mine: (blocks) => client.mine({ blocks }),
    [Symbol.asyncDispose]: node.stop,
  }
}

function openClient(url: string) {
  return createTestClient({ mode: 'anvil', transport: http(url) })
    .extend(publicActions)
    .extend(walletActions)
}

const LOOK_MS = 10
/** A node that mines at once has missed a transaction whose receipt is not found in this many looks. */
const MISSED_LOOKS = 200

/** The receipt of a transaction, once it is mined. A transaction that the node missed gets a block of its own. */
async function minedIn(client: ReturnType<typeof openClient>, hash: Hex): Promise<TransactionReceipt> {
  for (let looks = 1; ; looks += 1) {
    const receipt = await client.getTransactionReceipt({ hash }).catch((error: unknown) => {
      if (error instanceof TransactionReceiptNotFoundError) return undefined
      throw error
    })
    if (receipt !== undefined) return receipt
    if (looks % MISSED_LOOKS === 0 && (await client.getAutomine())) await client.mine({ blocks: 1 })
    await wait(LOOK_MS)
  }
}

/** One account by its index. Deriving a key takes a tenth of a second, so a process derives each key once. */
function accountOf(index: number): { readonly account: Account; readonly address: ContractAddress } {
  const signer = accounts.get(index) ?? mnemonicToAccount(MNEMONIC, { addressIndex: index })
  accounts.set(index, signer)
  return { account: signer, address: signer.address.toLowerCase() as ContractAddress }
}

/** Creation code that deploys the given code: it pushes the length, then copies and returns the code behind it. */
function initCodeOf(code: Hex): Hex {
  const length = ((code.length - 2) / 2).toString(16).padStart(4, '0')
  return `0x61${length}80600a3d393df3${code.slice(2)}`
}

async function startNode(chainId: number): Promise<{ url: string; stop: () => Promise<void> }> {
  const flags = [
    '--host',
    '127.0.0.1',
    '--port',
    '0',
    '--chain-id',
    String(chainId),
    '--slots-in-an-epoch',
    '1',
  ]
  const child = spawn(binary(), flags, { stdio: ['ignore', 'pipe', 'inherit'] })
  // When `beforeAll` of a file fails later, nothing stops the node. Without this, the test run would wait for it for
  // ever.
  const kill = () => child.kill('SIGKILL')
  const killAtTerm = () => {
    kill()
    process.kill(process.pid, 'SIGTERM')
  }
  process.once('exit', kill).once('SIGTERM', killAtTerm)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.once('exit', () => reject(new Error(`the node ended: ${text.slice(-2000)}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-20_000)
      const match = /Listening on 127\.0\.0\.1:(\d+)/.exec(text)
      if (match?.[1] !== undefined) resolve(match[1])
    })
  })
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      process.off('exit', kill).off('SIGTERM', killAtTerm)
      kill()
      await ended
    },
  }
}

/** The node itself: its wrapper script would outlive being killed. */
function binary(): string {
  const fromHere = createRequire(import.meta.url)
  const fromAnvil = createRequire(fromHere.resolve('@foundry-rs/anvil/package.json'))
  const machine = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  return join(dirname(fromAnvil.resolve(`@foundry-rs/anvil-${machine}/package.json`)), 'bin', 'anvil')
}
