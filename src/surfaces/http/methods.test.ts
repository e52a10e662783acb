import { METHODS } from 'node:http'
import { describe, expect, test } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS, READS } from '#contract/operations/index.ts'
import { faultsOf, type Got } from '#test/service/described-answers.ts'
import { listeningServiceOfFile } from '#test/service/file-service.ts'
import { answersIn, sendRaw } from '#test/service/raw-connection.ts'

const listening = await listeningServiceOfFile({ bounds: { lingerMs: 100 } })

const READ = ['GET', 'HEAD', 'OPTIONS']
/** Each path with the methods that it accepts. */
const paths = [...Map.groupBy(Object.values<Operation>(OPERATIONS), ({ path }) => path)].map(
  ([path, operations]) => {
    const methods = operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    return { path, taken: [...methods, 'OPTIONS'] }
  },
)
const addressOf = ({ path }: { readonly path: string }) => path.replace(/\{\w+\}/g, 'lumen')

let clients = 0
/** The answers to a request with this request line, these headers and this body, on its own connection. */
async function send(line: string, headers: readonly string[] = [], body = ''): Promise<readonly Got[]> {
  clients += 1
  const head = [`${line} HTTP/1.1`, 'host: evil.example', 'connection: close', ...headers].join('\r\n')
  const from = `127.5.${Math.floor(clients / 250)}.${(clients % 250) + 1}`
  return answersIn(await sendRaw({ port: listening.port, bytes: `${head}\r\n\r\n${body}`, from }))
}

describe('a method that an address does not accept', () => {
  test.each(paths)('$path', async ({ path, taken }) => {
    for (const method of METHODS.filter((other) => ![...taken, 'CONNECT'].includes(other))) {
      const [answer] = await send(`${method} ${addressOf({ path })}`)
      expect([method, answer?.status]).toEqual([method, 405])
      expect([method, ...faultsOf(answer as Got, path)]).toEqual([method])
      expect(answer?.headers['allow']).toBe(taken.join(', '))
    }
  })
})

describe('[agents 42] a write to a read is 405 without reading its body', () => {
  const BODIES: readonly [string, readonly string[], string][] = [
    ['broken JSON', ['content-type: application/json', 'content-length: 5'], '{"a":'],
    ['XML', ['content-type: text/xml', 'content-length: 4'], '<a/>'],
    ['a form', ['content-type: application/x-www-form-urlencoded', 'content-length: 3'], 'a=b'],
    ['no type', ['content-length: 3'], 'abc'],
    ['a type that is none', ['content-type: ;;', 'content-length: 1'], 'x'],
    ['less than was announced', ['content-length: 60000'], 'abc'],
    ['20 MB that never come', ['content-type: application/json', 'content-length: 20000000'], '{'],
    ['chunks that never end', ['content-type: application/json', 'transfer-encoding: chunked'], '1\r\n{\r\n'],
    ['a body compressed', ['content-encoding: gzip', 'content-length: 2'], '\x1f\x8b'],
  ]
  for (const [what, headers, body] of BODIES) {
    test.each(READS)(`${what} to $path`, async (operation) => {
      const writes = ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) =>
        send(`${method} ${addressOf(operation)}`, headers, body),
      )
      for (const [answer] of await Promise.all(writes)) {
        expect([answer?.status, answer?.headers['allow']]).toEqual([405, READ.join(', ')])
        expect(faultsOf(answer as Got, operation.path)).toEqual([])
      }
    })
  }

  test('20 MB are answered while they arrive', async () => {
    const { status, headers } = await listening.send('/api/projects', {
      method: 'POST',
      headers: { 'content-length': '0' },
    })
    expect(status).toBe(405)
    const body = Buffer.alloc(20_000_000, '{')
    const answer = await fetch(`http://127.0.0.1:${listening.port}/api/projects`, { method: 'POST', body })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, headers.allow])
    expect(await answer.json()).toMatchObject({ error: 'method_not_allowed' })
  })
})

describe('invalid methods', () => {
  test.each([
    ['get /api'],
    ['FROB /api'],
    ['G@T /api'],
    ['GETGETGETGETGETGETGETGETGETGETGET /api'],
    ['/api'],
  ])('%s is refused', async (line) => {
    const answers = await send(line)
    expect(answers.map(({ status }) => status)).toEqual([400])
    expect(faultsOf(answers[0] as Got, undefined)).toEqual([])
  })

  test.each(['CONNECT evil.example:443', 'CONNECT /api'])('%s opens no tunnel', async (line) => {
    const answers = await send(line, [], 'GET /api HTTP/1.1\r\nhost: a\r\n\r\n')
    expect(answers.map(({ status }) => status)).toEqual([405])
    expect(faultsOf(answers[0] as Got, undefined)).toEqual([])
    expect(answers[0]?.headers['allow']).toBe(READ.join(', '))
  })

  test('TRACE repeats nothing of the request', async () => {
    const [answer] = await send('TRACE /api', ['cookie: secret=1', 'x-own: evil'])
    expect([answer?.status, answer?.text]).toEqual([405, expect.not.stringMatching(/secret|evil/)])
  })
})
