import { type Logger, pino, stdTimeFunctions } from 'pino'

export type { Logger } from 'pino'

/** The process log: JSON lines on standard error with ids and counts, without secrets. */
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
    pino.destination({ fd: 2, sync: true }),
  )
}
