import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Starts the tests of rules and views before the tests that ask the service. Mutation testing ends a run at the first
 * failing test, and tests of rules and views take the least time.
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
