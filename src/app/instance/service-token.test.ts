import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseServiceToken, readServiceToken } from './service-token.ts'

const address = `0x${'Ab'.repeat(20)}`

test('reads every part of the file', () => {
  const text = `
name: Service Token
symbol: SVC
contract: "${address}"
project: lumen
reviewedOn: 2026-11-20
utilities:
  - { name: Higher limits, status: PLANNED, description: More requests, url: "https://svc.example/" }
  - { name: Votes, status: UNKNOWN }`
  expect(parseServiceToken(text)).toEqual({
    name: 'Service Token',
    symbol: 'SVC',
    contract: address.toLowerCase(),
    project: 'lumen',
    reviewedOn: '2026-11-20',
    utilities: [
      {
        name: 'Higher limits',
        status: 'PLANNED',
        description: 'More requests',
        url: 'https://svc.example/',
      },
      { name: 'Votes', status: 'UNKNOWN', description: null, url: null },
    ],
  })
})

test.each(['LIVE', 'PLANNED', 'RETIRED', 'UNKNOWN'])(
  'takes a utility that is %s [contract token utility status LIVE|PLANNED|RETIRED|UNKNOWN]',
  (status) => {
    const text = `name: T\nreviewedOn: 2026-11-20\nutilities: [{ name: Votes, status: ${status} }]`
    expect(parseServiceToken(text).utilities).toMatchObject([{ name: 'Votes', status }])
  },
)

test('what the file leaves out is null', () => {
  expect(parseServiceToken('name: Token\nreviewedOn: 2026-11-20')).toEqual({
    name: 'Token',
    symbol: null,
    contract: null,
    project: null,
    reviewedOn: '2026-11-20',
    utilities: null,
  })
})

test.each([
  ['an empty file', '', 'the file'],
  ['no review', 'name: Token', 'the file'],
  ['another day', 'name: Token\nreviewedOn: 2026-02-30', 'reviewedOn'],
  ['an address that is none', 'name: T\nreviewedOn: 2026-11-20\ncontract: "0x1"', 'contract'],
  [
    'another status',
    'name: T\nreviewedOn: 2026-11-20\nutilities: [{ name: a, status: SOON }]',
    'utilities.0.status',
  ],
  ['another key', 'name: T\nreviewedOn: 2026-11-20\nprice: 1', 'price'],
])('refuses %s and names the part', (_, text, part) => {
  expect(() => parseServiceToken(text)).toThrow(`Invalid SERVICE_TOKEN_FILE: ${part}`)
})

test('no rule, ranking or list reads the token', async () => {
  const src = join(import.meta.dirname, '../..')
  for (const folder of ['domain', 'evaluate', 'ledger', 'records', 'collectors']) {
    const files = (await readdir(join(src, folder), { recursive: true })).filter((file) =>
      file.endsWith('.ts'),
    )
    const texts = await Promise.all(files.map((file) => readFile(join(src, folder, file), 'utf8')))
    expect(
      texts.filter((text) => text.includes('/service-token.ts')),
      folder,
    ).toEqual([])
  }
})

test('a file that cannot be read is refused by its name', () => {
  expect(() => readServiceToken('/none.yaml')).toThrow(
    'Invalid SERVICE_TOKEN_FILE: "/none.yaml", expected a file that this process can read',
  )
})
