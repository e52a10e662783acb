import cluster from 'node:cluster'
import { onPrimaryStop } from './workers.ts'

const LAST_RESORT_MS = 9000

/**
 * A signal that aborts on the first SIGINT or SIGTERM. The process then ends by releasing its resources. If that hangs,
 * it exits after nine seconds with status 1.
 */
export function stopSignal(): AbortSignal {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) return
    controller.abort()
    setTimeout(() => {
      console.error('svc: the process did not stop within nine seconds and was ended')
      process.exit(1)
    }, LAST_RESORT_MS).unref()
  }
  if (cluster.isWorker) onPrimaryStop(stop)
  else for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, stop)
  return controller.signal
}
