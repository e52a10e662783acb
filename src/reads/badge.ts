import type { Input, Output } from '#contract/operations/index.ts'
import { findBadge } from '#records/project/badge.ts'
import { badge } from '#views/cards/badge.ts'
import type { ReadDeps } from './deps.ts'
import { published } from './published.ts'

export async function readBadge(
  input: Input<'badge'>,
  deps: Pick<ReadDeps, 'reader'>,
): Promise<Output<'badge'>> {
  const found = published(input.slug, await findBadge(input.slug, deps.reader))
  return badge(found, { theme: input.theme })
}
