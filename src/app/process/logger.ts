import { type Logger, pino, stdTimeFunctions } from 'pino'

export type { Logger } from 'pino'

/**
 * The process log: JSON lines on standard error with ids and counts, without secrets. A line that cannot be written,
 * for example because the disk of the log is full, is lost: `outliveErrors` handles the errors of the stream.
 */
export function startLogger(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      redact: {
        paths: ['*.authorization', '*.token', '*.password', '*.secret', 'headers.*'],
        censor: '[secret]',
      },
    },
    process.stderr,
  )
}
