import { ExplainFact } from '#contract/enums.ts'
import { fail } from '#contract/errors.ts'
import { ignoredField } from '#contract/ignored.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import type { ExplainedProject } from '#domain/project/explained-record.ts'
import { findExplained } from '#records/project/explained.ts'
import { explanation, explanationIndex, sourceExplanation } from '#views/evidence/explanation.ts'
import { MARKET_COVERAGE } from '#views/evidence/stated-fact.ts'
import type { Site } from '#views/site/links.ts'
import type { ReadDeps } from './deps.ts'
import { published } from './published.ts'

export async function readExplain(
  input: Input<'explain'>,
  deps: Pick<ReadDeps, 'reader' | 'site'>,
): Promise<Output<'explain'>> {
  const { slug, fact, source } = input
  if (fact === 'source.counted' && source === undefined) fail('source_required')
  const facts = [...(fact === undefined ? ExplainFact.enum : [fact]), MARKET_COVERAGE]
  const project = published(slug, await findExplained({ slug, facts }, deps.reader))
  return { ...explained(project, input, deps.site), ...ignoredField(input) }
}

function explained(project: ExplainedProject, { fact, source }: Input<'explain'>, site: Site) {
  if (fact === undefined) return explanationIndex(project, site)
  if (fact !== 'source.counted') return explanation({ project, fact }, site)
  const registered = project.sources.find(({ id }) => id === source)
  if (registered === undefined) fail('not_found', { message: 'The project has no such source.' })
  return sourceExplanation({ project, source: registered }, site)
}
