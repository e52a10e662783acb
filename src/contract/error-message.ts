/** The message of an error, without its other fields: these can hold a password. Anything else that was thrown, as text. */
export function errorMessageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
