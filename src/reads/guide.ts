import type { Operation } from '#contract/operation.ts'
import { OPERATIONS, type Output } from '#contract/operations/index.ts'
import { guide } from '#views/site/guide.ts'
import type { ReadDeps } from './deps.ts'

export async function readGuide(_input: object, { site }: Pick<ReadDeps, 'site'>): Promise<Output<'guide'>> {
  return guide(Object.values<Operation>(OPERATIONS), site)
}
