import { type Logger, pino } from 'pino'

export type { Logger } from 'pino'

/** The process's log: one JSON line an event on standard error, ids and counts only, never a secret. */
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
