import type { ContractAddress } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { claimUuid, type StatedClaim } from '#records/project/claims.ts'
import type { NamedAddress } from './naming.ts'

/** What one page of a site names. */
export type PageNaming = { readonly url: string; readonly named: readonly NamedAddress[] }
/** An address named on a page, as the last reading left it. */
export type Said = { readonly url: string; readonly address: ContractAddress }

type Reading = {
  readonly projectId: string
  readonly sourceId: string
  readonly own: readonly ContractAddress[]
  readonly pages: readonly PageNaming[]
  readonly observedAt: Instant
}

/**
 * What the pages say of the project's token: each page that names it, or else the one other contract they call
 * theirs. A site that calls several contracts a token is a list and accuses nobody; without a token of the project
 * on record nothing can be said.
 */
export function tokenClaims(reading: Reading): readonly StatedClaim[] {
  if (reading.own.length === 0) return []
  const ours = reading.pages.flatMap(({ url, named }) =>
    named
      .filter(({ address, elsewhere }) => reading.own.includes(address) && !elsewhere)
      .map(({ address }) => stated({ kind: 'token_named', url, address }, reading)),
  )
  return ours.length > 0 ? ours : otherClaims(reading)
}

function otherClaims(reading: Reading): readonly StatedClaim[] {
  const labelled = reading.pages.flatMap(({ url, named }) =>
    named
      .filter((one) => one.labelled && !reading.own.includes(one.address))
      .map(({ address }) => ({ url, address })),
  )
  if (new Set(labelled.map(({ address }) => address)).size !== 1) return []
  return labelled.map((one) => stated({ kind: 'other_token_named', ...one }, reading))
}

function stated(
  said: Said & { readonly kind: 'token_named' | 'other_token_named' },
  { projectId, sourceId, observedAt }: Reading,
): StatedClaim {
  return {
    projectId,
    sourceId,
    kind: said.kind,
    by: 'site',
    statement:
      said.kind === 'token_named'
        ? `The page names the token's contract ${said.address}.`
        : `The page names another contract, ${said.address}, as its token.`,
    url: said.url,
    statedOn: null,
    names: said.address,
    observedAt,
  }
}

/**
 * The claims that stand after a reading: those it made, and those of addresses that only the reading before saw, since
 * one reading without a line may be a fault of the page. Another token's naming falls at once where ours is named.
 */
export function standingClaims(
  input: { claims: readonly StatedClaim[]; before: readonly Said[]; pages: readonly PageNaming[] },
  projectId: string,
): readonly string[] {
  const { claims, before, pages } = input
  const gone = before.filter(
    ({ url, address }) =>
      !pages.some((page) => page.url === url && page.named.some((named) => named.address === address)),
  )
  const oursNamed = claims.some(({ kind }) => kind === 'token_named')
  const kinds = oursNamed ? (['token_named'] as const) : (['token_named', 'other_token_named'] as const)
  const lingering = gone.flatMap(({ url, address }) =>
    kinds.map((kind) => claimUuid({ projectId, kind, names: address, url })),
  )
  return [...claims.map(claimUuid), ...lingering]
}
