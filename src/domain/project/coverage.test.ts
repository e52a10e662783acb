import { describe, expect, test } from 'vitest'
import type { CoverageDimension, SourceKind } from '#contract/enums.ts'
import { keysOf } from '#contract/keyed.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Source, Stream, TokenStatement } from '#domain/evidence.ts'
import {
  day,
  MS,
  repositoryOf,
  selfReported,
  sourceOf,
  streamOf,
  uncounted,
  unreadStream,
} from '#test/given/build-evidence.ts'
import { address } from '#test/given/ledger-evidence.ts'
import { type CoverageInput, coverageOf, coverageOfDeployments, reasonOfUngiven } from './coverage.ts'

const READ = { from: 0, okTo: 10 }
const LIMITED = { lastOutcome: 'rate_limited' as const, lastTriedAt: day(10.2) }
const FAILING = { failingSince: day(10.1), lastOutcome: 'rate_limited' as const }
const of = (kind: SourceKind, ...streams: readonly Stream[]): Source => ({
  ...sourceOf(`${kind}${streams.length}`, kind),
  streams: kind === 'website' ? streams.map((stream) => ({ ...stream, stream: 'token_naming' })) : streams,
})
const declared: Source = {
  ...sourceOf('site', 'website'),
  streams: [unreadStream('token_naming', 'disallowed'), streamOf('declarations', READ)],
}
const read = (rest: Partial<Stream> = {}) => streamOf('x', { ...READ, ...rest })
const PART_READ = of('locker', read({ hasUnreadLocks: true }))
const repo = (stream: Partial<Stream> = {}) => repositoryOf('repo', { ...READ, stream })
const forbidden = unreadStream('upgrades', 'disallowed')
/** A contract that belongs to another project, so that none of its streams is read. */
const HELD = of('contract', forbidden, unreadStream('proxy', 'disallowed'))
const TAKEN = { lastOutcome: 'disallowed' } as const
const partlyTried = of('contract', forbidden, unreadStream('proxy'))
const deployments = streamOf('deployments', READ)
const unread = unreadStream('deployments', 'unavailable')
const dayOrNull = (at: number | null) => (at === null ? null : day(at))
const missing = unreadStream('x', 'missing')
/** A provider that answered on day 10 that it has nothing, and has refused requests for its rate limit since. */
const SINCE_MISSING = of('market', {
  ...unreadStream('x', 'rate_limited'),
  cadenceMs: HOUR_MS / 6,
  missingAt: day(10),
})
const TOKEN = address(0xc)
const named: TokenStatement = {
  id: 'claim:named',
  sourceId: 'source:website1',
  kind: 'token_named',
  by: 'site',
  names: TOKEN,
  observedAt: day(2),
}

function stateOf(
  dimension: CoverageDimension,
  at: number,
  input: Partial<CoverageInput> & { sources?: readonly Source[] },
) {
  const { sources = [], ...rest } = input
  const coverage = coverageOf(
    { build: { sources, ships: [] }, token: TOKEN, statements: [], ...rest },
    day(at),
  )
  return coverage[dimension]
}

type Case = [name: string, sources: readonly Source[], state: string, observed: number | null, at?: number]
/** The coverage of each dimension on day 10, or on the day given. */
const CASES: Readonly<Record<CoverageDimension, readonly Case[]>> = {
  building: [
    ['without a source', [], 'NO_SOURCE', null],
    ['[R24] a package, which nothing reads', [of('npm_package')], 'NOT_APPLICABLE', null],
    ['[R24] read, beside a package', [repo(), of('npm_package')], 'MEASURED', 10],
    ['read', [repo()], 'MEASURED', 10],
    ['[case 9] limited for six hours', [repo(LIMITED)], 'STALE', 10, 10.25],
    ['[case 9] limited for days', [repo(LIMITED)], 'SOURCE_UNAVAILABLE', 10, 14],
    [
      '[case 9] put off for days while its provider limits others',
      [repo({ providerOutageSince: day(10.1) })],
      'SOURCE_UNAVAILABLE',
      10,
      14,
    ],
    ['failing for days', [repo(FAILING)], 'SOURCE_UNAVAILABLE', 10, 14],
    ['not tried for days', [repo()], 'STALE', 10, 14],
    ['read, beside a deployer', [repo(), of('deployer', deployments)], 'MEASURED', 10],
    ['read, beside a deployer that was never read', [repo(), of('deployer', unread)], 'MEASURED', 10],
    [
      'read, beside a deployer that lapsed',
      [repo({ lastOkAt: day(14) }), of('deployer', deployments)],
      'SOURCE_UNAVAILABLE',
      10,
      14,
    ],
    ['lapsed, like its deployer', [repo(), of('deployer', deployments)], 'STALE', 10, 14],
    [
      'lapsed after its deployer: in full only up to the older reading',
      [repo({ lastOkAt: day(12) }), of('deployer', deployments)],
      'STALE',
      10,
      16,
    ],
  ],
  contracts: [
    ['without a source', [], 'NO_SOURCE', null],
    ['read', [of('deployer', read()), of('token', read({ lastOkAt: day(9.95) }))], 'MEASURED', 9.95],
    ['one stream unread', [of('token', read(), unreadStream('y'))], 'NOT_ENOUGH_YET', null],
    ['streams not yet made', [of('contract')], 'NOT_ENOUGH_YET', null],
    ['of a contract that another project has', [HELD], 'NOT_APPLICABLE', null],
    ['of one that another project has by now', [of('contract', read(TAKEN))], 'NOT_APPLICABLE', null],
    ['read, beside a contract that another project has', [HELD, of('deployer', read())], 'MEASURED', 10],
    ['unread, beside one that another project has', [HELD, of('token')], 'NOT_ENOUGH_YET', null],
    ['of a contract that was tried in part', [partlyTried], 'NOT_ENOUGH_YET', null],
    ['of a token that may not be read', [of('token', forbidden)], 'SOURCE_UNAVAILABLE', null],
    [
      'of a deployer that is not its own',
      [uncounted(of('deployer', read()), 'a factory')],
      'NO_SOURCE',
      null,
    ],
    [
      'read, beside an unread source of another kind',
      [of('deployer', read()), of('website', unreadStream('x', 'error'))],
      'MEASURED',
      10,
    ],
  ],
  verified_source: [
    [
      'one explorer of two failing',
      [of('explorer', read(FAILING)), of('explorer', read({ lastOkAt: day(14) }))],
      'MEASURED',
      14,
      14,
    ],
    [
      'never answered in a form that can be read',
      [of('explorer', unreadStream('x', 'error'))],
      'ERROR',
      null,
    ],
    ['calls alone were read', [of('explorer', { ...read(), stream: 'method_use' })], 'NOT_ENOUGH_YET', null],
  ],
  market: [
    ['of a token that another party listed', [selfReported(of('market', read()))], 'MEASURED', 10],
    ['read', [of('market', read())], 'MEASURED', 10],
    ['not registered', [], 'NO_SOURCE', null],
    [
      'providers answer that there is none',
      [of('market', missing), of('market', missing)],
      'NO_SOURCE',
      null,
    ],
    [
      'one provider has none and one fails',
      [of('market', missing), of('market', unreadStream('x', 'unavailable'))],
      'SOURCE_UNAVAILABLE',
      null,
    ],
    [
      'one provider has none, and one was not asked yet',
      [of('market', missing), of('market', unreadStream('x'))],
      'NOT_ENOUGH_YET',
      null,
    ],
    [
      'one provider fails, and one was not asked yet',
      [of('market', unreadStream('x', 'unavailable')), of('market', unreadStream('x'))],
      'SOURCE_UNAVAILABLE',
      null,
    ],
    [
      'one provider was not asked yet, and one fails',
      [of('market', unreadStream('x')), of('market', unreadStream('x', 'unavailable'))],
      'SOURCE_UNAVAILABLE',
      null,
    ],
    [
      'limited since they answered that there is none',
      [SINCE_MISSING, of('market', missing)],
      'NO_SOURCE',
      null,
    ],
    ['limited for an hour since', [SINCE_MISSING], 'NO_SOURCE', null, 10 + 1 / 24],
    ['limited for longer than an hour since', [SINCE_MISSING], 'SOURCE_UNAVAILABLE', null, 10 + 1 / 24 + MS],
    [
      'limited since one answered that there is none, and another never answered',
      [SINCE_MISSING, of('market', unreadStream('x', 'rate_limited'))],
      'SOURCE_UNAVAILABLE',
      null,
    ],
    [
      'read before, gone since, and limited',
      [of('market', read({ ...LIMITED, missingAt: day(10.1), cadenceMs: HOUR_MS }))],
      'STALE',
      10,
      10.2,
    ],
    [
      'gone lately: still within reading',
      [of('market', read({ lastOutcome: 'missing', cadenceMs: HOUR_MS }))],
      'STALE',
      10,
      11,
    ],
  ],
  locks: [
    ['not yet read', [of('locker')], 'NOT_ENOUGH_YET', null],
    ['[R31] one of two read in part', [of('locker', read()), PART_READ], 'NOT_ENOUGH_YET', 10],
    ['[R31] read in part, and not since', [PART_READ], 'NOT_ENOUGH_YET', 10, 99],
    [
      'read: not a building source, still read',
      [uncounted(of('locker', read()), 'locks are not building')],
      'MEASURED',
      10,
    ],
  ],
  token_verification: [
    ['a site that is not its own', [selfReported(of('website', read()))], 'NO_SOURCE', null],
    ['no site and no statement', [], 'NO_SOURCE', null],
    ['the page forbidden, what the site declares read', [declared], 'SOURCE_UNAVAILABLE', null],
    ['site read, silent', [of('website', read())], 'MEASURED', 10],
    ['site not yet read', [of('website', unreadStream('x'))], 'NOT_ENOUGH_YET', null],
  ],
}
describe.each(keysOf(CASES))('coverageOf %s', (dimension) => {
  test.each(CASES[dimension])('%s [contract coverage state *]', (_, sources, state, observed, at = 10) => {
    expect(stateOf(dimension, at, { sources })).toEqual({ state, observedAt: dayOrNull(observed) })
  })
})

const signed: TokenStatement = {
  ...named,
  id: 'claim:signed',
  sourceId: null,
  kind: 'token_signed',
  by: 'signature',
  observedAt: day(8),
  signature: { outcome: 'verified', as: 'deployer', block: 9, at: day(8) },
}
const wrong: TokenStatement = {
  ...signed,
  signature: { outcome: 'wrong_signature', as: null, block: 9, at: day(8) },
}
const deployed: TokenStatement = {
  ...named,
  id: 'claim:deployed',
  sourceId: null,
  kind: 'token_deploy_record',
  by: 'repository',
  observedAt: day(7),
  record: { outcome: 'named', source: 'source:repo', at: day(7) },
}
const quoted: TokenStatement = { ...named, id: 'claim:quoted', sourceId: null, observedAt: day(8) }
const another: TokenStatement = { ...named, kind: 'other_token_named', names: address(0xd) }

const siteOf = (rest: Partial<Stream> = {}) => of('website', read({ lastOkAt: day(2), ...rest }))
const signatures: Source = { ...of('token'), streams: [streamOf('signature', READ)] }
const files: Source = {
  ...repositoryOf('repo', READ),
  streams: [streamOf('repository', { ...READ, cadenceMs: 6 * HOUR_MS })],
}

type StatedCase = [
  name: string,
  statements: readonly TokenStatement[],
  sources: readonly Source[],
  state: string,
  observed: number | null,
  at: number,
]
const STATED: readonly StatedCase[] = [
  ['a quotation, no site', [quoted], [], 'NO_SOURCE', null, 8],
  ['a signature that failed its check', [wrong], [signatures], 'NO_SOURCE', null, 8],
  ['a signature without a check', [{ ...signed, signature: null }], [signatures], 'NO_SOURCE', null, 8],
  ['a quotation, beside a silent site', [quoted], [siteOf()], 'MEASURED', 2, 2],
  ['a site that does not speak for the project', [named], [selfReported(siteOf())], 'NO_SOURCE', null, 2],
  ['its site', [named], [siteOf()], 'MEASURED', 2, 2],
  ['its site, another token', [another], [siteOf()], 'MEASURED', 2, 2],
  ['its site, read three days ago and no more', [named], [siteOf()], 'STALE', 2, 5],
  ['its site, failing since', [named], [siteOf(FAILING)], 'STALE', 2, 10],
  ['its site, which cannot be parsed', [named], [of('website', unreadStream('x', 'error'))], 'STALE', 2, 10],
  [
    'its site, beside another that is read later',
    [named],
    [siteOf(), of('website', read(), read())],
    'STALE',
    2,
    10,
  ],
  ['its site, beside a failed signature', [named, wrong], [siteOf(), signatures], 'STALE', 2, 8],
  ['its site, beside a quotation', [named, quoted], [siteOf()], 'STALE', 2, 8],
  ['a checked signature, no site', [signed], [signatures], 'MEASURED', 8, 8],
  ['a checked signature, beside a failing site', [signed], [siteOf(FAILING), signatures], 'MEASURED', 8, 8],
  ['a signature that was checked a day ago', [signed], [signatures], 'STALE', 8, 9],
  [
    'a checked signature of a former token',
    [{ ...signed, names: address(0xd) }],
    [signatures],
    'NO_SOURCE',
    null,
    8,
  ],
  [
    'its site, beside a signature checked long before',
    [{ ...named, observedAt: day(10) }, signed],
    [siteOf(), signatures],
    'MEASURED',
    10,
    10,
  ],
  ['a checked signature against its site', [signed, another], [siteOf(), signatures], 'STALE', 8, 10],
  ['a deploy record, no site', [deployed], [files], 'MEASURED', 7, 7],
  ['a deploy record, beside a silent site', [deployed], [siteOf(), files], 'MEASURED', 7, 7],
  ['a deploy record whose file was read a day ago', [deployed], [files], 'STALE', 7, 8],
  [
    'a deploy record that does not name it',
    [{ ...deployed, record: { outcome: 'not_named', source: files.id, at: day(7) } }],
    [files],
    'NO_SOURCE',
    null,
    7,
  ],
  ['a deploy record against its site', [deployed, another], [siteOf(), files], 'STALE', 2, 7],
]
test.each(STATED)('coverageOf token_verification: %s', (_, statements, sources, state, observed, at) => {
  expect(stateOf('token_verification', at, { sources, statements })).toEqual({
    state,
    observedAt: dayOrNull(observed),
  })
})

test.each(['market', 'locks', 'token_verification'] as const)(
  'coverageOf: without a token %s does not apply',
  (dimension) => {
    const sources = [of('market', read()), of('locker', read()), of('website', read())]
    expect(stateOf(dimension, 10, { sources, token: null })).toEqual({
      state: 'NOT_APPLICABLE',
      observedAt: null,
    })
  },
)

test.each<[string, readonly Source[], string, number | null]>([
  ['no deployer', [of('contract', read())], 'NO_SOURCE', null],
  ['a deployer that is read', [of('deployer', read())], 'MEASURED', 10],
  ['a deployer that was not read yet', [of('deployer', unreadStream('x'))], 'NOT_ENOUGH_YET', null],
  ['a deployer of which one stream is old', [of('deployer', read(), read({ lastOkAt: day(9) }))], 'STALE', 9],
  [
    '[R40] a deployer that is cut off',
    [of('deployer', read()), of('deployer', read({ isCutOff: true }))],
    'SOURCE_UNAVAILABLE',
    10,
  ],
  [
    '[R40] a deployer that is cut off and old',
    [of('deployer', read({ isCutOff: true, lastOkAt: day(9) }))],
    'STALE',
    9,
  ],
  [
    '[R40] a deployer that is cut off and not counted, beside one that is read',
    [of('deployer', read()), uncounted(of('deployer', read({ isCutOff: true })), 'a factory')],
    'MEASURED',
    10,
  ],
  ['a detached deployer', [{ ...of('deployer', read()), detachedAt: day(9) }], 'NO_SOURCE', null],
  ['a deployer that is not counted', [uncounted(of('deployer', read()), 'a factory')], 'NO_SOURCE', null],
])('coverageOfDeployments: %s', (_, sources, state, observed) => {
  expect(coverageOfDeployments(sources, day(10))).toEqual({ state, observedAt: dayOrNull(observed) })
})

test.each([
  ['the only provider has answered', [read()], 'NO_SOURCE'],
  ['each provider has answered', [read(), read({ stream: 'other' })], 'NO_SOURCE'],
  ['the other provider has nothing', [read(), unreadStream('other', 'missing')], 'NO_SOURCE'],
  ['the other provider was not read yet', [read(), unreadStream('other')], 'NOT_ENOUGH_YET'],
  [
    'the other provider fails',
    [read(), read({ ...LIMITED, ...FAILING, lastOkAt: day(1) })],
    'SOURCE_UNAVAILABLE',
  ],
] as const)('a market figure that no reading gives, when %s: %s', (_, streams, reason) => {
  expect(reasonOfUngiven([of('market', ...streams)], day(10.1))).toBe(reason)
})
