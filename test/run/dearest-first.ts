import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The long files that take longest, dearest first. */
const DEAREST = [
  'flows/standbys',
  'flows/faults',
  'flows/chain-outages',
  'flows/pages',
  'flows/standby-kills',
  'flows/kills',
  'generated/catalogue',
  'flows/outages',
  'flows/start',
  'flows/stored-answers',
  'flows/restart',
  'flows/restore',
  'house/patterns',
  'flows/rule-versions',
  'flows/garbage',
  'flows/webhook-types',
  'flows/upgrade',
  'flows/webhook-crashes',
  'flows/command-clock',
  'flows/first-start',
].map((name) => `/test/${name}.long.test.ts`)
/** Part of every shard: what callers are answered must not change without notice. */
const EVERY = '/test/flows/stored-answers.long.test.ts'

/** Starts the dearest files first, so that none of them is left to run alone at the end. */
export class DearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files)
    return others.toSorted(byPlace)
  }

  /** Deals the files to the shards, so that each takes about as long, and that a file is always in the same one. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shard } = this.ctx.config
    if (shard === undefined) return files
    const dealt = files.toSorted((a, b) => byPlace(a, b) || a.moduleId.localeCompare(b.moduleId))
    return dealt.filter(
      ({ moduleId }, place) => moduleId.endsWith(EVERY) || shardOf(place, shard.count) === shard.index,
    )
  }
}

/** The shard of a place, from 1: they are dealt to and fro. */
function shardOf(place: number, count: number): number {
  const round = Math.floor(place / count)
  const within = place % count
  return round % 2 === 0 ? within + 1 : count - within
}

function byPlace(a: TestSpecification, b: TestSpecification): number {
  return placeOf(a) - placeOf(b)
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = DEAREST.findIndex((path) => moduleId.endsWith(path))
  return place === -1 ? DEAREST.length : place
}
