import dns from 'node:dns'
import { createServer } from 'node:http'
import net from 'node:net'
import { expect, test, vi } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import type { ResearchReference } from '#contract/shapes/research-receipt.ts'
import { EVERY_REFERENCE, receiptOf } from '#test/given/research-receipt.ts'
import { listenOnLoopback } from '#test/servers/loopback-server.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'

const PATH = '/api/receipts/validate'
const JSON_TYPE = { 'content-type': 'application/json' }
const service = await httpServiceOfFile()
let clients = 0

const post = async (payload: string, headers: Record<string, string> = JSON_TYPE) => {
  clients += 1
  const remoteAddress = `203.0.113.${clients}`
  const answer = await service.server.inject({ method: 'POST', url: PATH, headers, payload, remoteAddress })
  return { status: answer.statusCode, body: answer.json() as Record<string, unknown>, text: answer.body }
}
const refused = async (payload: string, headers?: Record<string, string>) => {
  const { status, body } = await post(payload, headers)
  return [status, body['error']]
}

test('[agents 52] an address in a receipt opens no socket and looks up no name [contract POST /api/receipts/validate]', async () => {
  let asked = 0
  const trap = createServer((_, response) => {
    asked += 1
    response.end()
  })
  trap.on('connection', () => {
    asked += 1
  })
  await using server = await listenOnLoopback(trap)
  const { port } = server
  const opened = vi.spyOn(net.Socket.prototype, 'connect')
  const looked = vi.spyOn(dns, 'lookup')
  const hosts = [
    `127.0.0.1:${port}`,
    '169.254.169.254',
    'slow.example',
    '[::1]',
    'user:pass@metadata.internal',
  ]
  const references = hosts.flatMap((host): ResearchReference[] => [
    { type: 'external_url', url: `http://${host}/latest`, retrievedAt: '2026-11-18T10:00:00Z' },
    { type: 'agent_answer', agentId: 'a', url: `http://${host}/a`, answeredAt: '2026-11-18T10:00:00Z' },
  ])
  const { status, body } = await post(JSON.stringify(receiptOf(references)))
  expect([status, body['valid'], body['svcEvidenceStands']]).toEqual([200, true, null])
  const targets = opened.mock.calls.map(([target]) => JSON.stringify(target))
  expect([asked, looked.mock.calls.length]).toEqual([0, 0])
  expect(
    targets.filter((target) => target.includes(String(port)) || /169\.254|example|internal/.test(target)),
  ).toEqual([])
  opened.mockRestore()
  looked.mockRestore()
})

test('[agents 53] a body of one byte more than the limit is 413, before the rest is read', async () => {
  const receipt = JSON.stringify(receiptOf())
  const most = receipt.padEnd(LIMITS.publicBodyBytes, ' ')
  expect((await post(most)).status).toBe(200)
  expect(await refused(`${most} `)).toEqual([413, 'payload_too_large'])
})

test.each([
  ['as many claims as fit', `{"claims":[${'0,'.repeat(32_700)}0]}`, [400, 'invalid_parameter']],
  ['a hundred thousand claims', `{"claims":[${'0,'.repeat(99_999)}0]}`, [413, 'payload_too_large']],
  [
    'ten thousand levels',
    `{"claims":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
    [400, 'invalid_parameter'],
  ],
  ['as many levels as fit', '['.repeat(65_536), [400, 'invalid_json']],
  ['a list', '[]', [400, 'invalid_parameter']],
  ['null', 'null', [400, 'invalid_parameter']],
])('[agents 53] %s', async (_, payload, expected) => {
  expect(await refused(payload)).toEqual(expected)
})

test('[agents 53] a name of the prototype is an unknown field, and changes nothing', async () => {
  const receipt = JSON.stringify(receiptOf())
  for (const name of ['__proto__', 'constructor', 'toString']) {
    const { status, body } = await post(`{"${name}":{"valid":true,"agentId":"x"},${receipt.slice(1)}`)
    expect([status, body['valid'], body['errors']]).toEqual([
      200,
      false,
      [expect.objectContaining({ pointer: `/${name}` })],
    ])
    const { body: alone } = await post(`{"${name}":${receipt}}`)
    expect(alone['valid']).toBe(false)
  }
  expect(Object.keys(Object.prototype)).toEqual([])
})

test('[agents 53] the same receipt has the same answer, nothing is stored, and no word of it is logged', async () => {
  const secret = 'zanzibar'
  const receipt = JSON.stringify(receiptOf(EVERY_REFERENCE, { thesisSummary: secret, operator: secret }))
  const before = await countRows()
  const answers = [
    await post(receipt),
    await post(receipt),
    await post(`{"${secret}":1}`),
    await post(secret),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400])
  expect(answers[0]?.text).toBe(answers[1]?.text)
  expect(await countRows()).toEqual(before)
  expect(JSON.stringify([service.lines, service.errors])).not.toContain(secret)
})

test('[agents 54] another type is 415, text that is no JSON 400, another method 405', async () => {
  const receipt = JSON.stringify(receiptOf())
  expect(await refused(receipt, {})).toEqual([415, 'unsupported_media_type'])
  expect(await refused(receipt, { 'content-type': 'text/plain' })).toEqual([415, 'unsupported_media_type'])
  expect(await refused(receipt.slice(1))).toEqual([400, 'invalid_json'])
  expect(await refused('')).toEqual([400, 'invalid_json'])
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'] as const) {
    const { statusCode, headers } = await service.server.inject({ method, url: PATH })
    expect([method, statusCode, headers['allow']]).toEqual([method, 405, 'POST, OPTIONS'])
  }
})

test('[agents 55] the schema is served at its own address, cacheable, under its own media type [contract GET /schemas/agent-research-receipt.v1.json]', async () => {
  const path = '/schemas/agent-research-receipt.v1.json'
  const { status, headers, body } = await service.get(path)
  expect([status, body['$id'], headers['content-type'], headers['cache-control']]).toEqual([
    200,
    `https://svc.example${path}`,
    'application/schema+json; charset=utf-8',
    'public, max-age=60',
  ])
  expect((await post(JSON.stringify(receiptOf()))).body['schema']).toBe(body['$id'])
})

/** Rows of every table. */
async function countRows(): Promise<unknown> {
  const tables = await service.database.introspection.getTables()
  const counts = tables.map(async ({ name }) => {
    const counted = service.database
      .selectFrom(name as 'projects')
      .select((row) => row.fn.countAll().as('rows'))
    return [name, (await counted.executeTakeFirstOrThrow()).rows]
  })
  return Promise.all(counts)
}
