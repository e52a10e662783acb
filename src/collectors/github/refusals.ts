import { NOT_IN_TIME } from '../http.ts'
import type { Failed } from '../json-answer.ts'
import { fieldAt, textAt } from '../json-field.ts'

/** An answer of GitHub other than what was asked for: its status and JSON. */
type Refusal = { readonly status: number | null; readonly value?: unknown }

/**
 * Whether GitHub itself says that it has no such changes to give, which asking again does not alter: an end of the
 * range is gone, the ends have no history in common, or the difference takes it too long. It answers the last with a
 * 422, or as an error of its own (500, 503). An answer that calls itself temporary is a failure.
 * @source https://docs.github.com/en/rest/commits/commits
 */
export function isRefusedDiff(answer: Refusal): boolean {
  const { status, value } = answer
  const message = textAt(value, 'message')
  if (status === null || message === undefined) return false
  if (status === 404) return notThereWords(answer) !== undefined
  if (status === 422) return true
  const isAboutDiff = TOO_LONG.test(message) || hasErrorCode(answer, 'not_available')
  return status >= 500 && isAboutDiff && !/temporarily/i.test(message)
}

const TOO_LONG = /this diff is taking too long to generate/i

/** The message of GitHub's own 404; undefined for any other answer, such as the 404 of a proxy. */
export function notThereWords({ status, value }: Refusal): string | undefined {
  const isOwn = status === 404 && textAt(value, 'documentation_url') !== undefined
  return isOwn ? textAt(value, 'message') : undefined
}

/** Whether GitHub names this code among the errors of its answer. */
export function hasErrorCode({ value }: Refusal, code: string): boolean {
  const errors = fieldAt(value, 'errors')
  return Array.isArray(errors) && errors.some((error) => textAt(error, 'code') === code)
}

/**
 * Whether the rules of an organization refuse our token, by its lifetime, our address or its sign-in. What is public
 * can be read without one.
 * @source
 * https://docs.github.com/en/enterprise-cloud@latest/organizations/keeping-your-organization-secure/managing-security-settings-for-your-organization/managing-allowed-ip-addresses-for-your-organization
 */
export function isRefusedToken({ status, value }: Refusal): boolean {
  return status === 403 && REFUSED_TOKEN.test(textAt(value, 'message') ?? '')
}

const REFUSED_TOKEN =
  /^although you appear to have the correct authorization credentials|forbids access via a|protected by organization SAML/i

/** Whether GitHub says that it lists no more of something, however often it is asked. */
export function isBeyondLimit({ status, value }: Refusal): boolean {
  return status === 422 && BEYOND_LIMIT.test(textAt(value, 'message') ?? '')
}

const BEYOND_LIMIT = /only the first [\d,]+ results are available/i

/** Whether an answer was too long or took too long, so that a smaller one can succeed. */
export function isTooLarge({ status, collected }: Refusal & Failed): boolean {
  return status === 200 || status === 502 || status === 504 || collected.detail === NOT_IN_TIME
}
