import type { Commit } from '#domain/ships/commit-streams.ts'
import { day } from './build-evidence.ts'

/** A human commit that changes one source file; `rest` overrides its fields. */
export function commitOf(sha: string, at: number, rest: Partial<Commit> = {}): Commit {
  return {
    sha,
    subject: `Handle case ${sha}`,
    authorLogin: 'mira',
    authorType: 'User',
    authorName: 'Mira',
    committedAt: day(at),
    parents: 1,
    work: 'substantive',
    ...rest,
  }
}

/** Commits of one author. By the index of a commit, `everyDays` gives its day and `subject` its subject. */
export function streamOfCommits(
  count: number,
  everyDays: (index: number) => number,
  subject: (index: number) => string,
): readonly Commit[] {
  return Array.from({ length: count }, (_, index) =>
    commitOf(`s${index}`, everyDays(index), { subject: subject(index) }),
  )
}
