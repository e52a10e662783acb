import { Compile } from 'typebox/compile'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import { AgentAnswer, AgentCapability } from '#contract/shapes/agent-answer.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import { AgentContract } from '#contract/shapes/agent-contract.ts'
import { addMs, HOUR_MS } from '#contract/time.ts'
import { NEVER_SCORED } from '#domain/project/card-record.ts'
import { runLedger } from '#ledger/write.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { storeListed, tokenOf } from '#test/given/listed-project.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { type Answer, NOW, someAddress } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()
beforeAll(async () => {
  const { database } = service
  const store = (slug: string, name: string, symbol: string, token: number) =>
    storeListed(
      {
        project: { slug, name },
        token: { address: tokenOf(token), symbol },
        listed: { activity_status: 'SHIPPING' },
        liquidity: 84_000,
        fdv: 1_000_000,
      },
      database,
    )
  await store('lumen', 'Lumen', 'LUM', 1)
  await store('hood-one', 'Robin', 'HOOD', 2)
  await store('hood-two', 'Marian', 'HOOD', 3)
  await store('ember-labs', 'Ember Labs', 'EMB', 4)
  await storeListed({ project: { slug: 'never-scored', name: 'Unread' }, evidence: NEVER_SCORED }, database)
  await storeListed(
    {
      project: { slug: 'gone', name: 'Gone', state: 'hidden', hidden_at: NOW },
      token: { address: tokenOf(9), symbol: 'GONE' },
    },
    database,
  )
  await runLedger({ now: addMs(NOW, -HOUR_MS) }, { database })
})

type Answered = Answer & { readonly body: Record<string, unknown> }
let asked = 0
async function ask(question: string): Promise<Answered> {
  asked += 1
  return service.get(`/api/agent/${question}${question.includes('?') ? '&' : '?'}_=${asked}`)
}
async function answerOf(question: string): Promise<AgentAnswer> {
  const { status, body } = await ask(question)
  expect([question, status]).toEqual([question, 200])
  return body as AgentAnswer
}

const OF_PROJECT = ['research_project', 'builder_status', 'verify_project', 'unknowns', 'what_changed']
const QUESTIONS = [
  ...OF_PROJECT.map((name) => `${name}?project=lumen`),
  'compare_builders?projects=lumen,HOOD-one',
]

describe('every capability', () => {
  const isAnswer = Compile(AgentAnswer)

  test.each(QUESTIONS)(
    '%s answers with claims that are citable, within its bytes [contract GET /api/agent/{capability}]',
    async (question) => {
      const answer = await answerOf(question)
      expect([...isAnswer.Errors(answer)]).toEqual([])
      expect(answer.claims.length + answer.unknowns.length).toBeGreaterThan(0)
      const cited = answer.evidence.map(({ id }) => id)
      for (const { evidence = [], kind, value, reason } of answer.claims as readonly AgentClaim[]) {
        for (const id of evidence) expect(cited).toContain(id)
        if (kind === 'UNKNOWN') expect([value, typeof reason]).toEqual([undefined, 'string'])
      }
      const keys = Object.keys(answer)
      expect(keys.indexOf('answer')).toBeLessThan(keys.indexOf('claims'))
      expect(JSON.stringify(answer).length).toBeLessThan(8_000)
      expect(answer.query.ignoredParameters).toEqual(['_'])
      expect(JSON.stringify(answer)).not.toMatch(/undefined|NaN|\[object/)
    },
  )

  test.each(QUESTIONS)('%s is the same by the capability parameter', async (question) => {
    const [name, query] = question.split('?')
    const { body } = await service.get(`/api/agent?capability=${name}&${query}&_=x`)
    const own = (await service.get(`/api/agent/${question}&_=x`)).body
    expect(body).toEqual(own)
  })

  test('the contract offers exactly these, and each of its addresses answers', async () => {
    const { body, status } = await service.get('/api/agent?utm_campaign=x&_=123')
    expect([status, service.errors]).toEqual([200, []])
    const contract = body as AgentContract
    expect([...Compile(AgentContract).Errors(contract)]).toEqual([])
    expect(contract.query.ignoredParameters).toEqual(['utm_campaign', '_'])
    expect(contract.capabilities.map(({ name }) => name)).toEqual(AgentCapability.enum)
    const filled = contract.capabilities.map(({ url }) =>
      url
        .replace('https://svc.example', '')
        .replace('{project}', 'lumen')
        .replace('{days}', '7')
        .replace('{contract}', tokenOf(1))
        .replace('{projects}', 'lumen,hood-one'),
    )
    for (const path of [...filled, ...contract.links.map(({ url }) => new URL(url).pathname)])
      expect([path, (await service.get(path)).status]).toEqual([path, 200])
  })

  test('every link of an answer answers', async () => {
    for (const question of QUESTIONS) {
      const { links, rules, claims } = await answerOf(question)
      const urls = [...links, ...rules].flatMap(({ url }) => url ?? [])
      for (const url of [...urls, ...claims.flatMap(({ explainUrl }) => explainUrl ?? [])])
        expect([url, (await service.get(url.replace('https://svc.example', ''))).status]).toEqual([url, 200])
    }
  })
})

describe('a project without a ship', () => {
  test.each([
    ['lumen', 'answered', { total: 0 }, /^“Lumen” shipped 0 ships that count from /, []],
    ['never-scored', 'unknown', {}, /^No ship that counts is recorded of “Unread” from /, ['NOT_ENOUGH_YET']],
  ])('%s shipped none only where it was read', async (slug, status, data, words, reasons) => {
    const answer = await answerOf(`ships?project=${slug}&days=7`)
    expect([answer.status, answer.data]).toEqual([status, data])
    expect(answer.answer).toMatch(words)
    expect(answer.unknowns.map(({ reason }) => reason)).toEqual(reasons)
  })
})

describe('the project of a question', () => {
  test.each([
    ['lumen', 'slug', 'lumen'],
    ['Lumen', 'slug', 'lumen'],
    ['lum', 'ticker', 'lumen'],
    ['$LUM', 'ticker', 'lumen'],
    ['Robin', 'name', 'hood-one'],
    ['ember', 'part_of_name', 'ember-labs'],
    [tokenOf(1), 'contract', 'lumen'],
    [`4663:${tokenOf(1)}`, 'contract', 'lumen'],
  ])('%s is found by %s', async (words, matchedBy, slug) => {
    const { subject, query } = await answerOf(`builder_status?project=${encodeURIComponent(words)}`)
    expect([subject?.slug, subject?.matchedBy, query.project]).toEqual([slug, matchedBy, slug])
  })

  test('a ticker of two tokens is refused with both, and counted [contract error code ambiguous_name]', async () => {
    const { status, body } = await ask('builder_status?project=HOOD')
    expect([status, body]).toMatchObject([
      400,
      {
        error: {
          code: 'ambiguous_name',
          candidatesTotal: 2,
          candidates: [
            {
              slug: 'hood-two',
              ticker: 'HOOD',
              contract: tokenOf(3),
              activity: 'SHIPPING',
              catalogStatus: 'published',
            },
            { slug: 'hood-one', ticker: 'HOOD', contract: tokenOf(2) },
          ],
        },
        retryable: false,
      },
    ])
  })

  test('[agents 36] an ambiguous name has at most eight candidates and the true total [contract agent contract error.candidatesTotal]', async () => {
    for (let n = 0; n < 10; n += 1)
      await storeListed({ project: { slug: `twin-${n}`, name: 'Twin' } }, service.database)
    const { error } = (await ask('unknowns?project=twin')).body as { error: Record<string, unknown> }
    expect([error['candidatesTotal'], (error['candidates'] as unknown[]).length]).toEqual([
      10,
      LIMITS.agentCandidates,
    ])
  })

  test('a former slug finds the project that has another now', async () => {
    await service.database
      .insertInto('project_slugs')
      .columns(['slug', 'project_id', 'since', 'former_since'])
      .expression((from) =>
        from
          .selectFrom('projects')
          .select((of) => [
            of.val('old-lumen').as('slug'),
            'id',
            of.val(NOW).as('since'),
            of.val(NOW).as('former_since'),
          ])
          .where('slug', '=', 'lumen' as Slug),
      )
      .execute()
    const { subject } = await answerOf('builder_status?project=old-lumen')
    expect([subject?.slug, subject?.matchedBy]).toEqual(['lumen', 'former_slug'])
  })
})

describe('a project that is not published', () => {
  test.each([
    ['gone', 'neverwas'],
    ['GONE', 'NEVERWAS'],
    [tokenOf(9), someAddress()],
  ])('hidden and unknown projects are refused alike: %s', async (hidden, never) => {
    for (const name of ['project', 'contract']) {
      if (name === 'contract' && !hidden.startsWith('0x')) continue
      const texts = [hidden, never].map(async (words) => {
        const answer = await service.get(`/api/agent/unknowns?${name}=${words}`, { 'x-request-id': 'same' })
        expect(answer.status).toBe(404)
        return answer.text.replaceAll(words, 'W')
      })
      expect(await texts[0]).toBe(await texts[1])
    }
  })
})

describe('refusals have the code and message in an object', () => {
  test.each([
    ['/api/agent/buy_now?project=lumen', 400, 'invalid_parameter'],
    ['/api/agent?capability=price_prediction', 400, 'invalid_parameter'],
    ['/api/agent/unknowns', 400, 'invalid_parameter'],
    ['/api/agent/compare_builders', 400, 'invalid_parameter'],
    ['/api/agent/compare_builders?projects=lumen', 400, 'invalid_parameter'],
    ['/api/agent/compare_builders?projects=lumen,LUM', 400, 'invalid_parameter'],
    ['/api/agent/what_changed?days=0', 400, 'invalid_parameter'],
    ['/api/agent/what_changed?days=3&after=c1.0', 400, 'invalid_parameter'],
    ['/api/agent/what_changed?after=c1.999999', 400, 'invalid_cursor'],
    ['/api/agent/unknowns?contract=1:0x0000000000000000000000000000000000000001', 400, 'unsupported_chain'],
    [`/api/agent/unknowns?project=hood-one&contract=${tokenOf(1)}`, 400, 'invalid_parameter'],
    ['/api/agent/stats?days=0', 400, 'invalid_parameter'],
    ['/api/agent/unknowns?project=%00', 400, 'invalid_parameter'],
  ])('%s', async (path, status, code) => {
    const answer = await service.get(path)
    expect([answer.status, answer.body]).toMatchObject([status, { error: { code }, retryable: false }])
    const { error } = answer.body as { error: { message: unknown } }
    expect(typeof error.message).toBe('string')
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('[agents 36] a capability that is not offered is told what there is, and what there is not', async () => {
    const { error } = (await ask('price_prediction?project=lumen')).body as { error: { message: string } }
    for (const name of AgentCapability.enum) expect(error.message).toContain(name)
    expect(error.message).toMatch(/no price prediction.*investment advice.*wallet/)
  })

  test.each([
    ['/api/agent/%', 400, 'invalid_parameter'],
    ['/api/agent/unknowns/lumen', 404, 'not_found'],
    ['/api/agent/?capability=x', 400, 'invalid_parameter'],
  ])('also of an address below that no operation has: %s', async (path, status, code) => {
    const answer = await service.get(path)
    expect([answer.status, answer.body]).toMatchObject([status, { error: { code } }])
  })

  test('a method that the address does not take', async () => {
    const answer = await service.send('POST /api/agent')
    expect([answer.status, answer.body]).toMatchObject([405, { error: { code: 'method_not_allowed' } }])
  })

  test('everywhere else error is the code', async () => {
    expect((await service.get('/api/agents')).body).toMatchObject({ error: 'not_found' })
    expect((await service.get('/api/projects/none')).body).toMatchObject({ error: 'not_found' })
  })
})

test('[agents 66] what is unknown has no value, and the answer says what not to conclude', async () => {
  const answer = await answerOf('research_project?project=never-scored')
  expect(answer.status).toBe('unknown')
  expect(answer.claims.filter((claim) => 'value' in claim)).toEqual([])
  expect(answer.unknowns.length).toBeGreaterThan(0)
  for (const { doNotConclude } of answer.unknowns) expect(doNotConclude).toMatch(/^Do not/)
})

test('verify_project says whether a contract is the token of a project', async () => {
  const own = await answerOf(`verify_project?project=lumen&contract=${tokenOf(1)}`)
  expect(own.answer).toContain(`4663:${tokenOf(1)}`)
  const other = await answerOf(`verify_project?project=lumen&contract=${tokenOf(2)}`)
  expect(other.answer).toContain(`The contract 4663:${tokenOf(2)} is not the token`)
})

test('a capability names the parameters that it does not read', async () => {
  const { query } = await answerOf('unknowns?project=lumen&days=3&after=c1.0&projects=lumen,robin')
  expect(query.ignoredParameters).toEqual(['_', 'projects', 'days', 'after'])
})

test('figures are those of the reads', async () => {
  const snapshot = (await service.get('/api/projects/lumen/snapshot')).body as {
    build: Record<string, unknown>
    market: Record<string, unknown>
    claims: Record<string, { evidence?: readonly string[]; observed_at?: string }>
  }
  const { claims } = await answerOf('research_project?project=lumen')
  const claimed = (name: string) => claims.find(({ statement }) => statement.startsWith(`${name}:`))
  expect(claimed('Activity status')).toMatchObject({ value: snapshot.build['status'] })
  expect(claimed('Valuation')).toMatchObject({ value: snapshot.market['valuation'] })
  expect(claimed('Liquidity')).toMatchObject({
    value: snapshot.market['liquidity'],
    observedAt: snapshot.claims['liquidity']?.observed_at,
    evidence: snapshot.claims['liquidity']?.evidence,
  })
  expect(KNOWN.activity.kind).toBe('DERIVED')
})
