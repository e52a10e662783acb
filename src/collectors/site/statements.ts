import type { ContractAddress } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { type StatementDraft, statementUuid } from '#records/project/statements.ts'
import type { NamedAddress } from './naming.ts'

export type PageNaming = { readonly url: string; readonly named: readonly NamedAddress[] }
/** An address on a page, as the last reading stored it. */
export type StatedAddress = { readonly url: string; readonly address: ContractAddress }

type Reading = {
  readonly projectId: string
  readonly sourceId: string
  readonly own: readonly ContractAddress[]
  readonly pages: readonly PageNaming[]
  readonly observedAt: Instant
}

/**
 * The statements of pages about the project's token. Each page that names the token states it. When no page names it,
 * the pages state the one other contract that they call their token. A site that calls several contracts a token makes
 * no statement, because it is a list. Empty without a recorded token.
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
 * The ids of the statements that stand after a reading: its own, and those that only the last reading saw, because a
 * missing line in a single reading can be an error of the page. A statement about another token ends at once when our
 * token is named.
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
