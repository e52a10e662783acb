/**
 * The message of an error, without its other fields: these can hold a password. Anything else that was thrown, as text.
 */
export function errorMessageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** Why a request got no answer. A failed `fetch` says only that it failed: its cause has the reason. */
export function noAnswerReasonOf(thrown: unknown): string {
  const reason = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown
  // The error of a name with several addresses has a code and no message.
  const isSilent = reason instanceof Error && reason.message === '' && 'code' in reason
  return isSilent ? String(reason.code) : errorMessageOf(reason)
}
