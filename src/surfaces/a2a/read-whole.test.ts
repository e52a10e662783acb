import { beforeAll, expect, test } from 'vitest'
import { ask, type Rpc } from '#test/a2a.ts'
import { KNOWN } from '#test/card-evidence.ts'
import { httpServiceOfFile } from '#test/file-service.ts'
import { type StoredToken, storeToken } from '#test/http-service.ts'

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
