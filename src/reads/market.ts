import type { Input, Output } from '#contract/operations/index.ts'
import { addDays, dateOf } from '#contract/time.ts'
import { findDatedProject } from '#records/history/history.ts'
import { loadMarket } from '#records/history/market.ts'
import { market } from '#views/token/market.ts'
import type { ReadDeps } from './deps.ts'
import { published } from './published.ts'

export async function readMarket(input: Input<'market'>, deps: ReadDeps): Promise<Output<'market'>> {
  const project = published(input.slug, await findDatedProject(input.slug, deps.reader))
  const to = dateOf(deps.now)
  const span = { from: addDays(to, 1 - input.days), to }
  const record = await loadMarket({ project, span, now: deps.now }, deps.reader)
  return market({ record, span, ignoredParameters: input.ignoredParameters }, deps)
}
