import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, dearest first. The first four mostly wait. */
const DEAREST = [
  'webhook-crashes',
  'restart',
  'kills',
  'standby-kills',
  'chain-outages',
  'outages',
  'faults',
  'start',
  'webhook-types',
  'pages',
  'first-start',
  'chain',
  'rewrites',
].map((name) => `/test/flows/${name}.long.test.ts`)

/** Starts the dearest files first, so that none of them is left to run alone at the end. */
export class DearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files)
    return others.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = DEAREST.findIndex((path) => moduleId.endsWith(path))
  return place === -1 ? DEAREST.length : place
}
