import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { endOrphan, notePid } from './orphan.ts'
import { NodeRpc } from './rpc.ts'

export const CHAIN_ID = 4663

export type ChainNode = { readonly rpc: NodeRpc; readonly pid: number; stop(): Promise<void> }

const readyTimeoutMs = 10_000

/**
 * Starts the EVM node on a free loopback port. First ends a node that a killed run left behind. If the node ends before
 * it is stopped, the thread ends with an error: without its chain, the sandbox would show an outage that nobody caused.
 */
export async function startNode(input: {
  dataDir: string
  genesisTimestamp: number
  loadState: string | undefined
}): Promise<ChainNode> {
  const pidFile = join(input.dataDir, 'anvil.pid')
  const cachePath = join(input.dataDir, 'anvil-cache')
  await endOrphan(pidFile, cachePath)
  rmSync(cachePath, { recursive: true, force: true })
  const child = spawn(
    binaryPath(),
    [
      ['--host', '127.0.0.1', '--port', '0', '--chain-id', String(CHAIN_ID), '--accounts', '1'],
      [
        '--no-mining',
        '--order',
        'fifo',
        '--slots-in-an-epoch',
        '1',
        '--gas-limit',
        '60000000',
        '--block-base-fee-per-gas',
        '7',
      ],
      ['--timestamp', String(input.genesisTimestamp), '--cache-path', cachePath],
      input.loadState === undefined ? [] : ['--load-state', input.loadState],
    ].flat(),
    { stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  if (child.pid !== undefined) notePid(pidFile, child.pid)
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const stop = async () => {
    process.removeListener('exit', kill)
    kill()
    await ended
    rmSync(pidFile, { force: true })
    rmSync(cachePath, { recursive: true, force: true })
  }
  try {
    const rpc = new NodeRpc(`http://127.0.0.1:${await listeningPort(child)}`)
    await rpc.call('anvil_setLoggingEnabled', [false])
    if (child.pid === undefined) throw new Error('The EVM node has no process id')
    child.once('exit', endThread)
    return {
      rpc,
      pid: child.pid,
      stop: () => {
        child.removeListener('exit', endThread)
        rpc.close()
        return stop()
      },
    }
  } catch (cause) {
    await stop()
    throw cause
  }
}

function endThread(status: number | null, signal: NodeJS.Signals | null): never {
  throw new Error(`The EVM node of the sandbox ended (${status ?? signal}): start the service again`)
}

function listeningPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = ''
    const timer = setTimeout(() => reject(new Error(`The EVM node did not start: ${text}`)), readyTimeoutMs)
    const read = (chunk: Buffer) => {
      if (text.length < 20_000) text += chunk.toString('utf8')
      const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(text)?.[1]
      if (port === undefined) return
      clearTimeout(timer)
      resolve(Number(port))
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('error', reject)
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`The EVM node ended with ${code}: ${text}`))
    })
  })
}

/** The path of the executable. Its wrapper script is not used, because it would survive a kill. */
function binaryPath(): string {
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch
  const require = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
  const folder = dirname(require.resolve(`@foundry-rs/anvil-${process.platform}-${cpu}/package.json`))
  return join(folder, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
}
