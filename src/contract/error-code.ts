/** The `code` of a system error, such as `ENOENT`; undefined for any other error. */
export function errorCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
