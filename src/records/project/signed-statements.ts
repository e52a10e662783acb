import { type NotNull, sql } from 'kysely'
import type { ContractAddress } from '#contract/ids.ts'
import type { SignatureCheck, SignedText } from '#domain/project/signed-statement.ts'
import { rowsOf } from '#records/columns.ts'
import type { Reader, Writer } from '#records/database.ts'

/** A statement with its signature, by its uuid. */
type SignedStatement = {
  readonly id: string
  readonly signed: SignedText
}

/** The standing signed statements of a project that name a contract. */
export async function getSignedStatements(
  { projectId, names }: { readonly projectId: string; readonly names: ContractAddress },
  reader: Reader,
): Promise<readonly SignedStatement[]> {
  return reader
    .selectFrom('claims')
    .select(['id', 'signed'])
    .where('project_id', '=', projectId)
    .where('names', '=', names)
    .where('signed', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .$narrowType<{ signed: NotNull }>()
    .execute()
}

/**
 * Saves the checks of statements' signatures. A statement whose signature was replaced since it was read stays
 * unchecked.
 */
export async function saveSignatureChecks(
  checks: readonly (SignedStatement & { readonly check: SignatureCheck })[],
  writer: Writer,
): Promise<void> {
  const rows = checks.map(({ id, signed, check }) => ({ id, signed, signatureCheck: check }))
  await sql`
    update claims set signature_check = checked.signature_check,
      observed_at = (checked.signature_check ->> 'at')::timestamptz
    from ${rowsOf('claims', rows)} as checked
    where claims.id = checked.id and claims.signed = checked.signed`.execute(writer)
}
