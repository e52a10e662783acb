import { parentPort, workerData } from 'node:worker_threads'
import type { SandboxOptions } from './start.ts'
import { startSandbox } from './start.ts'
import type { Began, Command, Done } from './thread-start.ts'

// The body of the sandbox's thread: it answers each command of thread-start.ts with one message.

if (parentPort === null) throw new Error('sandbox/thread.ts runs as a thread of startSandboxThread')
const port = parentPort
const sandbox = await startSandbox(workerData as SandboxOptions)
const { settings, catalogueDir, controlUrl, nodePid, past } = sandbox
const state = () => ({ aheadMs: sandbox.clock.aheadMs(), behindMs: sandbox.clock.behindMs(), past: past() })

async function answer(command: Command): Promise<Done> {
  try {
    await (command === 'end' ? sandbox[Symbol.asyncDispose]() : sandbox.replayNext(command))
    return { state: state() }
  } catch (cause) {
    return { failed: String(cause) }
  }
}

port.on('message', async (command: Command) => {
  port.postMessage(await answer(command))
  if (command === 'end') port.close()
})
port.postMessage({ settings, catalogueDir, controlUrl, nodePid, state: state() } satisfies Began)
