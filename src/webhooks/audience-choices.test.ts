import { beforeEach, expect, test } from 'vitest'
import { forFile } from '#test/run/for-file.ts'
import { audienceOf, openReceivedStage } from '#test/webhooks/deliveries.ts'
import type { Said } from '#test/webhooks/webhooks.ts'
import { fanOut } from './enqueue.ts'

const opened = await forFile(openReceivedStage())
const stage = opened.stage
const audience = audienceOf(opened)
beforeEach(() => opened.begin())

const RELEASE = 'build.release'
const LOCK = 'lock.observed'

/** One subscription of each choice of types and projects. */
async function choices() {
  const [project, other] = [await stage.project(), await stage.project()]
  const told = {
    'every type, every project': await audience.subscribe(),
    'this type, every project': await audience.subscribe({ event_types: [LOCK, RELEASE] }),
    'another type, every project': await audience.subscribe({ event_types: [LOCK] }),
    'every type, this project': await audience.subscribe({}, [other, project]),
    'every type, another project': await audience.subscribe({}, [other]),
    'this type, this project': await audience.subscribe({ event_types: [RELEASE] }, [project]),
    'another type, this project': await audience.subscribe({ event_types: [LOCK] }, [project]),
    'this type, another project': await audience.subscribe({ event_types: [RELEASE] }, [other]),
    'from a later event on': await audience.subscribe({ starts_after: (await audience.head()) + 100 }),
    'disabled, every type, every project': await audience.subscribe({
      status: 'disabled',
      disabled_because: 'requested',
      disabled_at: stage.now(),
      gap_after: 0,
    }),
    'removed, this project': await audience.subscribe({ removed_at: stage.now() }, [project]),
  }
  return { project, other, told }
}
type Choices = Awaited<ReturnType<typeof choices>>

/** The deliveries of each subscription as texts, without the subscriptions that have none. */
async function toldOf({ told }: Choices) {
  const texts = await Promise.all(
    Object.entries(told).map(async ([name, id]) => [name, await audience.textsOf(id)] as const),
  )
  return Object.fromEntries(texts.filter(([, own]) => own.length > 0))
}
const each = (names: readonly string[], ...texts: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, texts]))

const BOTH = ['every type, every project', 'this type, every project']
const OF_THIS = ['every type, this project', 'this type, this project']
const OF_OTHER = ['every type, this project', 'every type, another project', 'this type, another project']

const EVENTS: readonly [string, Partial<Said>, 'project' | 'other', readonly string[]][] = [
  ['a type and a project that were chosen', {}, 'project', [...BOTH, ...OF_THIS]],
  ['a project that other subscriptions chose', {}, 'other', [...BOTH, ...OF_OTHER]],
  [
    'a type that nobody named',
    { type: 'research.published' },
    'project',
    ['every type, every project', 'every type, this project'],
  ],
  ['a type that is never pushed', { type: 'build.code_activity' }, 'project', []],
  ['an event that is not live', { seen: { by: 'research' } }, 'project', []],
]

/**
 * Pairs of event and subscription in a transaction. Nine subscriptions are active, so 20 hold all pairs of two events.
 */
const PAIRS = [1, 3, 20]

test.each(PAIRS.flatMap((pairs) => EVENTS.map((event) => [pairs, ...event] as const)))(
  '%d pairs at once: %s',
  async (pairsAtOnce, name, event, of, expected) => {
    const given = await choices()
    const id = `ship:${name}, ${pairsAtOnce}`
    await stage.say(given[of], { id, ...event })
    expect((await stage.fanOut({ pairsAtOnce })).queued).toBe(expected.length)
    expect(await toldOf(given)).toEqual(each(expected, `${event.type ?? RELEASE} 1 QUEUED`))
    await stage.say(given[of], { id, ...event, summary: 'told better' })
    expect((await stage.fanOut({ pairsAtOnce })).queued).toBe(expected.length)
  },
)

test.each(PAIRS)(
  '%d pairs at once: an event of a project that is hidden goes to nobody, however it was chosen',
  async (pairsAtOnce) => {
    const given = await choices()
    await stage.say(given.project, { id: `ship:hidden meanwhile, ${pairsAtOnce}` })
    await stage.database
      .updateTable('projects')
      .set({ state: 'hidden', hidden_at: stage.now() })
      .where('id', '=', given.project)
      .execute()
    expect((await stage.fanOut({ pairsAtOnce })).queued).toBe(0)
    expect(await toldOf(given)).toEqual({})
  },
)

test.each(PAIRS)(
  '%d pairs at once: a retraction goes to those that were sent the event, whatever they chose since',
  async (pairsAtOnce) => {
    const given = await choices()
    await stage.say(given.project, { id: `ship:sent, ${pairsAtOnce}` })
    await stage.fanOut({ pairsAtOnce })
    await stage.deliver()
    const chooses = (choice: object) => stage.database.updateTable('webhook_subscriptions').set(choice)
    await chooses({ event_types: [LOCK] })
      .where('id', 'in', [given.told['this type, every project'], given.told['this type, this project']])
      .execute()
    await stage.database
      .deleteFrom('webhook_subscription_projects')
      .where('subscription_id', '=', given.told['every type, this project'])
      .execute()
    await chooses({ all_projects: false }).where('id', '=', given.told['every type, every project']).execute()
    await stage.withdraw(`ship:sent, ${pairsAtOnce}`)
    await stage.fanOut({ pairsAtOnce })
    const had = [...BOTH, ...OF_THIS]
    expect(await toldOf(given)).toEqual(each(had, `${RELEASE} 1 SUCCEEDED`, 'event.retracted 2 QUEUED'))
  },
)

test.each(PAIRS)(
  '%d pairs at once: a revision goes to those that choose its type now, and to none that no longer does',
  async (pairsAtOnce) => {
    const given = await choices()
    await stage.say(given.project, { id: `ship:revised, ${pairsAtOnce}` })
    await stage.fanOut({ pairsAtOnce })
    await stage.deliver()
    const turn = (name: keyof Choices['told'], type: string) =>
      stage.database
        .updateTable('webhook_subscriptions')
        .set({ event_types: [type] })
        .where('id', '=', given.told[name])
        .execute()
    await turn('this type, this project', LOCK)
    await turn('another type, every project', RELEASE)
    await stage.say(given.project, { id: `ship:revised, ${pairsAtOnce}`, summary: 'told better' })
    await stage.fanOut({ pairsAtOnce })
    expect(await toldOf(given)).toEqual({
      ...each([...BOTH, 'every type, this project'], `${RELEASE} 1 SUCCEEDED`, `${RELEASE} 2 QUEUED`),
      ...each(['this type, this project'], `${RELEASE} 1 SUCCEEDED`),
      ...each(['another type, every project'], `${RELEASE} 2 QUEUED`),
    })
  },
)

test.each(PAIRS)(
  '%d pairs at once: an event that is withdrawn before it was fanned out waits for nobody',
  async (pairsAtOnce) => {
    const [project, id] = [await stage.project(), await audience.subscribe()]
    await stage.say(project, { id: `ship:brief, ${pairsAtOnce}` })
    await stage.withdraw(`ship:brief, ${pairsAtOnce}`)
    expect(await stage.fanOut({ pairsAtOnce })).toEqual({ entries: 2, queued: 1, cancelled: 1 })
    expect(await audience.textsOf(id)).toEqual([`${RELEASE} 1 CANCELLED`])
  },
)

/** Fans out in transactions of two pairs, and ends after one of them. */
async function fanOutOnePart() {
  const ending = new AbortController()
  const now = () => {
    ending.abort()
    return stage.now()
  }
  return fanOut({ signal: ending.signal, now, pairsAtOnce: 2 }, { database: stage.database })
}

test('[webhooks 10] [webhooks 13] between two parts of a fan-out the rest waits, and whoever subscribes is not told', async () => {
  const project = await stage.project()
  const ids = await Promise.all(Array.from({ length: 5 }, () => audience.subscribe())).then((all) =>
    all.toSorted(),
  )
  await stage.say(project, { id: 'ship:first' }, { id: 'ship:second' })
  expect(await fanOutOnePart()).toMatchObject({ entries: 0, queued: 2 })
  const between = {
    first: '00000000-0000-4000-8000-000000000001',
    last: 'ffffffff-ffff-4fff-bfff-fffffffffffe',
  }
  const starts_after = await audience.head()
  for (const id of Object.values(between)) await audience.subscribe({ id, starts_after })
  await stage.database
    .updateTable('webhook_subscriptions')
    .set({ removed_at: stage.now() })
    .where('id', '=', ids[4] ?? '')
    .execute()
  expect(await fanOutOnePart()).toMatchObject({ entries: 0, queued: 2 })
  await stage.say(project, { id: 'ship:third' })
  await stage.fanOut()
  const told = async (id: string) => (await stage.deliveries(id)).map(({ event_id }) => event_id)
  const all = ['ship:first', 'ship:second', 'ship:third']
  expect(await Promise.all(ids.map(told))).toEqual([all, all, all, all, []])
  expect(await Promise.all(Object.values(between).map(told))).toEqual([['ship:third'], ['ship:third']])
})

test('between two parts of a retraction nothing of the event is sent, and the rest is cancelled afterwards', async () => {
  const project = await stage.project()
  const ids = await Promise.all(Array.from({ length: 5 }, () => audience.subscribe()))
  await stage.say(project, { id: 'ship:in-parts' })
  await stage.fanOut()
  await stage.withdraw('ship:in-parts')
  expect(await fanOutOnePart()).toEqual({ entries: 0, queued: 0, cancelled: 2 })
  expect(await stage.deliver()).toBe(0)
  expect(await stage.fanOut()).toEqual({ entries: 1, queued: 0, cancelled: 3 })
  expect(await Promise.all(ids.map((id) => audience.textsOf(id)))).toEqual(
    ids.map(() => [`${RELEASE} 1 CANCELLED`]),
  )
})

test('events that nobody can be told of take one transaction, however many subscriptions there are', async () => {
  const [project, other] = [await stage.project(), await stage.project()]
  for (const _ of [1, 2]) {
    await audience.subscribe({ event_types: [LOCK] })
    await audience.subscribe({}, [other])
    await audience.subscribe({ event_types: [LOCK] }, [project])
    await audience.subscribe({ removed_at: stage.now() }, [project])
  }
  const quiet = (about: Partial<Said>) =>
    stage.say(
      project,
      ...Array.from({ length: 20 }, (_, index) => ({
        id: `quiet:${JSON.stringify(about)}:${index}`,
        ...about,
      })),
    )
  await quiet({ type: RELEASE })
  await quiet({ type: 'build.code_activity' })
  await quiet({ type: LOCK, seen: { by: 'research' } })
  expect(await fanOutOnePart()).toEqual({ entries: 60, queued: 0, cancelled: 0 })
})
