import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { ask, call, messageOf, type Rpc, sendBytes } from '#test/agents/a2a.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { openHttpService, type StoredToken, someAddress, storeToken } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()
let lumen: StoredToken
beforeAll(async () => {
  lumen = await storeToken({ evidence: KNOWN, name: 'Lumen' }, service.database)
  await storeToken({ evidence: KNOWN, name: 'Ember' }, service.database)
  for (let stored = 0; stored < 10; stored += 1)
    await storeToken({ evidence: KNOWN, name: 'Harbour' }, service.database)
})

/** The answer to one part: its text and its data. */
async function answerTo(part: Rpc): Promise<{ readonly text: string; readonly data: Rpc }> {
  const { result, error } = await ask(service, part)
  expect(error).toBeUndefined()
  const [words, json] = result?.message.parts ?? []
  return { text: String(words?.text), data: json?.data ?? {} }
}

const QUESTIONS: readonly (readonly [string, Rpc])[] = [
  ['Research Lumen', { capability: 'research_project', project: 'Lumen' }],
  ['What changed at Lumen in the last 3 days?', { capability: 'what_changed', project: 'Lumen', days: 3 }],
  ['What happened since c1.0?', { capability: 'what_changed', after: 'c1.0' }],
  ['Is Lumen still building?', { capability: 'builder_status', project: 'Lumen' }],
  ['Is Lumen verified?', { capability: 'verify_project', project: 'Lumen' }],
  ['Lumen vs Ember', { capability: 'compare_builders', projects: ['Lumen', 'Ember'] }],
  ['What is unknown about Lumen?', { capability: 'unknowns', project: 'Lumen' }],
]

describe('a question in words and as an object have one answer', () => {
  test.each(QUESTIONS)('%s', async (text, data) => {
    const words = await answerTo({ text })
    expect(words).toEqual(await answerTo({ data }))
    const search = new URLSearchParams(Object.entries(data).map(([name, value]) => [name, String(value)]))
    expect((await service.get(`/api/agent?${search}`)).body).toEqual(words.data)
    expect(words.text.startsWith(String(words.data['answer']))).toBe(true)
  })

  test('an address asks for its token', async () => {
    const { data } = await answerTo({ text: `Is ${lumen.address} real?` })
    expect(data).toMatchObject({ capability: 'verify_project', subject: { slug: lumen.slug } })
  })
})

describe('a line of the text stands alone', () => {
  test('with its kind and its evidence', async () => {
    const { text, data } = await answerTo({ text: 'Research Lumen' })
    const claims = data['claims'] as readonly {
      kind: string
      statement: string
      evidence?: readonly string[]
    }[]
    for (const { kind, statement, evidence = [] } of claims) {
      const line = text.split('\n').find((one) => one.startsWith(`${kind} ${statement}`))
      expect([statement, evidence.filter((id) => !line?.includes(id))]).toEqual([statement, []])
    }
    expect(claims.length).toBeGreaterThan(0)
  })
})

describe('[R135] an evidence id', () => {
  const SHIP = 'ship:5118d991-6b27-522a-85e9-e592971c23b8'
  const SOURCE = 'source:b351922d-97ba-5d80-99e3-312ac0a7cd66'
  const IMPL = `impl:4663:0x${'1'.repeat(40)}:12:3`
  const receipt = (id: string) => `https://svc.example/api/evidence/${encodeURIComponent(id)}`

  test.each([
    [SHIP, [SHIP]],
    [`What is ${SHIP}?`, [SHIP]],
    [`What is “${SHIP.toUpperCase()}”?`, [SHIP]],
    [`Show me the evidence ${SOURCE}`, [SOURCE]],
    [`What changed at ${SOURCE}:added?`, [SOURCE]],
    [`Explain (${IMPL}).`, [IMPL]],
    [`Is ${SHIP} still building?`, [SHIP]],
    [`Compare ${SHIP} and ${SOURCE}`, [SHIP, SOURCE]],
    [`What is ${SHIP} of Nowhere?`, [SHIP]],
  ])('is no project, and its receipt is named: %s', async (text, ids) => {
    const { data, text: words } = await answerTo({ text })
    expect(data).toMatchObject({
      status: 'not_understood',
      evidence: ids.map((id) => ({ id, receiptUrl: receipt(id) })),
    })
    expect(words).not.toMatch(/no published project/i)
    for (const id of ids) expect(words).toContain(receipt(id))
  })

  test('beside a project is named as not understood', async () => {
    const { data } = await answerTo({ text: `Is Lumen still building, see ${SHIP}?` })
    expect(data).toMatchObject({ capability: 'builder_status', status: 'partial' })
    expect(JSON.stringify(data['query'])).toContain(SHIP)
  })

  test('as the project of an object is refused with the address of its receipt', async () => {
    const { data } = await answerTo({ data: { capability: 'research_project', project: SHIP } })
    expect(data).toMatchObject({
      error: { code: 'not_found', message: expect.stringContaining(receipt(SHIP)) },
    })
  })
})

describe('what a capability refuses', () => {
  test.each([
    [{ capability: 'price' }, 'capability'],
    [{ project: 'Lumen' }, 'capability'],
    [{ capability: 'research_project' }, 'project'],
    [{ capability: 'what_changed', days: 0 }, 'days'],
    [{ capability: 'what_changed', after: 'c9' }, 'after'],
    [{ capability: 'verify_project', contract: '0x12' }, 'contract'],
    [{ capability: 'compare_builders', projects: 'Lumen' }, 'projects'],
    [{ capability: 'compare_builders', projects: ['Lumen', ['Ember']] }, 'projects'],
    [{ capability: 'research_project', project: { name: 'Lumen' } }, 'project'],
    [{ capability: 'what_changed', project: { slug: 'lumen', name: 'Lumen' } }, 'project'],
    [{ capability: 'what_changed', project: ['Lumen', 'Ember'] }, 'project'],
    [{ capability: 'what_changed', project: true }, 'project'],
    [{ capability: 'ships', days: { n: 7 } }, 'days'],
    [{ capability: 'ships', kind: ['release', null] }, 'kind'],
    [{ capability: ['ships'] }, 'capability'],
  ])('%j is -32602 with the field of the object', async (data, field) => {
    const { error } = await ask(service, { data })
    expect(error).toMatchObject({
      code: -32602,
      data: [{ fieldViolations: [{ field: `message.parts[0].data.${field}` }] }],
    })
  })

  test('every field of a wrong type is named, and what is no parameter is ignored by its name', async () => {
    const { error } = await ask(service, { data: { capability: 'ships', project: {}, days: [] } })
    const fields = ['project', 'days'].map((name) => ({
      field: `message.parts[0].data.${name}`,
      description: expect.stringMatching(/^Invalid: expected /),
    }))
    expect(error?.data).toMatchObject([{ fieldViolations: fields }])
    const { data } = await answerTo({ data: { capability: 'ships', days: null, since: { of: 1 }, x: [[]] } })
    expect(data['query']).toMatchObject({ ignoredParameters: ['since', 'x'] })
  })

  test('a list of more levels than a stack holds is not read, and is no fault of the service', async () => {
    const before = service.errors.length
    const levels = 20_000
    const payload = JSON.stringify({
      jsonrpc: '2.0',
      id: 7,
      method: 'SendMessage',
      params: { message: messageOf([{ data: { capability: 'research_project', project: 'DEEP' } }]) },
    }).replace('"DEEP"', `${'['.repeat(levels)}${']'.repeat(levels)}`)
    const { error } = await sendBytes(service, payload)
    expect([error?.code, service.errors.length]).toEqual([-32602, before])
  })

  test('a period out of bounds is answered in words', async () => {
    const { text } = await answerTo({ text: 'What changed at Lumen in the last 900 days?' })
    expect(text).toMatch(/^Invalid `days`: expected/)
  })
})

describe('[agents 36] what is unknown or ambiguous is said', () => {
  test('an unpublished token', async () => {
    const { text } = await answerTo({ text: `Is ${someAddress()} verified?` })
    expect(text.replace(/You can ask.*/s, '')).not.toMatch(/VERIFIED|\$|%/)
  })

  test('an ambiguous name has at most eight candidates and the total', async () => {
    const { text, data } = await answerTo({ text: 'Research Harbour' })
    const { candidates, candidatesTotal } = data['error'] as {
      candidates: readonly Rpc[]
      candidatesTotal: number
    }
    expect([candidates.length, candidatesTotal]).toEqual([8, 10])
    expect(text.match(/^CANDIDATE p-/gm)).toHaveLength(8)
    expect(text).toContain('10 match')
    expect(text).not.toContain('You can ask')
  })

  test('a hidden project is answered as one that never existed, byte for byte', async () => {
    const hidden = await storeToken({ state: 'hidden', evidence: KNOWN, name: 'Umbra' }, service.database)
    const never = { name: 'Umbro', slug: `p-${crypto.randomUUID()}`, address: someAddress() }
    const questions = (of: { name: string; slug: string; address: ContractAddress }): readonly Rpc[] => [
      { text: `Research ${of.name}` },
      { text: `What changed at ${of.slug}?` },
      { text: `Is ${of.address} verified?` },
      { data: { capability: 'unknowns', project: of.slug } },
      { data: { capability: 'compare_builders', projects: [lumen.slug, of.slug] } },
    ]
    const answers = async (of: { name: string; slug: string; address: ContractAddress }) =>
      Promise.all(
        questions(of).map(async (part) => {
          const message = messageOf([part], { contextId: 'c' })
          const { text, result } = await call(service, 'SendMessage', { message }, { 'x-request-id': 'same' })
          const { messageId } = result?.message ?? { messageId: '-' }
          const own = [of.name, of.slug, of.address, messageId]
          return own.reduce((left, word) => left.replaceAll(word, '#'), text)
        }),
      )
    expect(await answers({ ...hidden, name: 'Umbra' })).toEqual(await answers(never))
  })
})

test('the examples of docs/agents.md are answered', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/agents.md'), 'utf8')
  const payloads = [...page.matchAll(/^curl .*-d '(\{"jsonrpc".*?\})' /gm)].map(([, payload = '']) => payload)
  const answers = await Promise.all(payloads.map((payload) => sendBytes(service, payload)))
  const data = answers.map(({ result }) => result?.message.parts.at(-1)?.data)
  expect(data).toMatchObject([{ capability: 'builder_status' }, { capability: 'what_changed' }])
})

test('an answer is counted, a refusal and help are not', async () => {
  const counted: object[] = []
  await using own = await openHttpService({
    database: service.database,
    countCall: (counts) => {
      counted.push(counts)
    },
  })
  const message = messageOf([{ text: 'Is Lumen still building?' }])
  await call(own, 'SendMessage', { message }, { 'x-svc-integration': 'alice/1.0' })
  for (const text of ['Research Nobody', 'Research Harbour', 'Hello', 'price?']) await ask(own, { text })
  await ask(own, { data: { capability: 'price' } })
  expect(counted).toEqual([{ surface: 'a2a', capability: 'builder_status', integration: 'alice/1.0' }])
})

test('[agents 29] SendMessage writes nothing', async () => {
  const before = await rowCounts()
  await Promise.all(
    ['Research Lumen', 'What changed?', 'Lumen vs Ember', 'Hello', 'Research Nobody'].map((text) =>
      ask(service, { text }),
    ),
  )
  expect(await rowCounts()).toEqual(before)
  expect(Object.keys(before).length).toBeGreaterThan(20)
})

async function rowCounts(): Promise<Readonly<Record<string, string>>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(service.database)
  const counted = tables.rows.map(async ({ name }) => {
    const { rows } = await sql<{
      count: string
    }>`select count(*)::text as count from ${sql.table(name)}`.execute(service.database)
    return [name, String(rows[0]?.count)] as const
  })
  return Object.fromEntries(await Promise.all(counted))
}
