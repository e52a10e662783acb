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

/** Commits of one author; `everyDays` gives the day of each and `subject` its subject, by index. */
export function streamOfCommits(
  count: number,
  everyDays: (index: number) => number,
  subject: (index: number) => string,
): readonly Commit[] {
  return Array.from({ length: count }, (_, index) =>
    commitOf(`s${index}`, everyDays(index), { subject: subject(index) }),
  )
}
