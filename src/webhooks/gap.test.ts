import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { renameProject } from '#operator/projects.ts'
import { inTransaction } from '#records/database.ts'
import { applyDeliveryRetention } from '#records/webhooks/retention.ts'
import { forFile } from '#test/run/for-file.ts'
import { audienceOf, openReceivedStage } from '#test/webhooks/deliveries.ts'
import { answering } from '#test/webhooks/receiver.ts'
import { disable, enable } from '#test/webhooks/webhooks.ts'

const opened = await forFile(openReceivedStage())
const stage = opened.stage
const audience = audienceOf(opened)
beforeEach(() => opened.begin())

let stories = 0
let others = 0

/** A project with an event, and a subscription that can be disabled. */
async function aStory() {
  stories += 1
  const event = `ship:gap-${stories}`
  const [project, id] = [await stage.project(), await audience.subscribe()]
  let slug = `p-${project.slice(0, 8)}`
  const say = async (summary: string, choice: object = {}) => {
    await stage.say(project, { id: event, summary, ...choice })
    await stage.send()
  }
  return {
    id,
    say,
    /** Tells an event of another project. */
    sayOther: async () => {
      others += 1
      await stage.say(await stage.project(), { id: `ship:other-${others}` })
      await stage.send()
    },
    off: () => disable(id, stage.now(), stage.database),
    on: () => enable(id, stage.now(), stage.database),
    fails: () => {
      opened.receiver.answer = answering(500)
    },
    works: () => {
      opened.receiver.answer = answering(204)
    },
    /** Renames the project, and tells its event again with this text. */
    rename: async (summary: string) => {
      await renameProject({ slug, newSlug: `${slug}-x` }, { database: stage.database, now: stage.now() })
      slug = `${slug}-x`
      await say(summary)
    },
    withdraw: async () => {
      await stage.withdraw(event)
      await stage.send()
    },
    forgetLog: async () => {
      stage.pass(31 * DAY_MS)
      await inTransaction(stage.database, (writer) => applyDeliveryRetention({ now: stage.now() }, writer))
    },
  }
}
type Story = Awaited<ReturnType<typeof aStory>>

/** The steps before the end of the gap, the steps after it, and the deliveries that the later steps cause. */
const STORIES: readonly [
  string,
  (story: Story) => Promise<unknown>,
  (story: Story) => Promise<unknown>,
  readonly string[],
][] = [
  [
    'an event of the gap, renamed afterwards',
    async ({ off, say }) => {
      await off()
      await say('A')
    },
    ({ rename }) => rename('A'),
    ['build.release 2 SUCCEEDED'],
  ],
  [
    'an event of the gap, renamed twice afterwards: once is enough',
    async ({ off, say }) => {
      await off()
      await say('A')
    },
    async ({ rename }) => {
      await rename('A')
      await rename('A')
    },
    ['build.release 2 SUCCEEDED'],
  ],
  [
    'an event of the gap, renamed in it and afterwards',
    async ({ off, say, rename }) => {
      await off()
      await say('A')
      await rename('A')
    },
    ({ rename }) => rename('A'),
    ['build.release 3 SUCCEEDED'],
  ],
  [
    'an event that was tried and not taken when the gap began',
    async ({ off, say, fails, works }) => {
      fails()
      await say('A')
      await off()
      works()
    },
    ({ rename }) => rename('A'),
    ['build.release 2 SUCCEEDED'],
  ],
  [
    'an event that was tried and not taken, when the log of it is gone',
    async ({ off, say, fails, works, forgetLog }) => {
      fails()
      await say('A')
      await off()
      works()
      await forgetLog()
    },
    ({ rename }) => rename('A'),
    ['build.release 2 SUCCEEDED'],
  ],
  [
    'an event that was taken before the gap, renamed twice afterwards',
    async ({ off, say }) => {
      await say('A')
      await off()
    },
    async ({ rename }) => {
      await rename('A')
      await rename('A')
    },
    [],
  ],
  [
    'an event that was taken although its position is in the gap',
    async ({ off, say, fails, works, sayOther }) => {
      fails()
      await sayOther()
      works()
      await say('A')
      await off()
    },
    ({ rename }) => rename('A'),
    [],
  ],
  [
    'an event that was taken before the gap and renamed in it',
    async ({ off, say, rename }) => {
      await say('A')
      await off()
      await rename('A')
    },
    ({ rename }) => rename('A'),
    ['build.release 3 SUCCEEDED'],
  ],
  [
    'a text that the gap replaced, and that returns',
    async ({ off, say }) => {
      await say('A')
      await off()
      await say('B')
    },
    ({ say }) => say('A'),
    ['build.release 3 SUCCEEDED'],
  ],
  [
    'an event withdrawn in the gap, and back at once',
    async ({ off, say, withdraw }) => {
      await say('A')
      await off()
      await withdraw()
    },
    ({ say }) => say('A'),
    ['build.release 3 SUCCEEDED'],
  ],
  [
    'an event withdrawn in the gap, and back after a month',
    async ({ off, say, withdraw }) => {
      await say('A')
      await off()
      await withdraw()
      stage.pass(31 * DAY_MS)
    },
    ({ say }) => say('A'),
    ['build.release 3 SUCCEEDED'],
  ],
  [
    'an event that returned in the gap, and is withdrawn again',
    async ({ off, say, withdraw }) => {
      await say('A')
      await withdraw()
      await off()
      await say('A')
    },
    ({ withdraw }) => withdraw(),
    ['event.retracted 4 SUCCEEDED'],
  ],
  [
    'an event of the gap that is withdrawn: nothing was sent of it',
    async ({ off, say }) => {
      await off()
      await say('A')
    },
    ({ withdraw }) => withdraw(),
    [],
  ],
  [
    'history of the gap: it is never pushed',
    async ({ off, say }) => {
      await off()
      await say('A', { seen: { by: 'research' } })
    },
    ({ rename }) => rename('A'),
    [],
  ],
  [
    'an event from before the subscription',
    async ({ id, off, say }) => {
      await stage.database
        .updateTable('webhook_subscriptions')
        .set({ starts_after: (await audience.head()) + 1 })
        .where('id', '=', id)
        .execute()
      await say('A')
      await off()
    },
    ({ rename }) => rename('A'),
    [],
  ],
]

describe('[webhooks 63] what is sent after a gap of the events that lie in it', () => {
  test.each(STORIES)('%s', async (_, before, after, expected) => {
    const story = await aStory()
    await before(story)
    await story.sayOther()
    await story.on()
    const until = await audience.head()
    await after(story)
    expect(await audience.textsOf(story.id, until)).toEqual(expected)
  })
})
