import { LIMITS } from '#contract/limits.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { getNamedProjects } from '#records/project/search.ts'
import { suggestions } from '#views/lists/suggest.ts'
import type { ReadDeps } from './deps.ts'

export async function readSuggest(
  input: Input<'suggest'>,
  deps: Pick<ReadDeps, 'reader'>,
): Promise<Output<'suggest'>> {
  const found = await getNamedProjects({ words: input.q, limit: LIMITS.suggestRows }, deps.reader)
  return suggestions(found, input)
}
