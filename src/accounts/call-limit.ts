import type { Failure } from '#contract/errors.ts'
import type { HourlyCall, MinuteCall } from '#contract/limits.ts'

const WINDOWS = { minute: { words: 'a minute', seconds: 60 }, hour: { words: 'an hour', seconds: 3600 } }

/** The message and the detail of a refusal, for a call that has a rate limit of its own. */
export function tooManyCalls(of: {
  readonly call: MinuteCall | HourlyCall
  readonly limit: number
  readonly window: keyof typeof WINDOWS
}): Failure['extra'] {
  const { call, limit, window } = of
  const { words, seconds } = WINDOWS[window]
  return {
    message: `Too many calls: expected at most ${limit} of this kind ${words}. Wait the seconds that retry-after names.`,
    detail: { call, limit, windowSeconds: seconds },
  }
}
