import type { Input, Output } from '#contract/operations/index.ts'
import { findPaceCounts, getAccelerating } from '#records/project/accelerating.ts'
import { acceleratingList } from '#views/lists/accelerating.ts'
import type { ReadDeps } from './deps.ts'

export async function readAccelerating(
  input: Input<'accelerating'>,
  { reader, site }: Pick<ReadDeps, 'reader' | 'site'>,
): Promise<Output<'accelerating'>> {
  const { offset, ignoredParameters } = input
  const counts = await findPaceCounts(reader)
  const list = await getAccelerating(input, reader)
  return acceleratingList({ ...list, counts, offset, ignoredParameters }, site)
}
