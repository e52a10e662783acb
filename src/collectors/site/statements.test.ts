import { expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import { statementUuid } from '#records/project/statements.ts'
import type { NamedAddress } from './naming.ts'
import { type PageNaming, pageStatements, type StatedAddress, standingStatements } from './statements.ts'

const home = 'https://lumen.example'
const page = 'https://lumen.example/token'
const ours = '0x00000000000000000000000000000000000000a1' as ContractAddress
const other = '0x00000000000000000000000000000000000000b2' as ContractAddress
const third = '0x00000000000000000000000000000000000000c3' as ContractAddress
const projectId = '11111111-1111-4111-8111-111111111111'

const named = (address: ContractAddress, change: Partial<NamedAddress> = {}): NamedAddress => ({
  address,
  labelled: false,
  elsewhere: false,
  ...change,
})
const labelled = (address: ContractAddress) => named(address, { labelled: true })
const reading = (pages: readonly PageNaming[], own: readonly ContractAddress[]) => ({
  projectId,
  sourceId: 's',
  own,
  pages,
  observedAt: toInstant('2026-11-20T00:00:00Z'),
})

test.each<[string, readonly PageNaming[], readonly string[]]>([
  ['ours, without a label', [{ url: home, named: [named(ours)] }], [`token_named ${ours} ${home}`]],
  [
    'ours on two pages',
    [
      { url: home, named: [named(ours)] },
      { url: page, named: [labelled(ours)] },
    ],
    [`token_named ${ours} ${home}`, `token_named ${ours} ${page}`],
  ],
  [
    'ours beside another',
    [{ url: home, named: [labelled(other), named(ours)] }],
    [`token_named ${ours} ${home}`],
  ],
  [
    'another on the home page, ours on the token page',
    [
      { url: home, named: [labelled(other)] },
      { url: page, named: [named(ours)] },
    ],
    [`token_named ${ours} ${page}`],
  ],
  ['another with a label', [{ url: home, named: [labelled(other)] }], [`other_token_named ${other} ${home}`]],
  ['another without a label', [{ url: home, named: [named(other)] }], []],
  ['several others with labels: a list', [{ url: home, named: [labelled(other), labelled(third)] }], []],
  ['ours, on another chain only', [{ url: home, named: [named(ours, { elsewhere: true })] }], []],
  ['nothing', [{ url: home, named: [] }], []],
])('%s', (_, pages, expected) => {
  const statements = pageStatements(reading(pages, [ours]))
  expect(statements.map(({ kind, names, url }) => `${kind} ${names} ${url}`)).toEqual(expected)
})

test('a project without a recorded token has no statements', () => {
  expect(pageStatements(reading([{ url: home, named: [labelled(other)] }], []))).toEqual([])
})

const key = (kind: 'token_named' | 'other_token_named', names: ContractAddress) =>
  statementUuid({ projectId, kind, names, url: home })

test.each<[string, readonly NamedAddress[], readonly StatedAddress[], readonly string[]]>([
  ['named now', [named(ours)], [], [key('token_named', ours)]],
  [
    'named only in the previous reading: stays',
    [],
    [{ url: home, address: ours }],
    [key('token_named', ours)],
  ],
  ['named before the previous reading', [], [], []],
  [
    'another named only in the previous reading: stays',
    [],
    [{ url: home, address: other }],
    [key('other_token_named', other)],
  ],
])('%s', (_, names, before, expected) => {
  const pages = [{ url: home, named: names }]
  const statements = pageStatements(reading(pages, [ours]))
  expect(standingStatements({ statements, before, pages }, projectId)).toEqual(
    expect.arrayContaining([...expected]),
  )
  if (expected.length === 0) expect(standingStatements({ statements, before, pages }, projectId)).toEqual([])
})

test('a statement about another token ends at once when the token of the project is named', () => {
  const pages = [{ url: home, named: [named(ours)] }]
  const statements = pageStatements(reading(pages, [ours]))
  const standing = standingStatements(
    { statements, before: [{ url: home, address: other }], pages },
    projectId,
  )
  expect(standing).not.toContain(key('other_token_named', other))
})
