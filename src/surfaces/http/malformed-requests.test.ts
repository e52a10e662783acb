import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { issueKey } from '#test/given/accounts.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { faultsOf, type Got } from '#test/service/described-answers.ts'
import { listeningServiceOfFile } from '#test/service/file-service.ts'
import { storeToken } from '#test/service/http-service.ts'
import { answersIn, sendRaw } from '#test/service/raw-connection.ts'

const listening = await listeningServiceOfFile({
  sandbox: true,
  bounds: { lingerMs: 100, headersMs: 500, lookMs: 50 },
})
let card: string
beforeAll(async () => {
  const { address } = await storeToken({ evidence: KNOWN }, listening.service.database)
  card = `/api/v1/builder?token=${address}`
  await listening.send(card)
})

const CARD = '/api/v1/builder'
const HOST = 'host: evil.example\r\n'
const LAST = 'connection: close\r\n'

let clients = 0
async function send(bytes: string, path: string = CARD): Promise<readonly Got[]> {
  clients += 1
  const answers = answersIn(await sendRaw({ port: listening.port, bytes, from: `127.4.0.${clients}` }))
  for (const answer of answers) {
    expect(faultsOf(answer, answer.status < 300 ? path : undefined)).toEqual([])
    expect(answer.headers['svc-sandbox']).toBe('1')
  }
  return answers
}
const statusesOf = async (bytes: string) => (await send(bytes)).map(({ status }) => status)
const ask = (line: string, headers = HOST) => `${line} HTTP/1.1\r\n${headers}${LAST}\r\n`

describe('heads', () => {
  const repeated = (line: string, times: number) => line.repeat(times)
  test.each<[string, (path: string) => string, readonly number[]]>([
    ['without a host', (path) => `GET ${path} HTTP/1.1\r\n${LAST}\r\n`, [400]],
    ['with two hosts', (path) => ask(`GET ${path}`, `${HOST}host: b\r\n`), [400]],
    ['with a list for a host', (path) => ask(`GET ${path}`, 'host: a, b\r\n'), [400]],
    ['of HTTP/1.0 without a host', (path) => `GET ${path} HTTP/1.0\r\n\r\n`, [200]],
    ['of HTTP/2 by prior knowledge', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
    ['of TLS', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
    ['that ask by the whole address', (path) => ask(`GET http://evil.example${path}`), [200]],
    ['that ask a fragment', (path) => ask(`GET ${path}#top`), [400]],
    ['with two slashes', (path) => ask(`GET /${path}`), [404]],
    ['with two slashes and a host', (path) => ask(`GET //evil.example${path}`), [404]],
    ['with dots', (path) => ask(`GET /api/..${path}`), [404]],
    ['with dots encoded', (path) => ask(`GET /%2e%2e${path}`), [404]],
    ['with slashes encoded', (path) => ask(`GET ${path.replaceAll(/(?<!^)\//g, '%2F')}`), [404]],
    ['with a path parameter', (path) => ask(`GET ${path.replace('?', ';a=b?')}`), [404]],
    ['with a star', () => ask('GET *'), [404]],
    ['with a byte past ASCII', (path) => ask(`GET ${path}&a=\xe9`), [400]],
    ['with a NUL in the path', () => ask('GET /api\0'), [400]],
    ['with a bare line feed at their ends', (path) => `GET ${path} HTTP/1.1\n${HOST}\n`, [400]],
    ['with a carriage return in a header', (path) => ask(`GET ${path}`, `${HOST}x: a\rb\r\n`), [400]],
    ['with a NUL in a header', (path) => ask(`GET ${path}`, `${HOST}x: a\0b\r\n`), [400]],
    ['with a space before a colon', (path) => ask(`GET ${path}`, 'host : a\r\n'), [400]],
    ['with a folded header', (path) => ask(`GET ${path}`, `${HOST}x: a\r\n b\r\n`), [400]],
    ['with a header without a name', (path) => ask(`GET ${path}`, `${HOST}: a\r\n`), [400]],
    ['with 20 kB of one header', (path) => ask(`GET ${path}`, `${HOST}x: ${'y'.repeat(20_000)}\r\n`), [413]],
    ['with 5000 headers', (path) => ask(`GET ${path}`, `${HOST}${repeated('a:b\r\n', 5_000)}`), [413]],
    ['with an address of 20 kB', (path) => ask(`GET ${path}&${'a'.repeat(20_000)}`), [413]],
    ['after empty lines', (path) => `\r\n\r\n${ask(`GET ${path}`)}`, [200]],
    [
      'with an offer to switch',
      (path) => ask(`GET ${path}`, `${HOST}upgrade: h2c\r\nhttp2-settings: A\r\n`),
      [200],
    ],
    ['with an unknown expectation', (path) => ask(`GET ${path}`, `${HOST}expect: tea\r\n`), [200]],
  ])('%s', async (_, bytes, expected) => {
    expect(await statusesOf(bytes(card))).toEqual(expected)
  })

  test('with a length and chunks are refused in words about the request, and not about a parameter', async () => {
    const [refused] = await send(
      `${ask(`GET ${card}`, `${HOST}content-length: 4\r\ntransfer-encoding: chunked\r\n`)}0\r\n\r\n`,
    )
    expect(JSON.parse(refused?.text ?? '')).toMatchObject({
      error: 'invalid_parameter',
      message: 'The request is not valid HTTP, or came too slowly.',
    })
  })

  test('that are cut off end their connection', async () => {
    expect(await statusesOf(`GET ${card} HTTP/1.1\r\n${HOST}`)).toEqual([400])
  })
})

const chunked = 'transfer-encoding: chunked\r\n'

describe('bodies', () => {
  test.each<[string, (path: string) => string, readonly number[]]>([
    [
      'to a read are read past',
      (path) => `${ask(`GET ${path}`, `${HOST}content-length: 5\r\n`)}{"a":`,
      [200],
    ],
    ['in chunks as well', (path) => `${ask(`GET ${path}`, HOST + chunked)}5\r\nhello\r\n0\r\n\r\n`, [200]],
    [
      'with a length and chunks',
      (path) => `${ask(`GET ${path}`, `${HOST}content-length: 4\r\n${chunked}`)}0\r\n\r\n`,
      [400],
    ],
    [
      'with two lengths',
      (path) => ask(`GET ${path}`, `${HOST}content-length: 0\r\ncontent-length: 5\r\n`),
      [400],
    ],
    ['with a length below zero', (path) => ask(`GET ${path}`, `${HOST}content-length: -1\r\n`), [400]],
    ['with a signed length', (path) => ask(`GET ${path}`, `${HOST}content-length: +1\r\n`), [400]],
    ['with a length of no number', (path) => ask(`GET ${path}`, `${HOST}content-length: 0x1\r\n`), [400]],
    [
      'with a length past every number',
      (path) => ask(`GET ${path}`, `${HOST}content-length: ${'9'.repeat(30)}\r\n`),
      [400],
    ],
    [
      'with an unknown transfer coding',
      (path) => ask(`GET ${path}`, `${HOST}transfer-encoding: xchunked\r\n`),
      [400],
    ],
    ['coded twice', (path) => ask(`GET ${path}`, `${HOST}transfer-encoding: chunked, identity\r\n`), [400]],
    [
      'coded by a name with a tab',
      (path) => ask(`GET ${path}`, `${HOST}transfer-encoding:\tchunked\x0b\r\n`),
      [400],
    ],
  ])('%s', async (_, bytes, expected) => {
    expect(await statusesOf(bytes(card))).toEqual(expected)
  })
})

describe('unread bodies', () => {
  test('with Expect: 100-continue are refused before they are sent, and the connection ends', async () => {
    const head = `POST ${CARD} HTTP/1.1\r\n${HOST}content-length: 20000000\r\nexpect: 100-continue\r\n\r\n`
    const answers = await send(head)
    expect(answers.map(({ status, headers }) => [status, headers['connection']])).toEqual([[405, 'close']])
  })

  test.each([
    ['content-length: 20000000\r\n', 'x'.repeat(1_000)],
    [chunked, '5\r\nhello\r\n'],
  ])('that do not end are answered at once and end their connection: %s', async (header, begun) => {
    for (const [method, status] of [
      ['POST', 405],
      ['GET', 200],
    ] as const) {
      await statusesOf(ask(`GET ${card}`))
      const accepted = once(listening.service.server.server, 'connection')
      const answers = statusesOf(`${method} ${card} HTTP/1.1\r\n${HOST}${header}\r\n${begun}`)
      const [socket] = (await accepted) as [Socket]
      await once(socket, 'close')
      expect(await answers).toEqual([status])
      expect(socket.bytesRead).toBeLessThan(2_000)
    }
  })

  test('that end soon leave the connection open for the next request', async () => {
    const post = `POST ${CARD} HTTP/1.1\r\n${HOST}content-length: 5\r\n\r\n{"a":`
    expect(await statusesOf(`${post}${ask(`GET ${card}`)}`)).toEqual([405, 200])
  })
})

describe('pipelining', () => {
  test('requests sent at once are answered in order', async () => {
    const pipelined = ['/api/nope', card, '/api/v1/builder?token=1'].map(
      (path) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`,
    )
    expect(await statusesOf(`${pipelined.join('')}${ask(`GET ${card}`)}`)).toEqual([404, 200, 400, 200])
  })

  test.each(['cached', 'computed'])(
    'malformed bytes after a request are refused after its answer, which is %s',
    async (how) => {
      if (how === 'computed') listening.cache.drop()
      const good = `GET ${card} HTTP/1.1\r\n${HOST}\r\n`
      expect(await statusesOf(`${good}${good}nonsense\r\n\r\nnonsense\r\n\r\n`)).toEqual([200, 200, 400])
    },
  )

  test('a request inside a body is not read as a request', async () => {
    const hidden = ask('GET /api/nope')
    const bytes = `GET ${card} HTTP/1.1\r\n${HOST}content-length: ${hidden.length}\r\n\r\n${hidden}`
    expect(await statusesOf(`${bytes}${ask(`GET ${card}`)}`)).toEqual([200, 200])
  })

  test('a caller that disconnects is not a failure', async () => {
    const socket = connect(listening.port, '127.0.0.1')
    listening.cache.drop()
    socket.write(`GET ${card} HTTP/1.1\r\n${HOST}\r\n`)
    await once(socket, 'connect')
    socket.resetAndDestroy()
    expect((await listening.send(card)).status).toBe(200)
    expect(listening.service.errors).toEqual([])
  })
})

describe('keys', () => {
  test('two Authorization headers are never read as a key', async () => {
    const { key } = await issueKey(listening.service.database)
    const two = (one: string, other: string) =>
      ask(`GET ${card}`, `${HOST}authorization: ${one}\r\nauthorization: ${other}\r\n`)
    expect(await statusesOf(two(`Bearer ${key}`, `Bearer ${key}`))).toEqual([401])
    expect(await statusesOf(two(`Bearer ${key}`, 'Basic eDp5'))).toEqual([401])
    const [anonymous] = await send(two('Basic eDp5', `Bearer ${key}`))
    expect([anonymous?.status, anonymous?.headers['cache-control']]).toEqual([200, 'public, max-age=60'])
  })

  test('a key in the address is ignored and not repeated', async () => {
    const { key } = await issueKey(listening.service.database)
    const answers = await send(
      ask(`GET /api/changes?x-api-key=${key}&access_token=${key}&api_key=${key}`),
      '/api/changes',
    )
    expect(answers[0]?.headers['cache-control']).toBe('public, max-age=60')
    expect(answers[0]?.text).not.toContain(key)
  })
})
