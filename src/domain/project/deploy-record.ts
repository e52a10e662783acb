import type { ContractAddress, EvidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { namesToken } from './signed-statement.ts'

/** The results of reading a deploy record. `unreadable`: not a file with text, or a file that is too large. */
export type RecordOutcome = 'named' | 'not_named' | 'missing' | 'unreadable'

/** A reading of the file that a statement calls a deploy record, in a repository that speaks for the project. */
export type RecordCheck = {
  readonly outcome: RecordOutcome
  /** The repository in which it was read. */
  readonly source: EvidenceId
  readonly at: Instant
}

/** A file of a repository, at a branch, tag or commit. */
export type RepositoryFile = {
  readonly repository: string
  readonly ref: string
  readonly path: string
}

const BLOB = /^\/([^/]+\/[^/]+)\/blob\/(.+)$/

/** A ref can have slashes: `release/v1`, `refs/heads/main`. A ref of more parts is not found. */
const REF_PARTS = 3

/**
 * The files that the address of a page of a code host can name, `…/owner/name/blob/ref/path`, the shortest ref first:
 * the address does not say where the ref ends. Empty for any other address.
 */
export function filesOfPage(url: string): readonly RepositoryFile[] {
  if (!URL.canParse(url)) return []
  const found = BLOB.exec(new URL(url).pathname)
  if (found === null) return []
  const [, name = '', place = ''] = found
  const repository = decoded(name)
  const parts = place.split('/').map(decoded)
  const known = parts.filter((part) => part !== undefined)
  if (repository === undefined || known.length < parts.length) return []
  const lengths = Array.from({ length: REF_PARTS }, (_, index) => index + 1)
  return lengths
    .map((length) => ({ ref: known.slice(0, length).join('/'), path: known.slice(length).join('/') }))
    .filter(({ ref, path }) => path !== '' && !ref.endsWith('/'))
    .map((file) => ({ repository, ...file }))
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

/** Whether a deploy record names a token: its path and text have the address and the chain id. */
export function judgeRecord(
  file: { readonly path: string; readonly text: string },
  token: ContractAddress,
): Extract<RecordOutcome, 'named' | 'not_named'> {
  return namesToken(`${file.path}\n${file.text}`, token) ? 'named' : 'not_named'
}
