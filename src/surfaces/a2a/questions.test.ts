import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { ask, call, messageOf, type Rpc, sendBytes } from '#test/a2a.ts'
import { KNOWN } from '#test/card-evidence.ts'
import { httpServiceOfFile } from '#test/file-service.ts'
import { openHttpService, type StoredToken, someAddress, storeToken } from '#test/http-service.ts'

const service = await httpServiceOfFile()
let lumen: StoredToken
let driftwood: StoredToken
beforeAll(async () => {
  driftwood = await storeToken({ evidence: KNOWN, name: 'Driftwood' }, service.database)
  for (const name of ['Old Mill', 'Mill Works', 'Audit Hub', 'Salt Works'])
    await storeToken({ evidence: KNOWN, name }, service.database)
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

describe('[R136] nothing is answered as if something else had been asked', () => {
  const left = ({ data }: { readonly data: Rpc }) => [data['status'], Reflect.get(Object(data['query']), 'notUnderstood')]

  test('a contract of another project is not the token of the one that is named', async () => {
    const words = await answerTo({ text: `is ${lumen.address} the token of driftwood?` })
    expect(words).toEqual(
      await answerTo({ data: { capability: 'verify_project', project: 'driftwood', contract: lumen.address } }),
    )
    expect(words.text).toContain(`is not the token that “Driftwood” is published with; that is 4663:${driftwood.address}`)
    expect(words.data['subject']).toMatchObject({ slug: driftwood.slug })
    const verified = words.text.split('\n').filter((line) => /(?<!UN)VERIFIED/.test(line))
    expect(verified).toEqual([
      expect.stringMatching(`Token verification of 4663:${driftwood.address}: VERIFIED`),
    ])
  })

  test('the own contract of a project is', async () => {
    const { text } = await answerTo({ text: `is ${driftwood.address} driftwood's token` })
    expect(text).toMatch(/^The project “Driftwood” itself names the token/)
  })

  test('other capabilities refuse a contract of another project', async () => {
    const { text } = await answerTo({ text: `what changed at driftwood ${lumen.address}` })
    expect(text).toMatch(/^Invalid `contract`: expected the contract of the project that `project` names/)
  })

  test('words beside a contract that name no project are named', async () => {
    const { text, data } = await answerTo({ text: `is ${lumen.address} the token of drftwod?` })
    expect(left({ data })).toEqual(['partial', ['drftwod']])
    expect(text).toContain('Not understood, and not answered: “drftwod”.')
  })

  test('two contracts are compared', async () => {
    const { data } = await answerTo({ text: `compare ${lumen.address} and ${driftwood.address}` })
    expect(data).toMatchObject({
      capability: 'compare_builders',
      query: { projects: [lumen.slug, driftwood.slug] },
    })
  })

  test.each([
    ['a part of an address', (address: string) => address.slice(0, 6)],
    ['an address that lost two digits', (address: string) => address.slice(0, -2)],
    ['an address that is cut in the middle', (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`],
  ])('%s finds no project', async (_, cut) => {
    const { text, data } = await answerTo({ text: `verify ${cut(lumen.address)}` })
    expect([text.startsWith('Invalid `contract`: expected an address'), data['subject']]).toEqual([true, undefined])
    const project = await answerTo({ data: { capability: 'verify_project', project: cut(lumen.address) } })
    expect(project.text).toContain('A contract is expected as 0x and 40 hexadecimal digits.')
    const beside = await answerTo({ data: { capability: 'unknowns', project: `lumen ${cut(lumen.address)}` } })
    expect(beside.data).toMatchObject({
      status: expect.stringMatching(/^(?:partial|unknown)$/),
      subject: { slug: lumen.slug, matchedBy: 'within_words' },
      query: { notUnderstood: [cut(lumen.address)] },
    })
  })

  test.each([
    ['is old mill dead', 'Old Mill', undefined],
    ['is mill works alive', 'Mill Works', undefined],
    ['is audit hub building', 'Audit Hub', undefined],
    ['is old mill in october dead', 'Old Mill', ['october']],
    ['is audit hub building and safe', 'Audit Hub', ['safe']],
  ])('the longest published name wins, whatever its case: %s', async (text, name, notUnderstood) => {
    const { data } = await answerTo({ text })
    expect(data).toMatchObject({ capability: 'builder_status', subject: { name } })
    expect([String(data['answer']).includes('a guess'), left({ data })[1]]).toEqual([false, notUnderstood])
  })

  test('so also in a comparison, and for REST', async () => {
    const { data } = await answerTo({ text: 'compare old mill and salt works' })
    expect(data['answer']).not.toContain('a guess')
    const { body } = await service.get('/api/agent/unknowns?project=is%20old%20mill%20dead')
    expect(body['subject']).toMatchObject({ name: 'Old Mill', matchedBy: 'within_words' })
  })

  test('a name between quotes is taken as it is', async () => {
    const { data } = await answerTo({ text: 'is old “Hub” mill dead' })
    expect(data['subject']).toMatchObject({ name: 'Audit Hub', matchedBy: 'part_of_name', matchedWords: 'Hub' })
  })

  test('a time, a verdict and a second name are named', async () => {
    const answers = ['What happened to Lumen last year', 'Is Lumen a scam and does it ship?', 'Is “Lumen” or Ember alive?']
    expect(await Promise.all(answers.map(async (text) => left(await answerTo({ text }))))).toEqual([
      ['unknown', ['last year']],
      ['partial', ['scam']],
      ['partial', ['Ember']],
    ])
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
