import type { ContractAddress } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { type StatementDraft, statementUuid } from '#records/project/statements.ts'
import type { NamedAddress } from './naming.ts'

export type PageNaming = { readonly url: string; readonly named: readonly NamedAddress[] }
/** An address named on a page, as stored by the last reading. */
export type StatedAddress = { readonly url: string; readonly address: ContractAddress }

type Reading = {
  readonly projectId: string
  readonly sourceId: string
  readonly own: readonly ContractAddress[]
  readonly pages: readonly PageNaming[]
  readonly observedAt: Instant
}

/**
 * The pages' statements about the project's token: each page that names it, or else the one other contract that they
 * call theirs. A site that calls several contracts a token is a list and makes no statement. Without a recorded token
 * there is no statement.
 */
export function pageStatements(reading: Reading): readonly StatementDraft[] {
  if (reading.own.length === 0) return []
  const ours = reading.pages.flatMap(({ url, named }) =>
    named
      .filter(({ address, elsewhere }) => reading.own.includes(address) && !elsewhere)
      .map(({ address }) => stated({ kind: 'token_named', url, address }, reading)),
  )
  return ours.length > 0 ? ours : otherStatements(reading)
}

function otherStatements(reading: Reading): readonly StatementDraft[] {
  const labelled = reading.pages.flatMap(({ url, named }) =>
    named
      .filter((one) => one.labelled && !reading.own.includes(one.address))
      .map(({ address }) => ({ url, address })),
  )
  if (new Set(labelled.map(({ address }) => address)).size !== 1) return []
  return labelled.map((one) => stated({ kind: 'other_token_named', ...one }, reading))
}

function stated(
  naming: StatedAddress & { readonly kind: 'token_named' | 'other_token_named' },
  { projectId, sourceId, observedAt }: Reading,
): StatementDraft {
  return {
    projectId,
    sourceId,
    kind: naming.kind,
    by: 'site',
    statement:
      naming.kind === 'token_named'
        ? `The page names the token's contract ${naming.address}.`
        : `The page names another contract, ${naming.address}, as its token.`,
    url: naming.url,
    statedOn: null,
    names: naming.address,
    observedAt,
  }
}

/**
 * The statements after a reading: its own, and those that only the last reading saw, because one reading without a line
 * can be an error of the page. A statement for another token ends at once when our token is named.
 */
export function standingStatements(
  input: {
    statements: readonly StatementDraft[]
    before: readonly StatedAddress[]
    pages: readonly PageNaming[]
  },
  projectId: string,
): readonly string[] {
  const { statements, before, pages } = input
  const gone = before.filter(
    ({ url, address }) =>
      !pages.some((page) => page.url === url && page.named.some((named) => named.address === address)),
  )
  const oursNamed = statements.some(({ kind }) => kind === 'token_named')
  const kinds = oursNamed ? (['token_named'] as const) : (['token_named', 'other_token_named'] as const)
  const repeated = gone.flatMap(({ url, address }) =>
    kinds.map((kind) => statementUuid({ projectId, kind, names: address, url })),
  )
  return [...statements.map(statementUuid), ...repeated]
}
