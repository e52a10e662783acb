import { fieldAt, textAt } from '../json-field.ts'
import type { GithubFailed } from './api.ts'

/**
 * Whether GitHub itself says that it has no such changes to give, which asking again does not alter: an end of the range
 * is gone, the ends have no history in common, or the difference takes it too long. It answers the last with a 422, or as
 * an error of its own (500, 503). An answer that calls itself temporary is a failure.
 * @source https://docs.github.com/en/rest/commits/commits
 */
export function isRefusedDiff(answer: GithubFailed): boolean {
  const { status, value } = answer
  const message = textAt(value, 'message')
  if (status === null || message === undefined) return false
  if (status === 404) return notThereWords(answer) !== undefined
  if (status === 422) return true
  const isAboutDiff = TOO_LONG.test(message) || hasErrorCode(answer, 'not_available')
  return status >= 500 && isAboutDiff && !/temporarily/i.test(message)
}

const TOO_LONG = /this diff is taking too long to generate/i

/** GitHub's own words for what is not there; undefined for any other answer, such as the 404 of a proxy. */
export function notThereWords({ status, value }: GithubFailed): string | undefined {
  const isOwn = status === 404 && textAt(value, 'documentation_url') !== undefined
  return isOwn ? textAt(value, 'message') : undefined
}

/** Whether GitHub names this code among the errors of its answer. */
export function hasErrorCode({ value }: GithubFailed, code: string): boolean {
  const errors = fieldAt(value, 'errors')
  return Array.isArray(errors) && errors.some((error) => textAt(error, 'code') === code)
}
