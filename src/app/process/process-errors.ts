import { giveStraysToReadings } from '#collectors/stray-rejections.ts'
import { errorMessageOf } from '#contract/error-message.ts'
import { failureText } from '../commands/print.ts'

/**
 * Handles errors that must not end the process. A rejection that stems from a reading fails that reading. Output that
 * cannot be written is lost: its reader has left, as after `npm start | head`, or the disk is full. When standard
 * output fails for another reason than a reader that left, one line on standard error says so, and the process ends
 * with status 1.
 */
export function outliveErrors(): void {
  giveStraysToReadings()
  let failed = false
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || failed) return
    failed = true
    process.exitCode = 1
    console.error(failureText(`standard output: ${errorMessageOf(error)}`, process.argv))
  })
  // There is no third output to name an error of standard error on.
  process.stderr.on('error', () => undefined)
}
