/** When and why a record was withdrawn, from its two columns; null while it stands. */
export function toWithdrawal<At>(
  at: At | null,
  reason: string | null,
): { readonly at: At; readonly reason: string } | null {
  return at === null || reason === null ? null : { at, reason }
}
