import { COVERAGE_DIMENSIONS, ExplainFact } from '#contract/enums.ts'
import { ignoredField } from '#contract/ignored.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { findExplained, getFreshness } from '#records/project/explained.ts'
import { projectCoverage } from '#views/project/coverage.ts'
import type { ReadDeps } from './deps.ts'
import { published } from './published.ts'

/** The facts that the coverage of a project states. */
export const COVERAGE_FACTS = [
  ...ExplainFact.enum,
  ...COVERAGE_DIMENSIONS.map((dimension) => `coverage.${dimension}`),
]

export async function readCoverage(
  input: Input<'coverage'>,
  deps: Pick<ReadDeps, 'reader' | 'site'>,
): Promise<Output<'coverage'>> {
  const project = published(
    input.slug,
    await findExplained({ slug: input.slug, facts: COVERAGE_FACTS }, deps.reader),
  )
  const freshness = await getFreshness(project.projectId, deps.reader)
  const coverage = projectCoverage({ project, freshness }, deps.site)
  return { ...coverage, ...ignoredField(input) }
}
