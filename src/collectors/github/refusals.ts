import { NOT_IN_TIME } from '../http.ts'
import type { Failed } from '../json-answer.ts'
import { fieldAt, textAt } from '../json-field.ts'

/** An answer of GitHub that refuses a request: its status and JSON. */
type Refusal = { readonly status: number | null; readonly value?: unknown }

/**
 * Whether GitHub itself says that it cannot give these changes, and would say so again. An end of the range is gone,
 * the ends have no history in common, or the difference takes GitHub too long. In the last case it answers 422, 500 or
 * 503. An answer that calls itself temporary is a failure instead.
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
 * Whether the rules of an organization refuse our token: its lifetime, our address or its sign-in. Public data can be
 * read without a token.
 * @source
 * https://docs.github.com/en/enterprise-cloud@latest/organizations/keeping-your-organization-secure/managing-security-settings-for-your-organization/managing-allowed-ip-addresses-for-your-organization
 */
export function isRefusedToken({ status, value }: Refusal): boolean {
  return status === 403 && REFUSED_TOKEN.test(textAt(value, 'message') ?? '')
}

const REFUSED_TOKEN =
  /^although you appear to have the correct authorization credentials|forbids access via a|protected by organization SAML/i

/** Whether GitHub says that it never lists items beyond this point. */
export function isBeyondLimit({ status, value }: Refusal): boolean {
  return status === 422 && BEYOND_LIMIT.test(textAt(value, 'message') ?? '')
}

const BEYOND_LIMIT = /only the first [\d,]+ results are available/i

/** Whether an answer was too long or came too late, so that a smaller part may succeed. */
export function isTooLarge({ status, collected }: Refusal & Failed): boolean {
  return status === 200 || status === 502 || status === 504 || collected.detail === NOT_IN_TIME
}
