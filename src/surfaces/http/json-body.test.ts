import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { issueKey } from '#test/given/accounts.ts'
import { countWaiting } from '#test/postgres/database.ts'
import { openCallRegistry } from '#test/service/call-registry.ts'
import { faultsOf, type Got } from '#test/service/described-answers.ts'
import { listeningServiceOfFile } from '#test/service/file-service.ts'
import { answersIn, sendRaw } from '#test/service/raw-connection.ts'

const BOUNDS = { lingerMs: 100, requestMs: 700, headersMs: 600, lookMs: 50 }

const registry = openCallRegistry()
const listening = await listeningServiceOfFile({ registry, bounds: BOUNDS })

const JSON_TYPE = 'content-type: application/json'
const lengthOf = (body: string) => `content-length: ${body.length}`
const chunked = (...chunks: readonly string[]) =>
  [...chunks, ''].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')
const CHUNKED = 'transfer-encoding: chunked'

/** The head of a request with its own API key. By default the request ends its connection. */
async function headOf(line: string, headers: readonly string[], last = 'connection: close'): Promise<string> {
  const { key } = await issueKey(listening.service.database)
  const own = ['host: svc.example', `authorization: Bearer ${key}`, last]
  return `${[`${line} HTTP/1.1`, ...own, ...headers].join('\r\n')}\r\n\r\n`
}

let clients = 0
async function send(bytes: string): Promise<readonly Got[]> {
  clients += 1
  const answers = answersIn(await sendRaw({ port: listening.port, bytes, from: `127.6.0.${clients}` }))
  for (const answer of answers.filter(({ status }) => status >= 400))
    expect(faultsOf(answer, undefined)).toEqual([])
  return answers
}
/** The status and the error code of the answer to one request with this body. */
async function post(headers: readonly string[], body: string, path = '/api/notes'): Promise<unknown> {
  const answers = await send((await headOf(`POST ${path}`, headers)) + body)
  return answers.map(({ status, text }) => (status < 300 ? status : `${status} ${JSON.parse(text).error}`))
}

const noteOf = (bytes: number) => `{"text":"${'a'.repeat(bytes - 11)}"}`

describe('the size of a body', () => {
  const [most, more] = [noteOf(16_384), noteOf(16_385)]
  test.each([
    ['of 16 KB is read', [lengthOf(most)], most, 201],
    ['of 16 KB in chunks is read', [CHUNKED], chunked(most.slice(0, 9_000), most.slice(9_000)), 201],
    ['one byte longer is refused', [lengthOf(more)], more, '413 payload_too_large'],
    ['in chunks, one byte longer, is refused', [CHUNKED], chunked(more), '413 payload_too_large'],
    [
      'in chunks of one byte, one byte longer, is refused',
      [CHUNKED],
      chunked(...more),
      '413 payload_too_large',
    ],
    ['announced too long is refused unread', ['content-length: 20000000'], '', '413 payload_too_large'],
    ['refused before its type', ['content-length: 20000', 'content-type: a/b'], '', '413 payload_too_large'],
  ] as const)('%s', async (_, headers, body, expected) => {
    expect(await post([JSON_TYPE, ...headers], body)).toEqual([expected])
  })

  test('is refused when the limit is passed, before the rest is sent [contract error code payload_too_large] [contract limit webhook-body]', async () => {
    expect(await post([JSON_TYPE, CHUNKED], `${(16_385).toString(16)}\r\n${more}\r\n`)).toEqual([
      '413 payload_too_large',
    ])
  })

  test('of a call of anyone is 64 KB', async () => {
    const body = (bytes: number) => `{"note":"${'a'.repeat(bytes - 11)}"}`
    const [whole, longer] = [body(65_536), body(65_537)]
    expect(await post([JSON_TYPE, lengthOf(whole)], whole, '/api/check')).toEqual([200])
    expect(await post([JSON_TYPE, lengthOf(longer)], longer, '/api/check')).toEqual(['413 payload_too_large'])
  })
})

describe('the type of a body', () => {
  const body = '{"text":"a"}'
  test.each([
    ['application/json', 201],
    ['Application/JSON ; charset=UTF-8', 201],
    ['application/json;charset="utf-8"', 201],
    ['application/json; charset=utf-16', '415 unsupported_media_type'],
    ['application/jsonp', '415 unsupported_media_type'],
    ['application/ld+json', '415 unsupported_media_type'],
    ['text/plain', '415 unsupported_media_type'],
    ['application/x-www-form-urlencoded', '415 unsupported_media_type'],
    ['multipart/form-data; boundary=a', '415 unsupported_media_type'],
    ['application/json, application/json', '415 unsupported_media_type'],
    ['', '415 unsupported_media_type'],
    [';;', '415 unsupported_media_type'],
  ])('%j is %s', async (type, expected) => {
    expect(await post([`content-type: ${type}`, lengthOf(body)], body)).toEqual([expected])
  })

  test.each([
    ['without a type', []],
    ['with two types', [JSON_TYPE, 'content-type: text/plain']],
    ['with the same type twice', [JSON_TYPE, JSON_TYPE]],
    ['of an encoding', [JSON_TYPE, 'content-encoding: gzip']],
    ['of an encoding that is none', [JSON_TYPE, 'content-encoding: x']],
  ])('%s is 415 [contract error code unsupported_media_type]', async (_, headers) => {
    expect(await post([...headers, lengthOf(body)], body)).toEqual(['415 unsupported_media_type'])
  })

  test('compressed is 415, and never inflated', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000)).toString('latin1')
    const headers = [JSON_TYPE, 'content-encoding: gzip', lengthOf(bomb)]
    expect(await post(headers, bomb)).toEqual(['415 unsupported_media_type'])
  })
})

describe('the content of a body', () => {
  const deep = '['.repeat(8_000)
  const depth = (levels: number) => `{"note":${'['.repeat(levels)}${']'.repeat(levels)}}`
  test.each([
    ['nothing', ''],
    ['spaces', '  '],
    ['half an object', '{"text":'],
    ['two objects', '{"text":"a"}{}'],
    ['a comma too many', '{"text":"a",}'],
    ['single quotes', "{'text':'a'}"],
    ['a comment', '{"text":"a"/**/}'],
    ['NaN', '{"text":NaN}'],
    ['a line end in a text', '{"text":"a\nb"}'],
    ['bytes that are no UTF-8', '{"text":"\xff\xfe"}'],
    ['half a surrogate pair in UTF-8', '{"text":"\xed\xa0\x80"}'],
    ['a cut-off character', '{"text":"\xf0\x9f'],
    ['UTF-16', Buffer.from('{"text":"a"}', 'utf16le').toString('latin1')],
    ['a form', 'text=a'],
    ['8000 brackets', deep],
  ])('%s is 400 invalid_json [contract error code invalid_json]', async (_, body) => {
    expect(await post([JSON_TYPE, lengthOf(body)], body)).toEqual(['400 invalid_json'])
  })

  test.each([
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"text"'],
    ['the prototype', '{"text":"a","__proto__":{"label":"b"}}'],
    ['a nested constructor', '{"text":"a","constructor":{"prototype":{}}}'],
    ['a NUL', '{"text":"\\u0000"}'],
    ['half a surrogate pair', '{"text":"\\ud800"}'],
    ['8000 lists', `{"text":${deep}${']'.repeat(8_000)}}`],
  ])('%s is 400 invalid_parameter', async (_, body) => {
    expect(await post([JSON_TYPE, lengthOf(body)], body)).toEqual(['400 invalid_parameter'])
    expect(Object.prototype).not.toHaveProperty('label')
  })

  test('of 30000 nested lists is read where the schema takes anything', async () => {
    const body = depth(30_000)
    expect(await post([JSON_TYPE, lengthOf(body)], body, '/api/check')).toEqual([200])
  })

  test.each([
    ['characters past ASCII', '{"text":"Lümen 😀"}', 'Lümen 😀'],
    ['a byte order mark', '\ufeff{"text":"a"}', 'a'],
    ['escapes', '{"te\\u0078t":"\\ud83d\\ude00"}', '😀'],
    ['one name twice: the last one', '{"text":"a","text":"b"}', 'b'],
  ])('with %s is read', async (_, text, expected) => {
    const body = Buffer.from(text).toString('latin1')
    expect(await post([JSON_TYPE, lengthOf(body)], body)).toEqual([201])
    expect(registry.calls.at(-1)?.input).toMatchObject({ body: { text: expected } })
  })
})

describe('a body that does not come', () => {
  const begun = '{"text":"a'
  test('in time is refused, and ends its connection', async () => {
    const before = registry.calls.length
    const bytes = await headOf(
      'POST /api/notes',
      [JSON_TYPE, 'content-length: 100'],
      'connection: keep-alive',
    )
    expect((await send(bytes + begun)).map(({ status }) => status)).toEqual([400])
    expect(registry.calls.length).toBe(before)
    expect(listening.service.errors).toEqual([])
  })

  test('because its caller is gone reaches no handler, and is no error of the service', async () => {
    const before = registry.calls.length
    const expecting = [JSON_TYPE, 'content-length: 100', 'expect: 100-continue']
    const socket = connect(listening.port, '127.0.0.1')
    socket.write(await headOf('POST /api/notes', expecting))
    // The 100 says that the body is being read.
    await once(socket, 'data')
    socket.write(begun)
    socket.resetAndDestroy()
    expect((await listening.send('/api/notes/count')).status).toBe(200)
    expect(registry.calls.slice(before).map(({ name }) => name)).toEqual(['countNotes'])
    expect(listening.service.errors).toEqual([])
  })

  test('because its caller left before it was read is refused too, and does not wait for ever', async () => {
    const { database } = listening.service
    const lines = listening.service.lines.length
    const bytes = await headOf('POST /api/notes', [JSON_TYPE, 'content-length: 100'])
    await database.transaction().execute(async (transaction) => {
      // Until the lock is released, the service cannot look up the key.
      await sql`lock table accounts`.execute(transaction)
      const accepted = once(listening.service.server.server, 'connection')
      const socket = connect(listening.port, '127.0.0.1')
      socket.write(bytes + begun)
      const [received] = (await accepted) as [Socket]
      await expect.poll(() => countWaiting(database)).toBe(1)
      const closed = new Promise((resolve) => received.once('close', resolve))
      socket.resetAndDestroy()
      await closed
    })
    await expect.poll(() => listening.service.lines.slice(lines)).toMatchObject([{ status: 400 }])
    expect(listening.service.errors).toEqual([])
  })

  test('though none was announced is 415', async () => {
    expect(await post([], '')).toEqual(['415 unsupported_media_type'])
    expect(await post([JSON_TYPE], '')).toEqual(['400 invalid_json'])
    expect(await post([JSON_TYPE, 'content-length: 0'], '')).toEqual(['400 invalid_json'])
  })

  test('shorter than the bytes on the connection ends where it was announced to', async () => {
    const bytes = await headOf('POST /api/notes', [JSON_TYPE, 'content-length: 12'], 'connection: keep-alive')
    const rest = await headOf('GET /api/notes/count', [])
    expect((await send(`${bytes}{"text":"a"}${rest}`)).map(({ status }) => status)).toEqual([201, 200])
  })
})

describe('a connection', () => {
  test('serves the next request after a body that was refused unread', async () => {
    const body = noteOf(20_000)
    const post413 = await headOf('POST /api/notes', [JSON_TYPE, lengthOf(body)], 'connection: keep-alive')
    const next = await headOf('GET /api/notes', [])
    expect((await send(post413 + body + next)).map(({ status }) => status)).toEqual([413, 200])
  })

  test('serves the next request after chunks that passed the limit', async () => {
    const post413 = await headOf('POST /api/notes', [JSON_TYPE, CHUNKED], 'connection: keep-alive')
    const next = await headOf('GET /api/notes', [])
    const bytes = post413 + chunked(noteOf(20_000), 'b'.repeat(50_000)) + next
    expect((await send(bytes)).map(({ status }) => status)).toEqual([413, 200])
  })

  test('with Expect: 100-continue gets 100 for a body that will be read, and no other', async () => {
    const body = '{"text":"a"}'
    const expecting = ['expect: 100-continue', JSON_TYPE]
    const taken = await send((await headOf('POST /api/notes', [...expecting, lengthOf(body)])) + body)
    expect(taken.map(({ status }) => status)).toEqual([100, 201])
    const refused = await send(await headOf('POST /api/notes', [...expecting, 'content-length: 16385']))
    expect(refused.map(({ status }) => status)).toEqual([413])
    const keyless = `POST /api/notes HTTP/1.1\r\nhost: a\r\n${expecting.join('\r\n')}\r\ncontent-length: 12\r\n\r\n`
    expect((await send(keyless)).map(({ status }) => status)).toEqual([401])
  })

  test('reads past the body of a GET', async () => {
    const body = '{"text":"a"}'
    const got = await headOf('GET /api/notes', [JSON_TYPE, lengthOf(body)], 'connection: keep-alive')
    const head = await headOf('HEAD /api/notes', [JSON_TYPE, CHUNKED])
    const answers = await send(`${got}${body}${head}${chunked(body)}`)
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })
})
