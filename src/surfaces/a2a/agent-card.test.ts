import { AgentCard as ProtoCard } from '@a2a-js/sdk'
import { expect, test } from 'vitest'
import { AgentCapability } from '#contract/shapes/agent-answer.ts'
import { readQuestion } from '#reads/agent/in-words/question.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'

const service = await httpServiceOfFile()

const CARD = '/.well-known/agent-card.json'

test('[agents 35] the card has every field that A2A requires, and none that it does not know [contract GET /.well-known/agent-card.json]', async () => {
  const { status, headers, body } = await service.get(CARD)
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  // The types of the SDK are generated from a2a.proto: a field that is unknown there is lost on the way.
  expect(ProtoCard.toJSON(ProtoCard.fromJSON(body))).toEqual(body)
  for (const field of [
    'name',
    'description',
    'version',
    'supportedInterfaces',
    'capabilities',
    'defaultInputModes',
    'defaultOutputModes',
    'skills',
  ])
    expect([field, Object.keys(body[field] as object).length > 0]).toEqual([field, true])
  expect(body['version']).toBe('0.1.0')
  expect(body['capabilities']).toEqual({
    streaming: false,
    pushNotifications: false,
    extendedAgentCard: false,
  })
  expect(emptyPlaces(body)).toEqual([])
})

test('[agents 35] its addresses are of the public origin and answer', async () => {
  const { body, text } = await service.get(CARD)
  expect(body['supportedInterfaces']).toEqual([
    { url: 'https://svc.example/api/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ])
  const own = text.match(/https:\/\/svc\.example[^"]*/g) ?? []
  const read = own.filter((url) => !url.endsWith('/a2a')).map((url) => new URL(url).pathname)
  const statuses = await Promise.all(read.map(async (path) => [path, (await service.get(path)).status]))
  expect(statuses).toEqual([
    ['/api', 200],
    ['/llms.txt', 200],
  ])
})

test('[agents 35] any cache and any web page may read it, and its tag answers 304', async () => {
  const { headers } = await service.get(CARD)
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=60',
    'access-control-allow-origin': '*',
    etag: expect.stringMatching(/^(W\/)?"/),
  })
  const again = await service.get(CARD, { 'if-none-match': String(headers['etag']) })
  expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', headers['etag']])
})

test('[agents 35] its skills are the capabilities, each with questions that ask it', async () => {
  const { body } = await service.get(CARD)
  const skills = body['skills'] as readonly { readonly id: string; readonly examples: readonly string[] }[]
  expect(skills.map(({ id }) => id)).toEqual(AgentCapability.enum)
  for (const { id, examples } of skills)
    for (const example of examples)
      expect([example, readQuestion(example)]).toMatchObject([example, { kind: 'asked', capability: id }])
})

/** Places that hold null, an empty text or an empty list. */
function emptyPlaces(value: unknown, place = ''): readonly string[] {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return [place]
  if (typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inside]) => emptyPlaces(inside, `${place}.${name}`))
}
