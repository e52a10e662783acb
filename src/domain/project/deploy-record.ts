import type { ContractAddress, EvidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { namesToken } from './signed-statement.ts'

/** What a reading of a deploy record can find. `unreadable`: no file with text, or one that is too large. */
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

const BLOB = /^\/([^/]+\/[^/]+)\/blob\/([^/]+)\/(.+)$/

/** The file that the address of a page of a code host names, `…/owner/name/blob/ref/path`; undefined for any other. */
export function fileOfPage(url: string): RepositoryFile | undefined {
  if (!URL.canParse(url)) return undefined
  const found = BLOB.exec(new URL(url).pathname)
  if (found === null) return undefined
  const [, repository, ref, path] = found.map(decoded)
  return repository === undefined || ref === undefined || path === undefined
    ? undefined
    : { repository, ref, path }
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
