import { beforeEach, describe, expect, test } from 'vitest'
import { addMs, DAY_MS, HOUR_MS } from '#contract/time.ts'
import { hideProject, publishProject, renameProject } from '#operator/projects.ts'
import { inTransaction } from '#records/database.ts'
import { cancelWaiting } from '#records/webhooks/commands.ts'
import { applyDeliveryRetention } from '#records/webhooks/retention.ts'
import { anEvaluation, aShip } from '#test/given/records.ts'
import { forFile } from '#test/run/for-file.ts'
import { audienceOf, openReceivedStage } from '#test/webhooks/deliveries.ts'
import { aWatchedProject, runFor } from '#test/webhooks/ledger.ts'
import { answering } from '#test/webhooks/receiver.ts'
import { hold } from '#test/webhooks/webhooks.ts'

const opened = await forFile(openReceivedStage())
const stage = opened.stage
const audience = audienceOf(opened)
beforeEach(() => opened.begin())

const operating = () => ({ database: stage.database, now: stage.now() })

/**
 * A project with one live release, and the subscriptions that the table below names. The release was sent to some of
 * them.
 */
async function aToldRelease() {
  const { project, ship } = await aWatchedProject(stage.database)
  const id = project.id ?? ''
  const other = await stage.project()
  const told = {
    'everything, sent': await audience.subscribe(),
    'this project, sent': await audience.subscribe({}, [id]),
    'everything, not sent': await audience.subscribe(),
    'another project': await audience.subscribe({}, [other]),
    'another type': await audience.subscribe({ event_types: ['lock.observed'] }),
  }
  await hold(told['everything, not sent'], stage.now(), stage.database)
  const released = await aShip(
    { ...ship, detected_at: stage.now(), occurred_at: stage.now() },
    stage.database,
  )
  await runFor(id, stage.database, stage.now())
  await stage.send()
  const late = await audience.subscribe()
  return {
    id,
    slug: project.slug,
    released,
    after: await audience.head(),
    told: { ...told, 'everything, later': late },
  }
}

type Release = Awaited<ReturnType<typeof aToldRelease>>
const hide = ({ slug }: Release) => hideProject({ slug }, operating())
const publish = async ({ slug, id }: Release) => {
  await publishProject({ slug }, operating())
  await runFor(id, stage.database, stage.now())
}
/** Concludes one status after the other, each under a rule. */
const conclude = async ({ id }: Release, ...conclusions: readonly (readonly [string, string])[]) => {
  for (const [index, [status, rule]] of conclusions.entries()) {
    const evaluated_at = addMs(stage.now(), index - conclusions.length)
    const superseded_at = index < conclusions.length - 1 ? stage.now() : null
    const value = JSON.stringify({ status })
    await anEvaluation({ project_id: id, rule, value, evaluated_at, superseded_at }, stage.database)
  }
  await runFor(id, stage.database, stage.now())
}
/** The revisions of the project's releases in the ledger. */
const revisionsOf = async (id: string) => {
  const changes = stage.database.selectFrom('changes').select('revision').where('project_id', '=', id)
  const rows = await changes.where('type', '=', 'build.release').orderBy('position').execute()
  return rows.map(({ revision }) => revision)
}
const NEWS = 'build.release 3'
const GONE = 'event.retracted 2 SUCCEEDED'

const STORIES: readonly [
  string,
  (release: Release) => Promise<unknown>,
  Record<string, readonly string[]>,
][] = [
  ['[webhooks 70] it is hidden', hide, { 'everything, sent': [GONE], 'this project, sent': [GONE] }],
  [
    '[R104] it is renamed, which gives its events a revision without news',
    async ({ id, slug }) => {
      await renameProject({ slug, newSlug: `${slug}-2` }, operating())
      await runFor(id, stage.database, stage.now())
      expect(await revisionsOf(id)).toEqual([1, 2])
    },
    {},
  ],
  [
    'its status changes',
    (release) => conclude(release, ['SHIPPING', 'activity.status@2'], ['ACTIVE', 'activity.status@2']),
    {
      'everything, sent': ['build.status_changed 1 SUCCEEDED'],
      'this project, sent': ['build.status_changed 1 SUCCEEDED'],
      'everything, not sent': ['build.status_changed 1 QUEUED'],
      'everything, later': ['build.status_changed 1 SUCCEEDED'],
    },
  ],
  [
    'a new version of the rule concludes another status',
    (release) => conclude(release, ['SHIPPING', 'activity.status@1'], ['ACTIVE', 'activity.status@2']),
    {},
  ],
  ['the ledger runs again', ({ id }) => runFor(id, stage.database, stage.now()), {}],
  [
    '[webhooks 74] its title changes',
    async ({ id, released }) => {
      await stage.database
        .updateTable('ships')
        .set({ title: 'Slower swaps' })
        .where('id', '=', released.id ?? '')
        .execute()
      await runFor(id, stage.database, stage.now())
    },
    {
      'everything, sent': ['build.release 2 SUCCEEDED'],
      'this project, sent': ['build.release 2 SUCCEEDED'],
      'everything, not sent': ['build.release 2 QUEUED'],
      'everything, later': ['build.release 2 SUCCEEDED'],
    },
  ],
  [
    '[webhooks 76] it is hidden and published again within minutes',
    async (release) => {
      await hide(release)
      await stage.send()
      stage.pass(300_000)
      await publish(release)
    },
    {
      'everything, sent': [GONE, `${NEWS} SUCCEEDED`],
      'this project, sent': [GONE, `${NEWS} SUCCEEDED`],
      'everything, not sent': [`${NEWS} QUEUED`],
      'everything, later': [`${NEWS} SUCCEEDED`],
    },
  ],
  [
    '[webhooks 76] it is hidden and published again after thirty days',
    async (release) => {
      await hide(release)
      await stage.send()
      stage.pass(30 * DAY_MS)
      await publish(release)
    },
    { 'everything, sent': [GONE, `${NEWS} SUCCEEDED`], 'this project, sent': [GONE, `${NEWS} SUCCEEDED`] },
  ],
  [
    '[webhooks 76] [webhooks 80] it is published again when the log of its hiding is gone',
    async (release) => {
      await hide(release)
      await stage.send()
      stage.pass(31 * DAY_MS)
      await inTransaction(stage.database, (writer) => applyDeliveryRetention({ now: stage.now() }, writer))
      await publish(release)
    },
    { 'everything, sent': [`${NEWS} SUCCEEDED`], 'this project, sent': [`${NEWS} SUCCEEDED`] },
  ],
  [
    'it is hidden when the log of its release is gone, also of a delivery that was cancelled before its first attempt',
    async (release) => {
      const unsent = release.told['everything, not sent']
      await hold(unsent, null, stage.database)
      const cancelled = { subscriptionIds: [unsent], now: stage.now() }
      await inTransaction(stage.database, (writer) => cancelWaiting(cancelled, writer))
      stage.pass(31 * DAY_MS)
      await inTransaction(stage.database, (writer) => applyDeliveryRetention({ now: stage.now() }, writer))
      await hide(release)
    },
    { 'everything, sent': [GONE], 'this project, sent': [GONE] },
  ],
]

describe('who is told what after a release', () => {
  test.each(STORIES)('%s', async (_, act, expected) => {
    const release = await aToldRelease()
    await act(release)
    await stage.send()
    const names = Object.keys(release.told) as (keyof Release['told'])[]
    const texts = await Promise.all(
      names.map(async (name) => [name, await audience.textsOf(release.told[name], release.after)] as const),
    )
    const nobody = Object.fromEntries(names.map((name) => [name, []]))
    expect(Object.fromEntries(texts)).toEqual({ ...nobody, ...expected })
  })
})

test.each<[string, readonly number[]]>([
  ['in one run', [DAY_MS]],
  ['the newer revision in an earlier run', [60_000, DAY_MS]],
])(
  'when the log of two revisions is gone, %s, the newer one stays the last that was sent',
  async (_, runs) => {
    const [project, id] = [await stage.project(), await audience.subscribe()]
    const event = `ship:revised, ${runs.length}`
    opened.receiver.answer = answering(500)
    await stage.say(project, { id: event, summary: 'first' })
    await stage.send()
    opened.receiver.answer = answering(204)
    await stage.say(project, { id: event, summary: 'second' })
    await stage.send()
    stage.pass(60_001)
    await stage.send()
    const sent = ['build.release 1 SUCCEEDED', 'build.release 2 SUCCEEDED']
    expect(await audience.textsOf(id)).toEqual(sent)
    stage.pass(30 * DAY_MS - 60_000)
    for (const ms of runs) {
      await inTransaction(stage.database, (writer) => applyDeliveryRetention({ now: stage.now() }, writer))
      stage.pass(ms)
    }
    await inTransaction(stage.database, (writer) => applyDeliveryRetention({ now: stage.now() }, writer))
    expect(await audience.textsOf(id)).toEqual([])
    await stage.say(project, { id: event, summary: 'first' })
    await stage.send()
    expect(await audience.textsOf(id)).toEqual(['build.release 3 SUCCEEDED'])
  },
)

test.each([
  ['weeks', 3 * DAY_MS, 95 * DAY_MS, []],
  ['hours', HOUR_MS, HOUR_MS, ['build.release 3 SUCCEEDED']],
])(
  '[webhooks 76] a release of %s when its project was hidden is no news when it is published again',
  async (_, before, after, returned) => {
    const release = await aToldRelease()
    await hide(release)
    await stage.send()
    stage.pass(before)
    const { source_id } = release.released
    const now = stage.now()
    const hidden = {
      source_id,
      project_id: release.id,
      title: 'Hidden swaps',
      detected_at: now,
      occurred_at: now,
    }
    await aShip(hidden, stage.database)
    stage.pass(after)
    const head = await audience.head()
    await publish(release)
    await stage.send()
    expect(await revisionsOf(release.id)).toEqual([1, 2, 3, 1])
    expect(await audience.textsOf(release.told['everything, later'], head)).toEqual(returned)
  },
)

test('[webhooks 70] an event withdrawn before its first attempt is cancelled, and nothing is retracted', async () => {
  const release = await aToldRelease()
  const unsent = release.told['everything, not sent']
  await hide(release)
  await stage.send()
  await hold(unsent, null, stage.database)
  await stage.send()
  expect(await audience.textsOf(unsent)).toEqual(['build.release 1 CANCELLED'])
})
