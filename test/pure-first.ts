import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Starts the tests of rules and views before those that ask a surface. Mutation testing ends a run with the first test
 * that notices, and a test of a rule or a view takes the least time.
 */
export class PureFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files)
    return others.toSorted((a, b) => Number(isAsked(a)) - Number(isAsked(b)))
  }
}

function isAsked({ moduleId }: TestSpecification): boolean {
  return moduleId.includes('/src/surfaces/')
}
