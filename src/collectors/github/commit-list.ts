import type { ChangedFile, Commit } from '#domain/ships/commit-streams.ts'
import { countAt, fieldAt, instantAt, textAt } from '../json-field.ts'
import { storedText, storedTextAt } from '../stored-text.ts'
import { webAddressAt } from './repository.ts'

/** A commit in a listing, with its page. */
export type ListedCommit = Commit & { readonly url: string | null }

const SUBJECT_LENGTH = 500
const NAME_LENGTH = 200

/** One commit, with its committer date or else its author date; undefined without a hash or a date. */
export function parseCommit(item: unknown): ListedCommit | undefined {
  const sha = textAt(item, 'sha')
  const committedAt =
    instantAt(item, 'commit', 'committer', 'date') ?? instantAt(item, 'commit', 'author', 'date')
  if (sha === undefined || !/^[0-9a-f]{7,64}$/.test(sha) || committedAt === null) return undefined
  const parents = fieldAt(item, 'parents')
  return {
    ...{ sha, committedAt, files: null },
    subject: storedText(textAt(item, 'commit', 'message')?.split('\n', 1)[0] ?? '', SUBJECT_LENGTH),
    authorLogin: storedTextAt(item, NAME_LENGTH, 'author', 'login'),
    authorType: storedTextAt(item, NAME_LENGTH, 'author', 'type'),
    authorName: storedTextAt(item, NAME_LENGTH, 'commit', 'author', 'name'),
    parents: Array.isArray(parents) ? parents.length : 0,
    url: webAddressAt(item, 'html_url'),
  }
}

/** The files that one commit changed; undefined when the answer has no list of files. */
export function parseChangedFiles(value: unknown): readonly ChangedFile[] | undefined {
  const files = fieldAt(value, 'files')
  if (!Array.isArray(files)) return undefined
  return files.flatMap((file) => {
    const path = textAt(file, 'filename')
    if (path === undefined) return []
    const additions = countAt(file, 'additions') ?? 0
    const deletions = countAt(file, 'deletions') ?? 0
    return [{ path, additions, deletions, patch: textAt(file, 'patch') ?? null }]
  })
}
