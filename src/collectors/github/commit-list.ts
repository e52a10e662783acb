import type { ChangedFile, Commit } from '#domain/ships/commit-streams.ts'
import { fieldAt, textAt } from '../json-field.ts'
import { storedText } from '../stored-text.ts'
import { instantAt } from './repository.ts'

/** A commit in a listing, with its page. */
export type ListedCommit = Commit & { readonly url: string | null }

const SUBJECT_LENGTH = 500

/** The commits of a listing; what has no hash or no date is left out. */
export function parseCommits(items: readonly unknown[]): readonly ListedCommit[] {
  return items.flatMap((item) => parseCommit(item) ?? [])
}

/** One commit, with its committer date or else its author date. */
export function parseCommit(item: unknown): ListedCommit | undefined {
  const sha = textAt(item, 'sha')
  const committedAt =
    instantAt(item, 'commit', 'committer', 'date') ?? instantAt(item, 'commit', 'author', 'date')
  if (sha === undefined || !/^[0-9a-f]{7,64}$/.test(sha) || committedAt === null) return undefined
  const parents = fieldAt(item, 'parents')
  const url = textAt(item, 'html_url')
  return {
    ...{ sha, committedAt, files: null },
    subject: subjectOf(textAt(item, 'commit', 'message')),
    authorLogin: shortAt(item, 'author', 'login'),
    authorType: shortAt(item, 'author', 'type'),
    authorName: shortAt(item, 'commit', 'author', 'name'),
    parents: Array.isArray(parents) ? parents.length : 0,
    url: url?.startsWith('https://') === true ? storedText(url, 2000) : null,
  }
}

/** The files that one commit changed; undefined when the answer has no list of files. */
export function parseChangedFiles(value: unknown): readonly ChangedFile[] | undefined {
  const files = fieldAt(value, 'files')
  if (!Array.isArray(files)) return undefined
  return files.flatMap((file) => {
    const path = textAt(file, 'filename')
    if (path === undefined) return []
    const patch = textAt(file, 'patch')
    return [
      {
        path,
        additions: linesAt(file, 'additions'),
        deletions: linesAt(file, 'deletions'),
        patch: patch ?? null,
      },
    ]
  })
}

function subjectOf(message: string | undefined): string {
  return message === undefined ? '' : storedText(message.split('\n', 1)[0] ?? '', SUBJECT_LENGTH)
}

function shortAt(value: unknown, ...path: readonly string[]): string | null {
  const text = textAt(value, ...path)
  return text === undefined ? null : storedText(text, 200)
}

function linesAt(file: unknown, key: string): number {
  const lines = fieldAt(file, key)
  return typeof lines === 'number' && Number.isSafeInteger(lines) && lines > 0 ? lines : 0
}
