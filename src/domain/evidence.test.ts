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

test.each([
  ['token_named', true],
  ['token_signed', true],
  ['token_deploy_record', true],
  ['other_token_named', true],
  ['builder', false],
  ['launch', false],
] as const)('a statement of the kind %s is about the token: %s', (kind, expected) => {
  const withdrawn = { at: AT, reason: 'page gone' }
  const found = tokenStatements([
    { ...STATEMENT, kind },
    { ...STATEMENT, kind, withdrawn },
  ])
  expect(found.map((one) => one.kind)).toEqual(expected ? [kind] : [])
})

test('a statement about the token has its check, or null where it carries nothing to check', () => {
  const { id, sourceId, kind, by, names, observedAt } = STATEMENT
  expect(tokenStatements([STATEMENT])).toEqual([
    { id, sourceId, kind, by, names, observedAt, signature: null, record: null },
  ])
  const signature = { outcome: 'verified', as: 'owner', block: 7, at: AT } as const
  const record = { outcome: 'named', source: 'source:2', at: AT } as const
  expect(tokenStatements([{ ...STATEMENT, signature, record }])).toMatchObject([{ signature, record }])
})
