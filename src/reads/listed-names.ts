import { getListedNames } from '#records/project/listed-names.ts'
import type { ReadDeps } from './deps.ts'

/** The narratives and launchpads by which the list of projects can be filtered. */
export function readListedNames({ reader }: Pick<ReadDeps, 'reader'>): ReturnType<typeof getListedNames> {
  return getListedNames(reader)
}
