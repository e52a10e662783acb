import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { newKey } from '#accounts/keys.ts'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { faultsOf, type Got } from '#test/service/described-answers.ts'
import { listeningServiceOfFile } from '#test/service/file-service.ts'
import { storeToken } from '#test/service/http-service.ts'
import { answersIn, sendRaw } from '#test/service/raw-connection.ts'

const listening = await listeningServiceOfFile()
let values: readonly string[]
beforeAll(async () => {
  const { address, slug } = await storeToken({ evidence: KNOWN }, listening.service.database)
  values = [address, slug, `4663:${address}`, `${address},${address}`]
})

const operations = Object.values<Operation>(OPERATIONS)
const names = [
  ...new Set(operations.flatMap(({ input }) => [...Object.keys(input.query), 'query', 'utm_source'])),
]
const examples = operations.flatMap((operation) =>
  operation.examples.flatMap(({ input }) => Object.values(input)),
)
const escaped = fc.integer({ min: 0, max: 255 }).map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
const printable = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
})
const odd = fc.constantFrom(
  '%',
  '%u0041',
  '..',
  '//',
  ';',
  '&&',
  '=',
  '+',
  '[]',
  '__proto__',
  '\\',
  '?',
  '#',
  '0x10',
  '1e1',
)

/** Parts of addresses: valid, almost valid and invalid. */
const text = fc.oneof(
  fc.nat({ max: 3 }).map((index) => values[index] ?? ''),
  fc.constantFrom(...examples).map(encodeURIComponent),
  fc.integer().map(String),
  fc.array(fc.oneof(escaped, odd, printable), { maxLength: 6 }).map((parts) => parts.join('')),
  printable.map((word) => word.repeat(40)),
)
const query = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...names), text), fc.option(text)), { maxLength: 8 })
  .map((pairs) => pairs.map(([name, value]) => (value === null ? name : `${name}=${value}`)).join('&'))

type Target = { readonly target: string; readonly path: string | undefined }
const methods = ['GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PATCH', 'DELETE', 'TRACE']
const asked: fc.Arbitrary<Target> = fc
  .tuple(
    fc.constantFrom(...operations),
    fc.array(text, { minLength: 2, maxLength: 2 }),
    query,
    fc.constantFrom('', '/', 'http://evil.example'),
  )
  .map(([{ path }, [one = '', other = ''], search, form]) => {
    const parts = [one, other].map((part) => encodeURIComponent(part) || 'none')
    const filled = path.replace(/\{\w+\}/g, () => parts.shift() ?? 'none')
    const target = form === '/' ? `${filled}/` : `${form}${filled}`
    return { target: search === '' ? target : `${target}?${search}`, path }
  })
const strayed: fc.Arbitrary<Target> = fc
  .array(fc.oneof(fc.constantFrom('api', 'v1', 'projects', 'badge', 'metrics'), text), { maxLength: 5 })
  .map((parts) => ({ target: `/stray/${parts.join('/')}`, path: undefined }))

const header = fc.oneof(
  printable,
  fc.constantFrom(
    '*/*',
    'text/plain',
    'text/markdown;q=0.3, */*;q=2',
    'br;q=0, *;q=0',
    'gzip, br',
    'gzip, deflate, br, zstd',
    'identity;q=0',
    '*',
    'W/"x", *',
    ';;,/',
    '1.2.3.4',
    'alice/1.0',
  ),
  fc.constant('a, '.repeat(2_000)),
)
const NAMES = [
  'accept',
  'accept-encoding',
  'if-none-match',
  'x-request-id',
  'x-svc-integration',
  'x-forwarded-for',
  'origin',
  'range',
  'x-http-method-override',
  'forwarded',
  'cookie',
]
const headers = fc.dictionary(fc.constantFrom(...NAMES), header, { maxKeys: 4 })
const key = fc.tuple(
  fc.constantFrom('authorization', 'x-api-key'),
  fc.oneof(printable, fc.constant(`Bearer ${newKey()}`), fc.constant(newKey())),
)
const credentials = fc.oneof({ arbitrary: fc.constant(null), weight: 5 }, { arbitrary: key, weight: 1 })
const request = fc.record({
  method: fc.constantFrom(...methods),
  at: fc.oneof({ arbitrary: asked, weight: 4 }, { arbitrary: strayed, weight: 1 }),
  headers,
  credentials,
})
type Request = typeof request extends fc.Arbitrary<infer T> ? T : never

let clients = 0
async function send({ method, at, headers: own, credentials: given }: Request): Promise<readonly Got[]> {
  clients += 1
  const from = `127.${10 + Math.floor(clients / 60_000)}.${Math.floor(clients / 250) % 240}.${(clients % 250) + 1}`
  const lines = [...Object.entries(own), ...(given === null ? [] : [given])].map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const bytes = `${method} ${at.target} HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n${lines.join('')}\r\n`
  return answersIn(await sendRaw({ port: listening.port, bytes, from }))
}

/** Each operation once by its own method, without parameters and without a body. */
const bare = operations.map(({ method, path }): [Request] => {
  const target = path.replace(/\{\w+\}/g, 'none')
  return [{ method, at: { target, path }, headers: {}, credentials: null }]
})

/** The parts of an answer that do not change from request to request. */
function lasting({ status, headers: own, text: body }: Got): unknown {
  const { date: _date, age: _age, 'x-request-id': requestId, ...stable } = own
  return { status, stable, body: body.replaceAll(String(requestId), '') }
}

test('any request gets one answer, as openapi.json describes it, and the same answer again', async () => {
  await fc.assert(
    fc.asyncProperty(request, async (of) => {
      const [answer, ...more] = await send(of)
      expect(more).toEqual([])
      if (answer === undefined) throw new Error('no answer')
      const isBodiless = of.method === 'HEAD'
      const got = isBodiless ? { ...answer, text: '' } : answer
      const broken =
        answer.status === 413 || (answer.status === 400 && answer.headers['ratelimit-limit'] === undefined)
      expect(faultsOf(got, broken ? undefined : of.at.path, of.method)).toEqual([])
      if (of.at.path === undefined) expect(answer.status).toBeGreaterThanOrEqual(400)
      const [again] = await send(of)
      expect(again && lasting(again)).toEqual(lasting(answer))
    }),
    { numRuns: bare.length + 400, examples: bare },
  )
  expect(listening.service.errors).toEqual([])
})
