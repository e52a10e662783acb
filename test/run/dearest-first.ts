import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The long test files that take longest, the slowest first. */
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
/** Runs in every shard: the answers to callers must not change without notice. */
const EVERY = '/test/flows/stored-answers.long.test.ts'

/** Starts the slowest files first. Otherwise a slow file could run alone at the end. */
export class DearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files)
    return others.toSorted(byPlace)
  }

  /** Distributes the files over the shards. Each shard takes about as long, and a file is always in the same shard. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shard } = this.ctx.config
    if (shard === undefined) return files
    const dealt = files.toSorted((a, b) => byPlace(a, b) || a.moduleId.localeCompare(b.moduleId))
    return dealt.filter(
      ({ moduleId }, place) => moduleId.endsWith(EVERY) || shardOf(place, shard.count) === shard.index,
    )
  }
}

/** The shard of a place, from 1. Places are dealt forwards and backwards in turn. */
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
