import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { subscribableTypes } from '#contract/events.ts'
import { getOutboxEntries } from '#records/webhooks/outbox.ts'
import { audienceOf, openReceivedStage, type ReceivedStage } from '#test/deliveries.ts'
import type { Said, WebhookStage } from '#test/webhooks.ts'

let opened: ReceivedStage
let stage: WebhookStage
let audience: ReturnType<typeof audienceOf>
beforeAll(async () => {
  opened = await openReceivedStage()
  stage = opened.stage
  audience = audienceOf(opened)
})
beforeEach(() => opened.begin())
afterAll(() => opened[Symbol.asyncDispose]())

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
      ...{ status: 'disabled', disabled_because: 'requested', disabled_at: stage.now(), gap_after: 0 },
    }),
    'removed, this project': await audience.subscribe({ removed_at: stage.now() }, [project]),
  }
  return { project, other, told }
}
type Choices = Awaited<ReturnType<typeof choices>>

/** What each subscription has, those with nothing left out. */
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

test.each(EVENTS)('%s', async (name, event, of, expected) => {
  const given = await choices()
  const id = `ship:${name}`
  await stage.say(given[of], { id, ...event })
  expect((await stage.fanOut()).queued).toBe(expected.length)
  expect(await toldOf(given)).toEqual(each(expected, `${event.type ?? RELEASE} 1 QUEUED`))
  await stage.say(given[of], { id, ...event, summary: 'told better' })
  expect((await stage.fanOut()).queued).toBe(expected.length)
})

test('an event of a project that is hidden goes to nobody, however it was chosen', async () => {
  const given = await choices()
  await stage.say(given.project, { id: 'ship:hidden meanwhile' })
  await stage.database
    .updateTable('projects')
    .set({ state: 'hidden', hidden_at: stage.now() })
    .where('id', '=', given.project)
    .execute()
  expect((await stage.fanOut()).queued).toBe(0)
  expect(await toldOf(given)).toEqual({})
})

test('a retraction goes to those that were sent the event, whatever they chose since', async () => {
  const given = await choices()
  await stage.say(given.project, { id: 'ship:sent' })
  await stage.fanOut()
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
  await stage.withdraw('ship:sent')
  await stage.fanOut()
  const had = [...BOTH, ...OF_THIS]
  expect(await toldOf(given)).toEqual(each(had, `${RELEASE} 1 SUCCEEDED`, 'event.retracted 2 QUEUED'))
})

test('a revision goes to those that choose its type now, and to none that no longer does', async () => {
  const given = await choices()
  await stage.say(given.project, { id: 'ship:revised' })
  await stage.fanOut()
  await stage.deliver()
  const turn = (name: keyof Choices['told'], type: string) =>
    stage.database
      .updateTable('webhook_subscriptions')
      .set({ event_types: [type] })
      .where('id', '=', given.told[name])
      .execute()
  await turn('this type, this project', LOCK)
  await turn('another type, every project', RELEASE)
  await stage.say(given.project, { id: 'ship:revised', summary: 'told better' })
  await stage.fanOut()
  expect(await toldOf(given)).toEqual({
    ...each([...BOTH, 'every type, this project'], `${RELEASE} 1 SUCCEEDED`, `${RELEASE} 2 QUEUED`),
    ...each(['this type, this project'], `${RELEASE} 1 SUCCEEDED`),
    ...each(['another type, every project'], `${RELEASE} 2 QUEUED`),
  })
})

test('a transaction takes no further entry once enough pairs of entry and subscription match', async () => {
  const { project } = await choices()
  const after = await audience.head()
  const say = (type: 'build.release' | 'build.code_activity', ...names: readonly string[]) =>
    stage.say(project, ...names.map((name) => ({ id: `bound:${name}`, type }) as const))
  await say('build.code_activity', 'quiet 1', 'quiet 2', 'quiet 3')
  await say(RELEASE, 'loud 1', 'loud 2', 'loud 3')
  await stage.withdraw('bound:quiet 1')
  const take = async (limit: number, pairs: number) => {
    const types = subscribableTypes({ marketIntegrity: false })
    const entries = await getOutboxEntries({ after, limit, pairs, types }, stage.database)
    return entries.map(({ id, op }) => `${id.slice('bound:'.length)} ${op}`)
  }
  const quiet = ['quiet 1 upsert', 'quiet 2 upsert', 'quiet 3 upsert']
  expect(await take(500, 1)).toEqual([...quiet, 'loud 1 upsert'])
  expect(await take(500, 8)).toEqual([...quiet, 'loud 1 upsert', 'loud 2 upsert'])
  const all = [...quiet, 'loud 1 upsert', 'loud 2 upsert', 'loud 3 upsert', 'quiet 1 retract']
  expect(await take(500, 100)).toEqual(all)
  expect(await take(2, 100)).toEqual(all.slice(0, 2))
})
