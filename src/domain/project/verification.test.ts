import { expect, test } from 'vitest'
import type { TokenVerification } from '#contract/enums.ts'
import type { ContractAddress } from '#contract/ids.ts'
import type { Source, TokenStatement } from '#domain/evidence.ts'
import { day, selfReported, sourceOf, streamOf, unreadStream } from '#test/given/build-evidence.ts'
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
const notOurs: Source = selfReported(site)
const market: Source = { ...sourceOf('pool', 'market'), streams: READ }

const checked = (outcome: SignatureOutcome) => ({
  outcome,
  as: outcome === 'verified' ? ('deployer' as const) : null,
  block: 9,
  at: day(0),
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

/** Evidence with these statements and sources. */
const said = (statements: readonly TokenStatement[], ...sources: readonly Source[]) => ({
  statements,
  sources,
})

const STATUS: Readonly<Record<string, TokenVerification>> = {
  signed_by_deployer: 'VERIFIED',
  site_names_token: 'VERIFIED',
  repository_deploy_record: 'VERIFIED',
  site_names_another: 'MISMATCH',
}
/**
 * Each with the reason of the verdict, and the one record that the verdict cites. `STATUS` has the status of each
 * reason.
 */
const CASES: [string, Partial<TokenEvidence>, string, string][] = [
  ['signed by the deployer', said([signed]), 'signed_by_deployer', signed.id],
  ['[R122] words of a signature alone', said([worded]), 'self_reported', worded.id],
  [
    '[R122] a signature that is not of the account',
    said([{ ...worded, signature: checked('wrong_signature') }]),
    'self_reported',
    worded.id,
  ],
  [
    '[R122] a signature of neither the deployer nor the owner',
    said([{ ...worded, signature: checked('another_account') }]),
    'self_reported',
    worded.id,
  ],
  [
    '[R122] a review of a signature',
    said([statementOf('token_signed', 'operator')]),
    'self_reported',
    'claim:token_signed-operator',
  ],
  ['named by its own site', said([named], site), 'site_names_token', named.id],
  ['deployed by its own repository', said([deployed], code), 'repository_deploy_record', deployed.id],
  ['its site names another as its token', said([namedOther], site), 'site_names_another', namedOther.id],
  ['its site names both', said([namedOther, named], site), 'site_names_token', named.id],
  ['signature beats site', said([namedOther, signed], site), 'signed_by_deployer', signed.id],
  ['site beats repository', said([deployed, namedOther], site, code), 'site_names_another', namedOther.id],
  ['an unreachable site keeps what it said', said([named], unread), 'site_names_token', named.id],
  ['a site that is not the project own', said([namedOther], notOurs), 'not_checked', 'source:token'],
  [
    'the deployer signed another contract',
    said([{ ...statementOf('token_signed', 'signature', OTHER), signature: checked('verified') }]),
    'not_checked',
    'source:token',
  ],
  [
    'another token named by the repository only',
    said([statementOf('other_token_named', 'repository', OTHER)]),
    'not_checked',
    'source:token',
  ],
  [
    'a statement that names no address',
    said([statementOf('token_named', 'site', null)], site),
    'site_silent',
    'source:site',
  ],
  [
    'only mentioned in the repository',
    said([statementOf('token_named', 'repository')]),
    'self_reported',
    'claim:token_named-repository',
  ],
  [
    'only stated to us',
    said([statementOf('token_named', 'operator')]),
    'self_reported',
    'claim:token_named-operator',
  ],
  ['its site was read and names none', said([], site, market), 'site_silent', 'source:site'],
  ['its site forbids to be read', said([], forbidden), 'not_checked', 'source:token'],
  [
    'its site was silent and now forbids to be read',
    said([], forbiddenSince, market),
    'market_listing',
    'source:pool',
  ],
  [
    'its site named it and now forbids to be read',
    said([named], forbiddenSince),
    'site_names_token',
    named.id,
  ],
  ['its site forbids the page, what it declares is read', said([], declared), 'not_checked', 'source:token'],
  [
    'a launch record only',
    { launches: ['claim:launch'], sources: [market] },
    'launchpad_record',
    'claim:launch',
  ],
  ['a market listing only', said([], market, unread), 'market_listing', 'source:pool'],
  [
    'a contract that its site names for another purpose',
    said([statementOf('token_deploy_record', 'site')], site),
    'self_reported',
    'claim:token_deploy_record-site',
  ],
  [
    'a deploy record reported by the operator alone',
    said([statementOf('token_deploy_record', 'operator')]),
    'self_reported',
    'claim:token_deploy_record-operator',
  ],
  [
    'its site names another contract for another purpose',
    said([statementOf('token_named', 'site', OTHER)], site),
    'site_silent',
    'source:site',
  ],
  [
    'its site names another contract without an address',
    said([statementOf('other_token_named', 'site', null)], site),
    'site_silent',
    'source:site',
  ],
  [
    'its site names this contract in a list of others',
    said([statementOf('other_token_named', 'site')], site),
    'self_reported',
    'claim:other_token_named-site',
  ],
  [
    'signed by the deployer, beside a site that is not the project own',
    said([signed], notOurs),
    'signed_by_deployer',
    signed.id,
  ],
  [
    'named by the one of two sites that is its own',
    said([named], { ...notOurs, id: 'source:other' }, site),
    'site_names_token',
    named.id,
  ],
  [
    'named by a site that is not its own, beside another source that is',
    said([named], notOurs, { ...sourceOf('repo', 'github_repository'), streams: READ }),
    'self_reported',
    named.id,
  ],
  [
    'a market not read yet',
    said([], { ...market, streams: [unreadStream('token_naming', 'unavailable')] }),
    'not_checked',
    'source:token',
  ],
  [
    'a market read by one of its two streams',
    said([], { ...market, streams: [...READ, unreadStream('pools')] }),
    'market_listing',
    'source:pool',
  ],
  ['no inputs', said([]), 'not_checked', 'source:token'],
]
const NOTHING = {
  token: OURS,
  tokenSourceId: 'source:token',
  statements: [],
  sources: [],
  launches: [],
} as const
test.each(CASES)('verifyToken: %s [contract token verification *]', (_, given, reason, cited) => {
  const { claim } = verifyToken({ ...NOTHING, ...given })
  const value = { status: STATUS[reason] ?? 'UNVERIFIED', reason }
  expect(claim).toMatchObject({ kind: 'DERIVED', value, evidence: [cited] })
})

test.each([
  ['no site', [], 'NO_SOURCE'],
  ['a site not yet read', [{ ...site, streams: [] }], 'NOT_ENOUGH_YET'],
  ['a site not yet asked', [{ ...site, streams: [unreadStream('token_naming')] }], 'NOT_ENOUGH_YET'],
  ['a site that is not its own, which does not answer', [selfReported(unread)], 'NO_SOURCE'],
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

const untried = (stream: string) => ({ streams: [unreadStream(stream)] })
const recordUnread: TokenStatement = { ...deployed, record: null }
const repositoryUntried: Source = { ...code, ...untried('repository') }
const repositoryRead: Source = { ...code, streams: [streamOf('repository', { from: 0, okTo: 1 })] }
const tokenRead: Source = {
  ...sourceOf('token', 'token'),
  streams: [streamOf('signature', { from: 0, okTo: 1 })],
}
const wrong: TokenStatement = { ...worded, signature: checked('wrong_signature') }
const signedOther = statementOf('token_signed', 'signature', OTHER)
const tokenUntried: Source = { ...sourceOf('token', 'token'), ...untried('signature') }
test.each([
  ['no site', [], [market], true],
  ['a site that was read', [], [site, market], true],
  ['a site that was never tried', [], [{ ...site, ...untried('token_naming') }, market], false],
  ['a site that has no stream yet', [], [{ ...site, streams: [] }, market], false],
  ['a former site that was never tried', [], [{ ...site, streams: [], detachedAt: day(0) }, market], true],
  ['a site that does not answer', [], [unread, market], true],
  [
    'another part of the site that was never tried',
    [],
    [{ ...site, streams: [...READ, unreadStream('feed')] }],
    true,
  ],
  [
    'a site that is not its own, never tried',
    [],
    [selfReported({ ...site, ...untried('token_naming') })],
    true,
  ],
  ['a deploy record whose repository was never tried', [recordUnread], [repositoryUntried], false],
  ['a deploy record whose repository has no stream yet', [recordUnread], [code], false],
  ['a deploy record whose repository was read', [recordUnread], [repositoryRead], true],
  [
    'a deploy record of a repository that is not its own',
    [recordUnread],
    [selfReported(repositoryUntried)],
    true,
  ],
  ['a repository without a deploy record, never tried', [], [repositoryUntried, market], true],
  [
    'a deploy record, and a site never tried that may name another',
    [deployed],
    [{ ...site, ...untried('token_naming') }, repositoryRead],
    false,
  ],
  ['a signature that was never checked', [worded], [tokenUntried], false],
  ['a signature of a token that has no stream yet', [worded], [sourceOf('token', 'token')], false],
  [
    'a new signature of a token whose earlier one was checked',
    [namedOther, worded],
    [site, tokenRead],
    false,
  ],
  ['a wrong signature', [namedOther, wrong], [site, tokenRead], true],
  ['a new signature beside a site that names the token', [named, worded], [site, tokenRead], true],
  ['a new signature of another contract', [signedOther], [site, tokenRead], true],
  ['a review of a signature', [statementOf('token_signed', 'operator')], [tokenRead], true],
  [
    'a deploy record that is newer than the last reading of its repository',
    [{ ...recordUnread, observedAt: day(2) }],
    [repositoryRead],
    false,
  ],
  [
    'a new deploy record beside a site that names another token',
    [namedOther, { ...recordUnread, observedAt: day(2) }],
    [site, repositoryRead],
    true,
  ],
  ['no signature, and a chain never tried', [], [tokenUntried, market], true],
  [
    'a checked signature, whatever else was never tried',
    [signed],
    [{ ...site, ...untried('token_naming') }],
    true,
  ],
] as const)(
  'verifyToken is confirmed once every source that can decide was tried: %s',
  (_, statements, sources, confirmed) => {
    expect(verifyToken({ ...NOTHING, statements, sources }).confirmed).toBe(confirmed)
  },
)
