import { expect } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import {
  emptied,
  type Failing,
  failAll,
  late,
  type Planted,
  plant,
  providersOf,
  readAfter,
  SPANS,
  streamsOf,
  toldTwice,
  unfounded,
  unread,
} from './outage.ts'
import { compareReceipts } from './receipt-values.ts'
import { readCards, readShown, type ShownCards } from './shown-answers.ts'
import type { World } from './world.ts'
import { readsOf } from './world-reads.ts'

/** The projects whose sources are read in the flows of outages. */
export const READ = ['lumen', 'gantry', 'opaline', 'harborwatch', 'saltlock']
/** Projects with a release just before an outage. It keeps their status from falling before the outage. */
const BUILDING = ['gantry', 'harborwatch', 'saltlock']

/** An outage of some providers. Each provider fails in its own way. */
export type Outage = {
  readonly span: keyof typeof SPANS
  readonly failing: Failing
  /** Whether to compare the receipts of the whole cast. Otherwise only those of the projects that are read. */
  readonly wholeCast?: true
}

/** The outages of a run, with titles. With `OUTAGES=every`, each failure is run with each span, for the whole cast. */
export function outagesOf(outages: readonly Outage[]): readonly (Outage & { readonly words: string })[] {
  if (process.env['OUTAGES'] !== 'every') return outages.map(titled)
  const spans = Object.keys(SPANS) as readonly Outage['span'][]
  return outages.flatMap(({ failing }) => spans.map((span) => titled({ span, failing, wholeCast: true })))
}

function titled(outage: Outage): Outage & { readonly words: string } {
  const failing = Object.entries(outage.failing).map(([provider, failure]) => `${provider}: ${failure}`)
  return { ...outage, words: failing.join(', ') }
}

/**
 * Lives through an outage and the day after it. During the outage, no event appears that only a failing provider could
 * show, no stream of a failing provider is read, and no figure becomes 0. Afterwards, everything is read in time, and
 * each change that happened meanwhile is announced once.
 */
export async function liveThrough(outage: Outage, world: World): Promise<void> {
  const { span, failing, wholeCast } = outage
  const reads = readsOf(world)
  for (const slug of BUILDING) await world.act('release', slug)
  await world.settle(...BUILDING)
  const before = await readCards(world, READ)
  const cursor = await reads.head()
  await failAll(failing, world)
  const failedAt = world.service.clock.now()
  const failed = { slugs: READ, providers: providersOf(failing) }
  const planted = await plant(failing, world)
  for (const hours of SPANS[span]) {
    await world.advance(hours * HOUR_MS)
    expect.soft(unfounded(await reads.changesAfter(cursor), failing), `${hours} h on`).toEqual([])
    expect.soft(readAfter(await streamsOf(failed, world), failedAt), `${hours} h on`).toEqual([])
    const empty = emptiedIn(await readCards(world, READ), before)
    expect.soft(empty.filter(isUnread(failing)), `${hours} h on`).toEqual([])
  }
  await expectReceipts(world, wholeCast)
  await expectRecovery({ failing, planted, cursor }, world)
  await expectReceipts(world, wholeCast)
}

function emptiedIn(during: ShownCards, before: ShownCards): readonly string[] {
  return (['dossiers', 'cards', 'scans'] as const).flatMap((part) =>
    emptied(Object.fromEntries(before[part]), Object.fromEntries(during[part])),
  )
}

/** Counts of GitHub can truly fall to 0 while GitHub is read. */
const COUNTED = /commits_30d$|ships_?30d$/i
const isUnread = (failing: Failing) => (path: string) => 'github' in failing || !COUNTED.test(path)

/** Expects that each receipt has the values of the claims that cite it. */
async function expectReceipts(world: World, wholeCast: true | undefined): Promise<void> {
  const compared = await compareReceipts(await readShown(world, wholeCast ? undefined : READ), world)
  expect(compared.length).toBeGreaterThan(200)
  const wrong = compared.filter(({ shown, held }) => JSON.stringify(shown) !== JSON.stringify(held))
  expect.soft(wrong).toEqual([])
}

async function expectRecovery(
  outage: {
    readonly failing: Failing
    readonly planted: readonly Planted[]
    readonly cursor: string
  },
  world: World,
): Promise<void> {
  const { failing, planted, cursor } = outage
  const failed = { slugs: READ, providers: providersOf(failing) }
  const cleared = world.service.clock.now()
  expect.soft(late(await streamsOf(failed, world), cleared), 'due in time').toEqual([])
  await world.ask('/fault/clear', {})
  await world.advance(HOUR_MS)
  await world.advance(DAY_MS)
  const daily = (await streamsOf(failed, world)).filter(({ cadenceMs }) => cadenceMs <= DAY_MS)
  expect.soft(unread(daily, cleared), 'read in time').toEqual([])
  // A market status at the end of the day is announced when a reading an hour later agrees.
  await world.advance(2 * HOUR_MS)
  await world.settle(...READ)
  const told = await readsOf(world).changesAfter(cursor)
  expect.soft(toldTwice(told), 'told twice').toEqual([])
  expect
    .soft(planted.map(({ name, isTold }) => [name, told.filter(isTold).length]))
    .toEqual(planted.map(({ name }) => [name, 1]))
}
