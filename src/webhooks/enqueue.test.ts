import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWebhookStage, type WebhookStage } from '#test/webhooks.ts'

let stage: WebhookStage
beforeAll(async () => {
  stage = await openWebhookStage()
})
afterAll(() => stage[Symbol.asyncDispose]())

test('smoke', async () => {
  const project = await stage.project()
  const id = await stage.subscribe()
  await stage.say(project, { id: 'ship:a' })
  expect(await stage.fanOut()).toMatchObject({ queued: 1 })
  expect(await stage.deliver()).toBe(1)
  expect(await stage.deliveries(id)).toEqual([])
})
