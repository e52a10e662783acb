import cluster from 'node:cluster'
import type { Logger } from './logger.ts'
import { onPrimaryStop } from './workers.ts'

const LAST_RESORT_MS = 9000

/** Logs the beginning of the stop, so that an operator sees it before the process has ended. */
export function logStop(signal: AbortSignal, logger: Pick<Logger, 'info'>): void {
  signal.addEventListener('abort', () => logger.info('stopping'), { once: true })
}

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
