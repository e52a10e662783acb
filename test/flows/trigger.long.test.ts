import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { triggerEvent } from '#app/webhook-trial/trigger.ts'
import { forFile } from '#test/run/for-file.ts'
import { listenOnLoopback } from '#test/servers/loopback-server.ts'
import { openWorld } from '#test/world/world.ts'

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

/** A proxy of the sandbox's control server. It aborts `ending` when the sandbox has answered a request. */
async function openEnding(ending: AbortController) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request)
      asked.push(body)
      const url = new URL(request.url ?? '/', world.sandbox.controlUrl)
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(url, { method: 'POST', headers, body })
      ending.abort()
      response.writeHead(answer.status, headers).end(await answer.text())
    })()
  })
  return { asked, ...(await listenOnLoopback(server)) }
}

test.each([
  ['build.release', /^Interrupted: collect did not reach its end\. To finish, run svc pipeline run all$/],
  ['lock.withdrawn', /^Interrupted before \S+ lumen\. To continue, run the command again$/],
])(
  'an interrupted trigger of %s makes nothing else happen, and says that it was interrupted',
  async (type, says) => {
    const ending = new AbortController()
    await using control = await openEnding(ending)
    const service = { ...world.service, sandboxControlUrl: control.url }
    await expect(triggerEvent({ type, signal: ending.signal }, service)).rejects.toThrow(says)
    expect(control.asked).toHaveLength(1)
  },
)

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
