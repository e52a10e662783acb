import type { Reader } from './database.ts'

/** Records of each project, by the project's id; a project without any is absent. */
export type ByProject<T> = ReadonlyMap<string, readonly T[]>

/** Rows as records of their projects, in the order of the rows. */
export function byProject<R extends { readonly project_id: string }, T>(
  rows: readonly R[],
  to: (row: R) => T,
): ByProject<T> {
  const groups = Map.groupBy(rows, (row) => row.project_id)
  return new Map([...groups].map(([id, group]) => [id, group.map(to)]))
}

/** The records of one project; empty for a project without any. */
export function recordsOf<T>(projectId: string, records: ByProject<T>): readonly T[] {
  const own = records.get(projectId)
  return own === undefined ? [] : own
}

/** The projects of a query, by their uuids. */
export type OfProjects = { readonly projectIds: readonly string[] }

/** The records of one project, from a query for many. */
export async function getOfProject<T>(
  input: {
    readonly projectId: string
    readonly get: (query: OfProjects, reader: Reader) => Promise<ByProject<T>>
  },
  reader: Reader,
): Promise<readonly T[]> {
  return recordsOf(input.projectId, await input.get({ projectIds: [input.projectId] }, reader))
}
