import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#records/database.ts'
import { saveProjectState } from '#records/project/projects.ts'
import { leaseAttempts } from '#records/webhooks/leases.ts'
import { forFile } from '#test/run/for-file.ts'
import { audienceOf, openReceivedStage } from '#test/webhooks/deliveries.ts'
import { hold } from '#test/webhooks/webhooks.ts'
import { readLeased } from './prepare.ts'

const opened = await forFile(openReceivedStage())
const stage = opened.stage
const audience = audienceOf(opened)
beforeEach(() => opened.begin())

test('a waiting tombstone is not cancelled when its event returns and is withdrawn again', async () => {
  const [project, id] = [await stage.project(), await audience.subscribe()]
  await stage.say(project, { id: 'ship:again' })
  await stage.fanOut()
  await stage.deliver()
  await hold(id, stage.now(), stage.database)
  await stage.withdraw('ship:again')
  await stage.fanOut()
  const toldOnce = ['build.release 1 SUCCEEDED', 'event.retracted 2 QUEUED']
  expect(await audience.textsOf(id)).toEqual(toldOnce)
  await stage.say(project, { id: 'ship:again', summary: 'back' })
  await stage.withdraw('ship:again')
  await stage.fanOut()
  expect(await audience.textsOf(id)).toEqual([...toldOnce, 'build.release 3 CANCELLED'])
})

test('an event that is no longer public when its leased delivery is prepared is not sent', async () => {
  const project = await stage.project()
  await audience.subscribe()
  await stage.say(project, { id: 'ship:hidden' })
  await stage.fanOut()
  const [lease] = await inTransaction(stage.database, (writer) =>
    leaseAttempts({ now: stage.now(), limit: 10 }, writer),
  )
  if (lease === undefined) throw new Error('the delivery is due')
  const prepare = async () => (await readLeased([lease], { database: stage.database }))[0]?.says
  expect(await prepare()).toMatchObject({ id: 'ship:hidden' })
  const hide = { id: project, state: 'hidden' as const, now: stage.now() }
  await inTransaction(stage.database, (writer) => saveProjectState(hide, writer))
  expect(await prepare()).toBeUndefined()
})
