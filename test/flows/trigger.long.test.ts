import { expect, test } from 'vitest'
import { triggerEvent } from '#app/trigger.ts'
import { forFile } from '#test/for-file.ts'
import { openWorld } from '#test/world.ts'

const { signal } = new AbortController()
const world = await forFile(openWorld({ reading: ['lumen'] }))

const trigger = (type: string) => triggerEvent({ type, signal }, world.service)

test.each(['build.release', 'contract.implementation_changed', 'token.launch_stage_changed'])(
  'causes %s, which /api/changes then serves',
  async (type) => {
    const [event, ...others] = await trigger(type)
    expect(event).toMatchObject({ type, revision: 1, project: expect.any(String) })
    expect(others).toEqual([])
    const { body } = await world.get(`/api/changes?type=${type}&limit=1`)
    expect(body['items']).toMatchObject([
      { id: event?.id, revision: 1, summary: event?.summary, origin: 'live' },
    ])
  },
)

test('tries the next project when the first cannot, and says so when none can', async () => {
  const first = await trigger('lock.withdrawn')
  expect(first).toMatchObject([{ project: 'saltlock' }])
  await expect(trigger('lock.withdrawn')).rejects.toThrow(
    /^No lock\.withdrawn was recorded\. sandbox: The earliest lock of saltlock .*; sandbox: lumen has no lock\. .*advance 7d/,
  )
})

test('causes nothing in the world for a type that it refuses', async () => {
  const head = (await world.get('/api/status')).body['ledger']
  await expect(trigger('market.distribution_changed')).rejects.toThrow(/never delivered: .* never read/)
  expect((await world.get('/api/status')).body['ledger']).toEqual(head)
})

test('refuses a service without a sandbox', async () => {
  const service = { ...world.service, sandboxControlUrl: undefined }
  await expect(triggerEvent({ type: 'build.release', signal }, service)).rejects.toThrow(
    'This service does not run on the sandbox: expected one that npm start started',
  )
})
