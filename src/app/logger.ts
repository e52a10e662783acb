import { type Logger, pino } from 'pino'

export type { Logger } from 'pino'

/** The process log: JSON lines on standard error with ids and counts, without secrets. */
export function startLogger(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      redact: {
        paths: ['*.authorization', '*.token', '*.password', '*.secret', 'headers.*'],
        censor: '[secret]',
      },
    },
    pino.destination({ fd: 2, sync: true }),
  )
}
