import { beforeEach, expect, test } from 'vitest'
import {
  createClient,
  NoAnswerError,
  ServiceError,
  UnavailableListError,
  type Unknown,
} from '#client/index.ts'
import { ERRORS, type ErrorCode } from '#contract/errors.ts'
import { forFile } from '#test/run/for-file.ts'
import { type Scripted, startAnsweringServer } from '#test/servers/answering-server.ts'

const server = await forFile(startAnsweringServer())

/** The requests of one test, and the answers that it gets in turn; the last one again and again. */
let asked: string[] = []
beforeEach(() => {
  asked = []
})
function answering(...answers: readonly Scripted[]) {
  server.answer = (request) => {
    asked.push(`${request.method} ${request.url}`)
    return answers[Math.min(asked.length, answers.length) - 1] ?? { body: '' }
  }
  return createClient({ baseUrl: server.url })
}

const json = (body: object, answer: Omit<Scripted, 'body'> = {}): Scripted => ({
  ...answer,
  body: JSON.stringify(body),
})
const refusal = (code: ErrorCode, headers = {}): Scripted => {
  const { status, retryable, message } = ERRORS[code]
  return json({ error: code, message, retryable }, { status, headers: { 'x-request-id': 'r7', ...headers } })
}
const STATUS = json({ version: '0.1.0' }, { headers: { 'x-request-id': 'r1' } })
const AT_ONCE = { 'retry-after': '0' }

test.each(Object.keys(ERRORS) as ErrorCode[])(
  '%s is an error with its code and whether to retry',
  async (code) => {
    const client = answering(refusal(code))
    const error = await client.getStatus({}, { retries: 0 }).catch((thrown: unknown) => thrown)
    const { status, retryable, message } = ERRORS[code]
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toMatchObject({ code, status, retryable, message, requestId: 'r7' })
  },
)

test('the code of a refusal under /api/agent is read from its object', async () => {
  const error = { code: 'ambiguous_name', message: 'Several match.', candidatesTotal: 2 }
  const client = answering(json({ error, retryable: false }, { status: 400 }))
  await expect(client.askAgentCapability({ capability: 'unknowns' })).rejects.toMatchObject({
    code: 'ambiguous_name',
    body: { error: { candidatesTotal: 2 } },
  })
})

test('a GET is repeated after the seconds that the service names, as often as allowed', async () => {
  const client = answering(refusal('rate_limited', AT_ONCE), refusal('unavailable', AT_ONCE), STATUS)
  expect(await client.getStatus()).toEqual({ version: '0.1.0' })
  expect(asked).toHaveLength(3)
  const refused = answering(refusal('rate_limited', AT_ONCE)).getStatus({}, { retries: 4 })
  await expect(refused).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 0 })
  expect(asked).toHaveLength(3 + 5)
})

test('a long pause is left to the caller', async () => {
  const client = answering(refusal('quota_exceeded', { 'retry-after': '86400' }))
  await expect(client.getStatus()).rejects.toMatchObject({ code: 'quota_exceeded', retryAfter: 86_400 })
  expect(asked).toHaveLength(1)
})

test.each(['', '-5', '1.5', 'Fri, 27 Nov 2026 10:00:00 GMT'])(
  'a pause of “%s” is none that the service named',
  async (pause) => {
    const client = answering(refusal('quota_exceeded', { 'retry-after': pause }))
    const error = await client.getStatus({}, { retries: 0 }).catch((thrown) => thrown)
    expect([error.code, error.retryAfter]).toEqual(['quota_exceeded', undefined])
  },
)

test('a refusal that stays, and a call that writes, are not repeated', async () => {
  await expect(answering(refusal('not_found')).getProject({ slug: 'none' })).rejects.toThrow('Nothing')
  const client = answering(refusal('unavailable', AT_ONCE))
  await expect(client.createWebhook({ body: { url: 'https://a.example/' } })).rejects.toThrow()
  await expect(client.removeWebhook({ id: 'w1' })).rejects.toThrow()
  expect(asked).toEqual(['GET /api/projects/none', 'POST /api/webhooks', 'DELETE /api/webhooks/w1'])
})

test('the page of a proxy is an unreadable answer, whatever its status', async () => {
  const page = { headers: { 'content-type': 'text/html' }, body: '<h1>Sign in</h1>' }
  for (const [status, retryable] of [
    [200, true],
    [502, true],
    [403, false],
  ] as const) {
    const error = answering({ ...page, status }).getStatus({}, { retries: 0 })
    await expect(error).rejects.toMatchObject({ code: 'unreadable_answer', status, retryable })
  }
})

test('a connection that fails and a service that is late are no answer', async () => {
  const gone = await startAnsweringServer()
  await gone[Symbol.asyncDispose]()
  const closed = createClient({ baseUrl: gone.url, retries: 0 })
  await expect(closed.getStatus()).rejects.toMatchObject({
    code: 'connection_failed',
    retryable: true,
    message: `${gone.url}/api/status did not answer: ECONNREFUSED`,
  })
  // A failure whose cause has no code.
  const blocked = createClient({ baseUrl: 'http://127.0.0.1:6000', retries: 0 })
  await expect(blocked.getStatus()).rejects.toThrow(
    'http://127.0.0.1:6000/api/status did not answer: Error: bad port',
  )
  const late = createClient({
    baseUrl: server.url,
    fetch: (_, init) => new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', reject)),
  })
  const error = await late.getStatus({}, { timeoutMs: 5, retries: 0 }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(NoAnswerError)
  expect(error).toMatchObject({ code: 'timeout' })
})

test('the caller aborts a call with a reason, also while it waits to repeat it', async () => {
  const abort = new AbortController()
  const reason = new Error('no longer needed')
  const client = answering(refusal('rate_limited', { 'retry-after': '50' }))
  const call = client.getStatus({}, { signal: abort.signal })
  await expect.poll(() => asked.length).toBe(1)
  abort.abort(reason)
  await expect(call).rejects.toBe(reason)
  await expect(client.getStatus({}, { signal: abort.signal })).rejects.toBe(reason)
})

test('parameters are written into path and query, lists with commas', async () => {
  const client = answering(STATUS)
  await client.getEvidence({ id: 'ship:a/b?c' })
  await client.compareProjects({ slugs: ['a', 'b'] })
  await client.listShips({ project: 'lumen', limit: 2 })
  expect(asked).toEqual([
    'GET /api/evidence/ship%3Aa%2Fb%3Fc',
    'GET /api/compare?slugs=a%2Cb',
    'GET /api/ships?project=lumen&limit=2',
  ])
})

test('an unknown is never sent as a parameter', async () => {
  const client = answering(json({ claims: {} }))
  const card = await client.getPartnerCard({ token: '0x1' })
  const unread = card.repo_url as Unknown as unknown as string
  await expect(client.getProject({ slug: unread })).rejects.toThrow('repo_url is a claim')
  expect(asked).toHaveLength(1)
})

test('an address that is none is refused when the client is opened', () => {
  expect(() => createClient({ baseUrl: 'svc.example' })).toThrow(TypeError)
})

test('each list is followed to its end in its own way', async () => {
  const client = answering(
    json({ items: [1, 2], nextOffset: 2, available: true }),
    json({ items: [3], nextOffset: null, available: true }),
  )
  const seen: unknown[] = []
  for await (const item of client.each.listProjects({ limit: 2 })) seen.push(item)
  expect([seen, asked[1]]).toEqual([[1, 2, 3], 'GET /api/projects?limit=2&offset=2'])
  asked = []
  const ledger = answering(json({ items: [4], nextCursor: 'c1.9' }), json({ items: [], nextCursor: 'c1.9' }))
  for await (const item of ledger.each.listChanges({ after: 'c1.8', type: ['build.ship'] })) seen.push(item)
  expect(asked).toEqual([
    'GET /api/changes?after=c1.8&type=build.ship',
    'GET /api/changes?type=build.ship&cursor=c1.9',
  ])
  asked = []
  const timeline = answering(json({ items: [5], nextCursor: 't1.9' }), json({ items: [], nextCursor: null }))
  for await (const item of timeline.each.getProjectTimeline({ slug: 'lumen' })) seen.push(item)
  expect(asked[1]).toBe('GET /api/projects/lumen/timeline?before=t1.9')
  expect(seen).toEqual([1, 2, 3, 4, 5])
})

test('a list of the ledger without a change that can be shown does not end it', async () => {
  const ledger = answering(
    json({ items: [], nextCursor: 'c1.9' }),
    json({ items: [4], nextCursor: 'c1.10' }),
    json({ items: [], nextCursor: 'c1.10' }),
  )
  const seen: unknown[] = []
  for await (const item of ledger.each.listChanges({ after: 'c1.8' })) seen.push(item)
  expect([seen, asked.length]).toEqual([[4], 3])
})

test('a list that cannot be produced is not an empty one', async () => {
  const client = answering(json({ items: [], available: false, reason: 'NOT_RANKED', nextOffset: null }))
  const items = client.each.listBuilders()
  await expect(items.next()).rejects.toThrow(UnavailableListError)
})
