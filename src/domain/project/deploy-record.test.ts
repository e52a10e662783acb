import { expect, test } from 'vitest'
import type { ContractAddress, EvidenceId } from '#contract/ids.ts'
import type { Source, TokenStatement } from '#domain/evidence.ts'
import { day, selfReported, sourceOf } from '#test/given/build-evidence.ts'
import { filesOfPage, judgeRecord, type RecordOutcome } from './deploy-record.ts'
import { verifyToken } from './verification.ts'

const TOKEN = `0x${'a'.repeat(40)}` as ContractAddress
const code: Source = sourceOf('code', 'github_repository')

function readIn(source: EvidenceId, outcome: RecordOutcome | undefined): TokenStatement {
  return {
    id: 'claim:record',
    sourceId: null,
    kind: 'token_deploy_record',
    by: 'repository',
    names: TOKEN,
    observedAt: day(0),
    record: outcome === undefined ? null : { outcome, source, at: day(0) },
  }
}
const verdictOf = (statement: TokenStatement, sources: readonly Source[]) => {
  const evidence = { token: TOKEN, tokenSourceId: 'source:token', launches: [] } as const
  const { claim } = verifyToken({ ...evidence, statements: [statement], sources })
  return claim.kind === 'DERIVED' ? claim.value.reason : claim.kind
}

test.each<[RecordOutcome | undefined, string]>([
  ['named', 'repository_deploy_record'],
  ['not_named', 'self_reported'],
  ['missing', 'self_reported'],
  ['unreadable', 'self_reported'],
  [undefined, 'self_reported'],
])('[R122] a deploy record whose file is read as %s', (outcome, reason) => {
  expect(verdictOf(readIn(code.id, outcome), [code])).toBe(reason)
})

test.each<[string, readonly Source[]]>([
  ['that is only its own word', [selfReported(code)]],
  ['that is not counted', [{ ...code, counted: false }]],
  ['that is detached', []],
  ['that is another source', [{ ...code, id: 'source:other' }]],
  ['that is a site', [{ ...code, kind: 'website' }]],
])('[R122] a deploy record in a repository %s verifies nothing', (_, sources) => {
  expect(verdictOf(readIn(code.id, 'named'), sources)).toBe('self_reported')
})

test.each<[string, readonly [ref: string, path: string][]]>([
  ['https://github.com/a/b/blob/main/x.json', [['main', 'x.json']]],
  [
    'https://github.com/a/b/blob/v1/c/d%20e.md?plain=1#L3',
    [
      ['v1', 'c/d e.md'],
      ['v1/c', 'd e.md'],
    ],
  ],
  [
    'https://github.com/a/b/blob/c/d/e/f/g',
    [
      ['c', 'd/e/f/g'],
      ['c/d', 'e/f/g'],
      ['c/d/e', 'f/g'],
    ],
  ],
  ['https://github.com/a/b/blob/main//x', [['main', '/x']]],
  ['https://github.com/a/b/tree/main/x', []],
  ['https://github.com/a/b/blob/main', []],
  ['https://github.com/a/b/blob/main/', []],
  ['https://github.com/a/b', []],
  ['https://github.com/a/b/blob/main/%E0%A4', []],
  ['https://github.com/a/%E0%A4/blob/main/x', []],
  ['no address', []],
])('[R122] the files that the page %s can be of', (url, expected) => {
  expect(filesOfPage(url)).toEqual(expected.map(([ref, path]) => ({ repository: 'a/b', ref, path })))
})

test.each<[string, string, string]>([
  ['a.json', `{"4663":"${TOKEN}"}`, 'named'],
  ['deployments/4663.json', TOKEN.toUpperCase().replace('X', 'x'), 'named'],
  ['a.json', TOKEN, 'not_named'],
  ['46630/a.json', TOKEN, 'not_named'],
  ['4663.json', `0x${'b'.repeat(40)}`, 'not_named'],
  ['4663.json', '', 'not_named'],
])('a record at %s with the text %s is read as %s', (path, text, outcome) => {
  expect(judgeRecord({ path, text }, TOKEN)).toBe(outcome)
})
