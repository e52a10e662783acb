import type { AppliedProject } from '#operator/apply-files.ts'
import { textOfCounts } from './progress.ts'

/** The result of `catalogue apply` as text: the files that changed a project or have no effect, and then the counts. */
export const APPLIED_TEXT = {
  line: ({ slug, result, changed, ignored }: AppliedProject): string | undefined =>
    result === 'unchanged' && ignored.length === 0
      ? undefined
      : `${slug}: ${[result, ...changed, ...ignored].join(', ')}`,
  end(applied: readonly AppliedProject[]): string {
    const count = (of: AppliedProject['result']) => applied.filter(({ result }) => result === of).length
    return textOfCounts({
      created: count('created'),
      updated: count('updated'),
      unchanged: count('unchanged'),
    })
  },
} as const
