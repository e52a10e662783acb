import type { Slug } from '#contract/ids.ts'
import { getReadings } from '#records/project/readings.ts'
import type { Readings } from '#views/status/readings.ts'
import type { ReadDeps } from './deps.ts'

/** How well the projects of a page are read, and when they are read next. */
export function readReadings(
  projects: readonly { readonly slug: Slug }[],
  { reader }: Pick<ReadDeps, 'reader'>,
): Promise<Readings> {
  return getReadings([...new Set(projects.map(({ slug }) => slug))], reader)
}
