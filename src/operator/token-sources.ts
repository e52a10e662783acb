import type { SourceKind } from '#contract/enums.ts'
import type { ContractAddress } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { uuidOf } from '#domain/natural-key.ts'
import type { CatalogueSource } from '#records/project/catalogue.ts'

const MARKET_PROVIDERS = ['dexscreener', 'geckoterminal'] as const

/** The sources that follow from a token's address: its contract, its markets, its lockers. */
export function tokenSources(input: {
  projectId: string
  token: ContractAddress
  lockers: readonly ContractAddress[]
  now: Instant
}): readonly CatalogueSource[] {
  const { projectId, token, lockers, now } = input
  const source = (kind: SourceKind, locator: string, notCountedReason: string | null): CatalogueSource => ({
    id: uuidOf('source', `${projectId}:${kind}:${locator}`),
    projectId,
    kind,
    locator,
    establishedBy: 'token_identity',
    establishedUrl: null,
    establishedOn: null,
    establishedStatement: 'Follows from the token contract itself.',
    counted: notCountedReason === null,
    notCountedReason,
    attachedAt: now,
  })
  return [
    source('token', token, null),
    ...lockers.map((locker) => source('locker', `${locker}:${token}`, 'Locks are not building.')),
    ...MARKET_PROVIDERS.map((provider) =>
      source('market', `${provider}:${token}`, 'Market figures are context only.'),
    ),
  ]
}
