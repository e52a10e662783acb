import { expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import { type ProjectStatement, tokenStatements } from './evidence.ts'

const AT = toInstant('2026-11-19T12:00:00Z')
const STATEMENT: ProjectStatement = {
  id: 'claim:1',
  projectId: 'p1',
  sourceId: 'source:1',
  kind: 'token_named',
  by: 'site',
  statement: 'The token of Lumen',
  url: null,
  statedOn: null,
  names: '0x000000000000000000000000000000000000000a' as ContractAddress,
  observedAt: AT,
  withdrawn: null,
}
const SITE = { id: 'source:1' } as const

test.each([
  ['token_named', true],
  ['token_signed', true],
  ['token_deploy_record', true],
  ['other_token_named', true],
  ['builder', false],
  ['launch', false],
] as const)('a statement of the kind %s is about the token: %s', (kind, expected) => {
  const withdrawn = { at: AT, reason: 'page gone' }
  const claims = [
    { ...STATEMENT, kind },
    { ...STATEMENT, kind, withdrawn },
  ]
  const found = tokenStatements({ claims, sources: [SITE] })
  expect(found.map((one) => one.kind)).toEqual(expected ? [kind] : [])
})

test('a statement about the token has its check, or null where it carries nothing to check', () => {
  const { id, sourceId, kind, by, names, observedAt } = STATEMENT
  expect(tokenStatements({ claims: [STATEMENT], sources: [SITE] })).toEqual([
    { id, sourceId, kind, by, names, observedAt, signature: null, record: null },
  ])
  const signature = { outcome: 'verified', as: 'owner', block: 7, at: AT } as const
  const record = { outcome: 'named', source: 'source:2', at: AT } as const
  const claims = [{ ...STATEMENT, signature, record }]
  expect(tokenStatements({ claims, sources: [SITE] })).toMatchObject([{ signature, record }])
})

test.each([
  ['a site that is attached', 'source:1', [SITE], 1],
  ['a site that is not the project’s any more', 'source:1', [], 0],
  ['the site that was replaced', 'source:2', [SITE], 0],
  ['the catalogue alone', null, [], 1],
] as const)('the statements about the token of %s', (_, sourceId, sources, expected) => {
  expect(tokenStatements({ claims: [{ ...STATEMENT, sourceId }], sources })).toHaveLength(expected)
})
