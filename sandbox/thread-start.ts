import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Past, Sandbox, SandboxOptions } from './start.ts'

type State = { readonly aheadMs: number; readonly behindMs: number; readonly past: Past }
/** The message of the thread when the sandbox has started. */
export type Began = Pick<Sandbox, 'settings' | 'catalogueDir' | 'controlUrl' | 'nodePid'> & {
  readonly state: State
}
/** A command to the thread: a step of the replay, or the end of the sandbox. */
export type Command = { readonly skip: boolean } | 'end'
/** The thread's answer to a command. */
export type Done = { readonly state: State } | { readonly failed: string }

/**
 * Starts the sandbox in a thread of its own, beside the service that reads it. `clock` and `past` are as of the last
 * command. An error in the thread ends the process.
 */
export async function startSandboxThread(options: SandboxOptions): Promise<Sandbox> {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: options })
  const [began]: Began[] = await once(worker, 'message')
  if (began === undefined) throw new Error('The thread of the sandbox sent nothing')
  worker.on('error', endProcess)
  const kill = () => killNode(began.nodePid)
  process.once('exit', kill)
  let { state } = began
  let request: Promise<void> = Promise.resolve()
  const send = async (command: Command) => {
    const answered = once(worker, 'message')
    worker.postMessage(command)
    const [done]: Done[] = await answered
    if (done === undefined || 'failed' in done) throw new Error(done?.failed ?? 'The sandbox ended')
    state = done.state
  }
  const inTurn = (command: Command) => {
    const turn = request.then(() => send(command))
    request = turn.catch(leaveToCaller)
    return turn
  }
  return {
    settings: began.settings,
    catalogueDir: began.catalogueDir,
    controlUrl: began.controlUrl,
    nodePid: began.nodePid,
    clock: { aheadMs: () => state.aheadMs, behindMs: () => state.behindMs },
    past: () => state.past,
    replayNext: (step) => inTurn(step),
    async [Symbol.asyncDispose]() {
      await inTurn('end')
      process.removeListener('exit', kill)
      await worker.terminate()
    },
  }
}

/**
 * Ends the node when the process exits. The thread cannot do it when the process exits without disposing the sandbox.
 */
function killNode(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause
  }
}

function endProcess(cause: Error): never {
  throw new Error('The sandbox ended', { cause })
}

function leaveToCaller(): void {
  // The caller of the command that failed has the error.
}
