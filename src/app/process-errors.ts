import { giveStraysToReadings } from '#collectors/stray-rejections.ts'

/**
 * Errors that must not end the process: a rejection that stems from a reading fails that reading, and output whose reader
 * has left, as after `npm start | head`, is lost.
 */
export function outliveErrors(): void {
  giveStraysToReadings()
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}
