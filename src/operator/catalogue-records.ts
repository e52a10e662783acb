import { type ContractAddress, parseAddress, toAddress } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { uuidOf } from '#domain/natural-key.ts'
import type { BuiltOnDraft } from '#records/project/built-on.ts'
import type { CatalogueSource, CatalogueStatement } from '#records/project/catalogue.ts'
import type { CatalogueToken } from '#records/project/tokens.ts'
import type { CatalogueFile, SignatureOfStatement, SourceOfFile } from './catalogue-schema.ts'
import { tokenSources } from './token-sources.ts'

/** The uuid of a file's project: the recorded one, otherwise one that is derived from the slug. */
export function projectIdOf({ slug }: CatalogueFile, recordedId: string | undefined): string {
  return recordedId ?? uuidOf('project', slug)
}

/** The address of the token that a file names; undefined without a token. */
export function tokenAddressOf({ token }: CatalogueFile): ContractAddress | undefined {
  return token === undefined ? undefined : parseAddress(token.address)
}

/** The token that a file names; none without a token. */
export function catalogueTokens(projectId: string, file: CatalogueFile): readonly CatalogueToken[] {
  const address = tokenAddressOf(file)
  return address === undefined ? [] : [{ projectId, address, symbol: file.token?.symbol ?? null }]
}

/** The sources that a file states, and those that follow from its token. */
export function catalogueSources(
  projectId: string,
  file: CatalogueFile,
  deps: { readonly lockers: readonly ContractAddress[]; readonly now: Instant },
): readonly CatalogueSource[] {
  const stated = (file.sources ?? []).map((source): CatalogueSource => {
    const locator =
      source.kind === 'deployer' || source.kind === 'contract' ? source.locator.toLowerCase() : source.locator
    return {
      id: uuidOf('source', `${projectId}:${source.kind}:${locator}`),
      projectId,
      kind: source.kind,
      locator,
      establishedBy: source.established.by,
      establishedUrl: source.established.url ?? null,
      establishedOn: source.established.on ?? null,
      establishedStatement: source.established.statement ?? null,
      ...countingOf(source),
      attachedAt: deps.now,
    }
  })
  const address = tokenAddressOf(file)
  if (address === undefined) return stated
  return [...stated, ...tokenSources({ projectId, token: address, lockers: deps.lockers, now: deps.now })]
}

/** Whether a source counts, as its file says. A source that only the project itself names as its own never counts. */
export function countingOf({
  counted,
  reason,
  established,
}: SourceOfFile): Pick<CatalogueSource, 'counted' | 'notCountedReason'> {
  return counted && established.by === 'self_reported'
    ? { counted: false, notCountedReason: SELF_REPORTED }
    : { counted, notCountedReason: reason ?? null }
}

const SELF_REPORTED = 'Nobody but the project says that it is the project’s.'

/** The statements that a file quotes, and its narratives. */
export function catalogueStatements(projectId: string, file: CatalogueFile): readonly CatalogueStatement[] {
  const stated = (file.claims ?? []).map((claim): CatalogueStatement => {
    const names = claim.names === undefined ? null : toAddress(claim.names)
    return {
      id: uuidOf('claim', `${projectId}:${claim.kind}:${claim.by}:${names}:${claim.url}:${claim.statement}`),
      projectId,
      kind: claim.kind,
      by: claim.by,
      statement: claim.statement,
      url: claim.url ?? null,
      statedOn: claim.on ?? null,
      names,
      narrative: claim.narrative ?? null,
      signed: signedOf(claim.signature),
    }
  })
  const narratives = (file.narratives ?? []).map(
    (narrative): CatalogueStatement => ({
      id: uuidOf('narrative', `${projectId}:${narrative}`),
      projectId,
      kind: 'narrative',
      by: 'operator',
      statement: narrative,
      url: null,
      statedOn: null,
      names: null,
      narrative,
      signed: null,
    }),
  )
  return [...stated, ...narratives]
}

function signedOf(signature: SignatureOfStatement | undefined): CatalogueStatement['signed'] {
  if (signature === undefined) return null
  const { by, text, value } = signature
  return { by: toAddress(by), text, value: value.toLowerCase() as `0x${string}` }
}

/** The projects that a file says its project builds on. */
export function catalogueRelations(projectId: string, file: CatalogueFile): readonly BuiltOnDraft[] {
  return (file.builtOn ?? []).map(({ project, statement, url, on }) => ({
    id: uuidOf('claim', `${projectId}:built_on:${project}:${url}:${statement}`),
    projectId,
    onSlug: project,
    statement,
    url,
    statedOn: on ?? null,
  }))
}
