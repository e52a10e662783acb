import cluster from 'node:cluster'
import { heedAbove } from './workers.ts'

const LAST_RESORT_MS = 9000

/**
 * A signal that aborts on the first SIGINT or SIGTERM; the process then ends by giving back what it holds. Should
 * that hang, the process exits after nine seconds with status 1.
 */
export function stopSignal(): AbortSignal {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) return
    controller.abort()
    setTimeout(() => {
      console.error('svc: stopping took too long')
      process.exit(1)
    }, LAST_RESORT_MS).unref()
  }
  if (cluster.isWorker) heedAbove(stop)
  else for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, stop)
  return controller.signal
}
