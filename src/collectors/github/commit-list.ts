import type { Commit } from '#domain/ships/commit-streams.ts'
import { fieldAt, instantAt, textAt } from '../json-field.ts'
import { storedText, storedTextAt } from '../stored-text.ts'
import { webAddressAt } from './repository.ts'

/** A commit in a listing, with the address of its page. */
export type ListedCommit = Commit & { readonly url: string | null }

const SUBJECT_LENGTH = 500
const NAME_LENGTH = 200

/**
 * One commit, dated by its committer date or else its author date. Undefined without a hash, a date or the list of
 * parents, which tells whether the commit is a merge.
 */
export function parseCommit(item: unknown): ListedCommit | undefined {
  const sha = textAt(item, 'sha')
  const committedAt =
    instantAt(item, 'commit', 'committer', 'date') ?? instantAt(item, 'commit', 'author', 'date')
  if (sha === undefined || !/^[0-9a-f]{7,64}$/.test(sha) || committedAt === null) return undefined
  const parents = fieldAt(item, 'parents')
  if (!Array.isArray(parents)) return undefined
  return {
    sha,
    committedAt,
    work: 'not_read',
    subject: storedText(textAt(item, 'commit', 'message')?.split('\n', 1)[0] ?? '', SUBJECT_LENGTH),
    authorLogin: storedTextAt(item, NAME_LENGTH, 'author', 'login'),
    authorType: storedTextAt(item, NAME_LENGTH, 'author', 'type'),
    authorName: storedTextAt(item, NAME_LENGTH, 'commit', 'author', 'name'),
    parents: parents.length,
    url: webAddressAt(item, 'html_url'),
  }
}
