import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Starts the tests of rules and views before those that ask the service. Mutation testing ends a run with the first
 * test that notices, and a test of a rule or a view takes the least time.
 */
export class PureFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files)
    return others.toSorted((a, b) => Number(isPure(b)) - Number(isPure(a)))
  }
}

function isPure({ moduleId }: TestSpecification): boolean {
  return ['/src/domain/', '/src/views/'].some((folder) => moduleId.includes(folder))
}
