import { beforeAll, expect, test } from 'vitest'
import { ask, type Rpc } from '#test/agents/a2a.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { type StoredToken, storeToken } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()
let lumen: StoredToken
let driftwood: StoredToken
beforeAll(async () => {
  lumen = await storeToken({ evidence: KNOWN, name: 'Lumen' }, service.database)
  driftwood = await storeToken({ evidence: KNOWN, name: 'Driftwood' }, service.database)
  for (const name of ['Ember', 'Old Mill', 'Mill Works', 'Audit Hub', 'Salt Works'])
    await storeToken({ evidence: KNOWN, name }, service.database)
})

/** The answer to one part: its text and its data. */
async function answerTo(part: Rpc): Promise<{ readonly text: string; readonly data: Rpc }> {
  const { result, error } = await ask(service, part)
  expect(error).toBeUndefined()
  const [words, json] = result?.message.parts ?? []
  return { text: String(words?.text), data: json?.data ?? {} }
}

const left = ({ data }: { readonly data: Rpc }) => [
  data['status'],
  Reflect.get(Object(data['query']), 'notUnderstood'),
]

test('[R136] a contract of another project is not the token of the one that is named', async () => {
  const words = await answerTo({ text: `is ${lumen.address} the token of driftwood?` })
  expect(words).toEqual(
    await answerTo({
      data: { capability: 'verify_project', project: 'driftwood', contract: lumen.address },
    }),
  )
  expect(words.text).toContain(
    `is not the token that “Driftwood” is published with; that is 4663:${driftwood.address}`,
  )
  expect(words.data['subject']).toMatchObject({ slug: driftwood.slug })
  const verified = words.text.split('\n').filter((line) => /\bVERIFIED\b/.test(line))
  expect(verified).toEqual([
    expect.stringMatching(`Token verification of 4663:${driftwood.address}: VERIFIED`),
  ])
})

test('[R136] the own contract of a project is', async () => {
  const { text } = await answerTo({ text: `is ${driftwood.address} driftwood's token` })
  expect(text).toMatch(/^The project “Driftwood” itself names the token/)
})

test('[R136] other capabilities refuse a contract of another project', async () => {
  const { text } = await answerTo({ text: `what changed at driftwood ${lumen.address}` })
  expect(text).toMatch(/^Invalid `contract`: expected the contract of the project that `project` names/)
})

test('[R136] words beside a contract that name no project are named', async () => {
  const { text, data } = await answerTo({ text: `is ${lumen.address} the token of drftwod?` })
  expect(left({ data })).toEqual(['partial', ['drftwod']])
  expect(text).toContain('Not understood, and not answered: “drftwod”.')
})

test('[R136] two contracts are compared', async () => {
  const { data } = await answerTo({ text: `compare ${lumen.address} and ${driftwood.address}` })
  expect(data).toMatchObject({
    capability: 'compare_builders',
    query: { projects: [lumen.slug, driftwood.slug] },
  })
})

test.each([
  ['a part of an address', (address: string) => address.slice(0, 6)],
  ['an address that lost two digits', (address: string) => address.slice(0, -2)],
  [
    'an address that is cut in the middle',
    (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`,
  ],
])('[R136] %s finds no project', async (_, cut) => {
  const { text, data } = await answerTo({ text: `verify ${cut(lumen.address)}` })
  expect([text.startsWith('Invalid `contract`: expected an address'), data['subject']]).toEqual([
    true,
    undefined,
  ])
  const project = await answerTo({ data: { capability: 'verify_project', project: cut(lumen.address) } })
  expect(project.text).toContain('A contract is expected as 0x and 40 hexadecimal digits.')
  const beside = await answerTo({
    data: { capability: 'unknowns', project: `lumen ${cut(lumen.address)}` },
  })
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
])('[R136] the longest published name wins, whatever its case: %s', async (text, name, notUnderstood) => {
  const { data } = await answerTo({ text })
  expect(data).toMatchObject({ capability: 'builder_status', subject: { name } })
  expect([String(data['answer']).includes('a guess'), left({ data })[1]]).toEqual([false, notUnderstood])
})

test('[R136] so also in a comparison, and for REST', async () => {
  const { data } = await answerTo({ text: 'compare old mill and salt works' })
  expect(data['answer']).not.toContain('a guess')
  const { body } = await service.get('/api/agent/unknowns?project=is%20old%20mill%20dead')
  expect(body['subject']).toMatchObject({ name: 'Old Mill', matchedBy: 'within_words' })
})

test('[R136] a name between quotes is taken as it is', async () => {
  const { data } = await answerTo({ text: 'is old “Hub” mill dead' })
  expect(data['subject']).toMatchObject({
    name: 'Audit Hub',
    matchedBy: 'part_of_name',
    matchedWords: 'Hub',
  })
})

test('[R136] a time, a verdict and a second name are named', async () => {
  const answers = [
    'What happened to Lumen last year',
    'Is Lumen a scam and does it ship?',
    'Is “Lumen” or Ember alive?',
  ]
  expect(await Promise.all(answers.map(async (text) => left(await answerTo({ text }))))).toEqual([
    ['unknown', ['last year']],
    ['partial', ['scam']],
    ['partial', ['Ember']],
  ])
})

test.each([
  ['Is fake Lumen verified?', ['fake']],
  ['Is the Lumen of nobody verified?', ['nobody']],
  ['Is Lumen alive? What is its token?', ['token']],
  ['Is Lumen still building? Why?', ['Why']],
  ['Has the contract of Lumen been upgraded?', ['contract', 'been upgraded']],
])('[R136] words beside a name are answered or named: %s', async (text, notUnderstood) => {
  const { data, text: words } = await answerTo({ text })
  expect(data['subject']).toMatchObject({ slug: lumen.slug })
  expect(data['status']).not.toBe('answered')
  expect(left({ data })[1]?.toSorted()).toEqual(notUnderstood.toSorted())
  for (const one of notUnderstood) expect(words).toContain(`“${one}”`)
})

test.each(['fake lumen', 'scam Lumen', 'not Lumen', 'the old Lumen', 'Lumen nobody'])(
  '[R136] of a name that is given every other word is named: %s',
  async (project) => {
    const [word] = /fake|scam|not|old|nobody/.exec(project) ?? []
    const search = new URLSearchParams({ project })
    const { body } = await service.get(`/api/agent/verify_project?${search}`)
    expect([body['status'], Reflect.get(Object(body['query']), 'notUnderstood')]).toEqual(['partial', [word]])
    expect(body['answer']).toContain(`Not understood, and not answered: “${word}”.`)
    expect(left(await answerTo({ data: { capability: 'verify_project', project } }))).toEqual([
      'partial',
      [word],
    ])
  },
)

test('[R136] a common word of a published name is not left out of a comparison', async () => {
  const { data } = await answerTo({ text: 'compare fake old mill and salt works' })
  expect(left({ data })).toEqual(['partial', ['fake']])
})

test.each([
  ['What changed since I last asked?', ['since', 'asked'], 'the cursor of the last answer: since c1.0'],
  ['Who shipped nothing?', ['who', 'nothing'], ''],
  ['Compare Lumen with its fork', ['fork'], ''],
  ['Is Lumen more active than before?', ['before'], ''],
])(
  '[R135] words in small letters that no name is near are not understood: %s',
  async (text, words, place) => {
    const { data, text: said } = await answerTo({ text })
    expect([data['status'], data['error']]).toEqual(['not_understood', undefined])
    expect(said.startsWith(`Not understood: ${words.map((word) => `“${word}”`).join(', ')}. `)).toBe(true)
    expect(said).toContain(place)
  },
)

test.each(['Is Foobar alive?', 'Is foobar-2 alive?', 'Is “foobar” alive?', 'Is driftwod alive?'])(
  '[R135] a name that nothing has is not found: %s',
  async (text) => {
    const { data } = await answerTo({ text })
    expect(data['error']).toMatchObject({ code: 'not_found' })
  },
)

test('[R136] another chain beside a contract is answered first', async () => {
  const { text, data } = await answerTo({ text: `verify ${lumen.address} on base` })
  expect(text.startsWith('Only chain 4663 is indexed, and the contract is read as one of it.')).toBe(true)
  expect(left({ data })).toEqual(['partial', ['base']])
})

test('whether one project builds on another is answered of the two, and other questions ask for one', async () => {
  const { text, data } = await answerTo({ text: 'Is Lumen built on Driftwood?' })
  expect(data).toMatchObject({ capability: 'built_on', subject: { slug: lumen.slug } })
  expect([left({ data })[1], text]).toEqual([
    undefined,
    expect.stringMatching(/^No statement that “Lumen” or “Driftwood” builds on the other was reviewed/),
  ])
  const other = await answerTo({ text: 'Does Driftwood use Lumen?' })
  expect(other.data['error']).toMatchObject({ code: 'ambiguous_name' })
})
