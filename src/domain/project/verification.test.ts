import { expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import type { Source, TokenStatement } from '#domain/evidence.ts'
import { day, sourceOf, streamOf, unreadStream } from '#test/build-evidence.ts'
import type { SignatureOutcome } from './signed-statement.ts'
import { type TokenEvidence, verifyToken } from './verification.ts'

const OURS = `0x${'a'.repeat(40)}` as ContractAddress
const OTHER = `0x${'b'.repeat(40)}` as ContractAddress

function statementOf(
  kind: TokenStatement['kind'],
  by: TokenStatement['by'],
  names: ContractAddress | null = OURS,
): TokenStatement {
  const sourceId = by === 'site' ? 'source:site' : null
  return { id: `claim:${kind}-${by}`, sourceId, kind, by, names, observedAt: day(0) }
}

const READ = [streamOf('token_naming', { from: 0, okTo: 1 })]
const site: Source = { ...sourceOf('site', 'website'), streams: READ }
const unread: Source = { ...site, streams: [unreadStream('token_naming', 'unavailable')] }
const forbidden: Source = { ...site, streams: [unreadStream('token_naming', 'disallowed')] }
const forbiddenSince: Source = {
  ...site,
  streams: [streamOf('token_naming', { from: 0, okTo: 1, lastOutcome: 'disallowed' })],
}
const declared: Source = {
  ...forbidden,
  streams: [...forbidden.streams, streamOf('declarations', { from: 0, okTo: 1 })],
}
const notOurs: Source = { ...site, establishedBy: 'self_reported' }
const market: Source = { ...sourceOf('pool', 'market'), streams: READ }

const checked = (outcome: SignatureOutcome) => ({
  ...{ outcome, as: outcome === 'verified' ? ('deployer' as const) : null, block: 9, at: day(0) },
})
const worded = statementOf('token_signed', 'signature')
const signed: TokenStatement = { ...worded, signature: checked('verified') }
const named = statementOf('token_named', 'site')
const namedOther = statementOf('other_token_named', 'site', OTHER)
const code: Source = sourceOf('code', 'github_repository')
const deployed: TokenStatement = {
  ...statementOf('token_deploy_record', 'repository'),
  record: { outcome: 'named', source: code.id, at: day(0) },
}

const CASES: [string, Partial<TokenEvidence>, string, string, readonly string[]][] = [
  ['signed by the deployer', { statements: [signed] }, 'VERIFIED', 'signed_by_deployer', [signed.id]],
  ['[R122] words of a signature alone', { statements: [worded] }, 'UNVERIFIED', 'self_reported', [worded.id]],
  [
    '[R122] a signature that is not of the account',
    { statements: [{ ...worded, signature: checked('wrong_signature') }] },
    ...(['UNVERIFIED', 'self_reported', [worded.id]] as const),
  ],
  [
    '[R122] a signature of neither the deployer nor the owner',
    { statements: [{ ...worded, signature: checked('another_account') }] },
    ...(['UNVERIFIED', 'self_reported', [worded.id]] as const),
  ],
  [
    '[R122] a review of a signature',
    { statements: [statementOf('token_signed', 'operator')] },
    ...(['UNVERIFIED', 'self_reported', ['claim:token_signed-operator']] as const),
  ],
  [
    'named by its own site',
    { statements: [named], sources: [site] },
    'VERIFIED',
    'site_names_token',
    [named.id],
  ],
  [
    'deployed by its own repository',
    { statements: [deployed], sources: [code] },
    'VERIFIED',
    'repository_deploy_record',
    [deployed.id],
  ],
  [
    'its site names another as its token',
    { statements: [namedOther], sources: [site] },
    'MISMATCH',
    'site_names_another',
    [namedOther.id],
  ],
  [
    'its site names both',
    { statements: [namedOther, named], sources: [site] },
    'VERIFIED',
    'site_names_token',
    [named.id],
  ],
  [
    'signature beats site',
    { statements: [namedOther, signed], sources: [site] },
    'VERIFIED',
    'signed_by_deployer',
    [signed.id],
  ],
  [
    'site beats repository',
    { statements: [deployed, namedOther], sources: [site, code] },
    'MISMATCH',
    'site_names_another',
    [namedOther.id],
  ],
  [
    'an unreachable site keeps what it said',
    { statements: [named], sources: [unread] },
    'VERIFIED',
    'site_names_token',
    [named.id],
  ],
  [
    'a site that is not the project own',
    { statements: [namedOther], sources: [notOurs] },
    'UNVERIFIED',
    'not_checked',
    ['source:token'],
  ],
  [
    'the deployer signed another contract',
    { statements: [{ ...statementOf('token_signed', 'signature', OTHER), signature: checked('verified') }] },
    'UNVERIFIED',
    'not_checked',
    ['source:token'],
  ],
  [
    'another token named by the repository only',
    { statements: [statementOf('other_token_named', 'repository', OTHER)] },
    'UNVERIFIED',
    'not_checked',
    ['source:token'],
  ],
  [
    'a statement that names no address',
    { statements: [statementOf('token_named', 'site', null)], sources: [site] },
    'UNVERIFIED',
    'site_silent',
    ['source:site'],
  ],
  [
    'only mentioned in the repository',
    { statements: [statementOf('token_named', 'repository')] },
    'UNVERIFIED',
    'self_reported',
    ['claim:token_named-repository'],
  ],
  [
    'only stated to us',
    { statements: [statementOf('token_named', 'operator')] },
    'UNVERIFIED',
    'self_reported',
    ['claim:token_named-operator'],
  ],
  [
    'its site was read and names none',
    { sources: [site, market] },
    'UNVERIFIED',
    'site_silent',
    ['source:site'],
  ],
  ['its site forbids to be read', { sources: [forbidden] }, 'UNVERIFIED', 'not_checked', ['source:token']],
  [
    'its site was silent and now forbids to be read',
    { sources: [forbiddenSince, market] },
    'UNVERIFIED',
    'market_listing',
    ['source:pool'],
  ],
  [
    'its site named it and now forbids to be read',
    { statements: [named], sources: [forbiddenSince] },
    'VERIFIED',
    'site_names_token',
    [named.id],
  ],
  [
    'its site forbids the page, what it declares is read',
    { sources: [declared] },
    'UNVERIFIED',
    'not_checked',
    ['source:token'],
  ],
  [
    'a launch record only',
    { launches: ['claim:launch'], sources: [market] },
    'UNVERIFIED',
    'launchpad_record',
    ['claim:launch'],
  ],
  ['a market listing only', { sources: [market, unread] }, 'UNVERIFIED', 'market_listing', ['source:pool']],
  [
    'a contract that its site names for another purpose',
    { statements: [statementOf('token_deploy_record', 'site')], sources: [site] },
    'UNVERIFIED',
    'self_reported',
    ['claim:token_deploy_record-site'],
  ],
  [
    'a deploy record reported by the operator alone',
    { statements: [statementOf('token_deploy_record', 'operator')] },
    'UNVERIFIED',
    'self_reported',
    ['claim:token_deploy_record-operator'],
  ],
  [
    'its site names another contract for another purpose',
    { statements: [statementOf('token_named', 'site', OTHER)], sources: [site] },
    'UNVERIFIED',
    'site_silent',
    ['source:site'],
  ],
  [
    'its site names another contract without an address',
    { statements: [statementOf('other_token_named', 'site', null)], sources: [site] },
    'UNVERIFIED',
    'site_silent',
    ['source:site'],
  ],
  [
    'its site names this contract in a list of others',
    { statements: [statementOf('other_token_named', 'site')], sources: [site] },
    'UNVERIFIED',
    'self_reported',
    ['claim:other_token_named-site'],
  ],
  [
    'signed by the deployer, beside a site that is not the project own',
    { statements: [signed], sources: [notOurs] },
    'VERIFIED',
    'signed_by_deployer',
    [signed.id],
  ],
  [
    'named by the one of two sites that is its own',
    { statements: [named], sources: [{ ...notOurs, id: 'source:other' }, site] },
    'VERIFIED',
    'site_names_token',
    [named.id],
  ],
  [
    'named by a site that is not its own, beside another source that is',
    { statements: [named], sources: [notOurs, { ...sourceOf('repo', 'github_repository'), streams: READ }] },
    'UNVERIFIED',
    'self_reported',
    [named.id],
  ],
  [
    'a market not read yet',
    { sources: [{ ...market, streams: [unreadStream('token_naming', 'unavailable')] }] },
    'UNVERIFIED',
    'not_checked',
    ['source:token'],
  ],
  [
    'a market read by one of its two streams',
    { sources: [{ ...market, streams: [...READ, unreadStream('pools')] }] },
    'UNVERIFIED',
    'market_listing',
    ['source:pool'],
  ],
  ['no inputs', {}, 'UNVERIFIED', 'not_checked', ['source:token']],
]
const NOTHING = {
  token: OURS,
  tokenSourceId: 'source:token',
  statements: [],
  sources: [],
  launches: [],
} as const
test.each(CASES)('verifyToken: %s [contract token verification *]', (_, given, status, reason, evidence) => {
  const { claim } = verifyToken({ ...NOTHING, ...given })
  expect(claim).toMatchObject({ kind: 'DERIVED', value: { status, reason }, evidence })
})

test.each([
  ['no site', [], 'NO_SOURCE'],
  ['a site not yet read', [{ ...site, streams: [] }], 'NOT_ENOUGH_YET'],
  ['a site not yet asked', [{ ...site, streams: [unreadStream('token_naming')] }], 'NOT_ENOUGH_YET'],
  [
    'a site that is not its own, which does not answer',
    [{ ...unread, establishedBy: 'self_reported' }],
    'NO_SOURCE',
  ],
  ['another source that does not answer', [{ ...unread, kind: 'market' }], 'NO_SOURCE'],
  ['a site that does not answer', [unread], 'SOURCE_UNAVAILABLE'],
  ['a site that forbids reading', [declared], 'SOURCE_UNAVAILABLE'],
] as const)('verifyToken names the site among the unknown inputs: %s', (_, sources, reason) => {
  expect(verifyToken({ ...NOTHING, sources }).unknownInputs).toEqual([{ input: 'site', reason }])
})

test('verifyToken names each statement without an address as unknown, and no site that was read', () => {
  const statements = [named, statementOf('other_token_named', 'site', null)]
  const { inputs, unknownInputs } = verifyToken({ ...NOTHING, sources: [site], statements })
  expect(unknownInputs).toEqual([{ input: 'claim:other_token_named-site', reason: 'NOT_ENOUGH_YET' }])
  expect(inputs).toMatchObject({ token: OURS, statements, launches: [] })
})
