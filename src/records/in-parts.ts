import { errorMessageOf } from '#contract/error-message.ts'
import { findDatabaseFailure } from './database-failure.ts'

/** A project that a step cannot handle, and why. */
export type FailedProject = { readonly projectId: string; readonly cause: unknown }

/** A run goes on while at most this many projects failed. If more fail, the fault is probably not in their records. */
export const MOST_FAILED = 50
const NAMED = 3

/**
 * Thrown when some projects failed. `counts` is the result for the other projects. The message names the first three
 * failed projects with their errors.
 */
export class ProjectsFailed extends AggregateError {
  override readonly name = 'ProjectsFailed'
  readonly counts: Readonly<Record<string, number>>

  constructor(failed: readonly FailedProject[], counts: Readonly<Record<string, number>>) {
    const first = failed.slice(0, NAMED)
    const named = first.map(({ projectId, cause }) => `${projectId}: ${errorMessageOf(cause)}`)
    const more = failed.length > NAMED ? ` and ${failed.length - NAMED} more` : ''
    super(
      first.map(({ cause }) => cause),
      `Projects were left out, and the others went on: ${named.join('; ')}${more}`,
    )
    this.counts = counts
  }
}

/**
 * Handles some projects at once. If that fails, handles each half alone, and so on, until only projects remain that
 * fail by themselves. So a failing project does not hold up the others. Returns the results of the parts, and the
 * projects that failed.
 * @throws the error of `handle` for a failure of the database
 */
export async function inParts<T>(
  projectIds: readonly string[],
  handle: (projectIds: readonly string[]) => Promise<T>,
): Promise<{ readonly done: readonly T[]; readonly failed: readonly FailedProject[] }> {
  try {
    return { done: [await handle(projectIds)], failed: [] }
  } catch (cause) {
    const [projectId, ...others] = projectIds
    if (projectId === undefined || findDatabaseFailure(cause) !== undefined) throw cause
    if (others.length === 0) return { done: [], failed: [{ projectId, cause }] }
  }
  const middle = Math.ceil(projectIds.length / 2)
  const first = await inParts(projectIds.slice(0, middle), handle)
  const second = await inParts(projectIds.slice(middle), handle)
  return { done: [...first.done, ...second.done], failed: [...first.failed, ...second.failed] }
}
