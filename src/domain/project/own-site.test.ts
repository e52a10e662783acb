import { expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import type { Source, TokenStatement } from '#domain/evidence.ts'
import { day, selfReported, sourceOf, streamOf } from '#test/given/build-evidence.ts'
import { coverageOf } from './coverage.ts'
import { verifyToken } from './verification.ts'

const OURS = `0x${'a'.repeat(40)}` as ContractAddress
const OTHER = `0x${'b'.repeat(40)}` as ContractAddress

const streams = [streamOf('token_naming', { from: 0, okTo: 1 })]
const site: Source = { ...sourceOf('site', 'website'), streams }
const onlyItsWord: Source = selfReported(site)
const notCounted: Source = { ...site, counted: false, notCountedReason: 'a shared page' }
const second: Source = { ...notCounted, id: 'source:second' }

type Quoted = Pick<TokenStatement, 'sourceId'>
const naming = (where: Quoted['sourceId']): TokenStatement => ({
  id: 'claim:ours',
  sourceId: where,
  kind: 'token_named',
  by: 'site',
  names: OURS,
  observedAt: day(0),
})
const namingOther = (where: Quoted['sourceId']): TokenStatement => ({
  id: 'claim:other',
  sourceId: where,
  kind: 'other_token_named',
  by: 'site',
  names: OTHER,
  observedAt: day(0),
})

const CASES: [string, readonly TokenStatement[], readonly Source[], string][] = [
  ['its own site names it', [naming('source:site')], [site], 'VERIFIED site_names_token'],
  ['its own site names another', [namingOther('source:site')], [site], 'MISMATCH site_names_another'],
  ['a site not counted names it', [naming('source:site')], [notCounted], 'UNVERIFIED self_reported'],
  ['a site not counted names another', [namingOther('source:site')], [notCounted], 'UNVERIFIED not_checked'],
  [
    'a self-reported site names another',
    [namingOther('source:site')],
    [onlyItsWord],
    'UNVERIFIED not_checked',
  ],
  [
    'the one of two sites that is not counted names another',
    [namingOther('source:second')],
    [site, second],
    'UNVERIFIED site_silent',
  ],
  [
    'a site not counted names it, the counted one another',
    [naming('source:second'), namingOther('source:site')],
    [second, site],
    'MISMATCH site_names_another',
  ],
  ['a quotation names it, no reading does', [naming(null)], [site], 'UNVERIFIED self_reported'],
  ['a quotation names another, no reading does', [namingOther(null)], [site], 'UNVERIFIED site_silent'],
  ['a quotation names another, no site is registered', [namingOther(null)], [], 'UNVERIFIED not_checked'],
  [
    'a site that is no longer registered named it',
    [naming('source:gone')],
    [site],
    'UNVERIFIED self_reported',
  ],
]
test.each(CASES)('[R73] %s', (_, statements, sources, expected) => {
  const { claim } = verifyToken({
    token: OURS,
    tokenSourceId: 'source:token',
    launches: [],
    statements,
    sources,
  })
  if (claim.kind === 'UNKNOWN') throw new Error('the verification always concludes')
  expect(`${claim.value.status} ${claim.value.reason}`).toBe(expected)
})

test.each([
  ['its own site', site, 'MEASURED'],
  ['a site not counted', notCounted, 'NO_SOURCE'],
  ['a self-reported site', onlyItsWord, 'NO_SOURCE'],
])('[R73] coverage of the token verification reads %s: %s', (_, source, state) => {
  const input = { build: { sources: [source], ships: [] }, token: OURS, statements: [] }
  expect(coverageOf(input, day(1)).token_verification.state).toBe(state)
})
