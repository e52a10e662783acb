import { expect, test } from 'vitest'
import type { CoverageDimension, SourceKind } from '#contract/enums.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Source, Stream, TokenStatement } from '#domain/evidence.ts'
import { day, repositoryOf, sourceOf, streamOf, unreadStream } from '#test/build-evidence.ts'
import { type CoverageInput, coverageOf, coverageOfDeployments } from './coverage.ts'

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
const missing = unreadStream('x', 'missing')
const statement: TokenStatement = {
  ...{ id: 'claim:x', sourceId: 'source:site', kind: 'token_named', by: 'site' },
  ...{ names: null, observedAt: day(2) },
}

function stateOf(
  dimension: CoverageDimension,
  at: number,
  input: Partial<CoverageInput> & { sources?: readonly Source[] },
) {
  const { sources = [], ...rest } = input
  const coverage = coverageOf(
    { build: { sources, ships: [] }, hasToken: true, statements: [], ...rest },
    day(at),
  )
  return coverage[dimension]
}

const CASES: [string, CoverageDimension, number, readonly Source[], string, number | null][] = [
  ['building without a source', 'building', 10, [], 'NO_SOURCE', null],
  ['building, read', 'building', 10, [repositoryOf('repo', READ)], 'MEASURED', 10],
  [
    '[case 9] limited for six hours',
    'building',
    10.25,
    [repositoryOf('repo', { ...READ, stream: LIMITED })],
    'STALE',
    10,
  ],
  [
    '[case 9] limited for days',
    'building',
    14,
    [repositoryOf('repo', { ...READ, stream: LIMITED })],
    'SOURCE_UNAVAILABLE',
    10,
  ],
  [
    '[case 9] put off for days while its provider limits others',
    'building',
    14,
    [repositoryOf('repo', { ...READ, stream: { providerOutageSince: day(10.1) } })],
    'SOURCE_UNAVAILABLE',
    10,
  ],
  [
    'building, failing for days',
    'building',
    14,
    [repositoryOf('repo', { ...READ, stream: FAILING })],
    'SOURCE_UNAVAILABLE',
    10,
  ],
  ['building, not tried for days', 'building', 14, [repositoryOf('repo', READ)], 'STALE', 10],
  ['contracts without a source', 'contracts', 10, [], 'NO_SOURCE', null],
  [
    'contracts, read',
    'contracts',
    10,
    [of('deployer', read()), of('token', read({ lastOkAt: day(9.95) }))],
    'MEASURED',
    9.95,
  ],
  [
    'contracts, one stream unread',
    'contracts',
    10,
    [of('token', read(), unreadStream('y'))],
    'NOT_ENOUGH_YET',
    null,
  ],
  ['contracts, streams not yet made', 'contracts', 10, [of('contract')], 'NOT_ENOUGH_YET', null],
  [
    'verified source, one explorer of two failing',
    'verified_source',
    14,
    [of('explorer', read(FAILING)), of('explorer', read({ lastOkAt: day(14) }))],
    'MEASURED',
    14,
  ],
  [
    'verified source, never answered in a form that can be read',
    'verified_source',
    10,
    [of('explorer', unreadStream('x', 'error'))],
    'ERROR',
    null,
  ],
  [
    'verified source, calls alone were read',
    'verified_source',
    10,
    [of('explorer', { ...read(), stream: 'method_use' })],
    'NOT_ENOUGH_YET',
    null,
  ],
  [
    'contracts of a deployer that is not its own',
    'contracts',
    10,
    [{ ...of('deployer', read()), counted: false, notCountedReason: 'a factory' }],
    'NO_SOURCE',
    null,
  ],
  [
    'contracts, read, beside an unread source of another kind',
    'contracts',
    10,
    [of('deployer', read()), of('website', unreadStream('x', 'error'))],
    'MEASURED',
    10,
  ],
  [
    'market of a token that another party listed',
    'market',
    10,
    [{ ...of('market', read()), establishedBy: 'self_reported' }],
    'MEASURED',
    10,
  ],
  ['market, read', 'market', 10, [of('market', read())], 'MEASURED', 10],
  ['market, not registered', 'market', 10, [], 'NO_SOURCE', null],
  [
    'market, providers answer that there is none',
    'market',
    10,
    [of('market', missing), of('market', missing)],
    'NO_SOURCE',
    null,
  ],
  [
    'market, one provider has none and one fails',
    'market',
    10,
    [of('market', missing), of('market', unreadStream('x', 'unavailable'))],
    'SOURCE_UNAVAILABLE',
    null,
  ],
  [
    'market, gone lately: still within reading',
    'market',
    11,
    [of('market', read({ lastOutcome: 'missing', cadenceMs: HOUR_MS }))],
    'STALE',
    10,
  ],
  ['locks, not yet read', 'locks', 10, [of('locker')], 'NOT_ENOUGH_YET', null],
  [
    'locks, read: not a building source, still read',
    'locks',
    10,
    [{ ...of('locker', read()), counted: false, notCountedReason: 'locks are not building' }],
    'MEASURED',
    10,
  ],
  [
    'verification, a site that is not its own',
    'token_verification',
    10,
    [{ ...of('website', read()), establishedBy: 'self_reported' }],
    'NO_SOURCE',
    null,
  ],
  ['verification, no site and no statement', 'token_verification', 10, [], 'NO_SOURCE', null],
  [
    'verification, the page forbidden, what the site declares read',
    'token_verification',
    10,
    [declared],
    'SOURCE_UNAVAILABLE',
    null,
  ],
  ['verification, site read, silent', 'token_verification', 10, [of('website', read())], 'MEASURED', 10],
  [
    'verification, site not yet read',
    'token_verification',
    10,
    [of('website', unreadStream('x'))],
    'NOT_ENOUGH_YET',
    null,
  ],
]
test.each(CASES)(
  'coverageOf: %s [contract coverage state *]',
  (_, dimension, at, sources, state, observed) => {
    expect(stateOf(dimension, at, { sources })).toEqual({
      state,
      observedAt: observed === null ? null : day(observed),
    })
  },
)

test.each([
  ['a statement, no site', [], 'MEASURED'],
  ['a statement and its site, read', [of('website', read())], 'MEASURED'],
  [
    'a statement of a site that was read three days ago and no more',
    [of('website', read({ lastOkAt: day(7) }))],
    'STALE',
  ],
  [
    'a statement of a site whose answer cannot be parsed',
    [of('website', unreadStream('x', 'error'))],
    'STALE',
  ],
  [
    'a statement of a site that lapsed since',
    [of('website', read({ lastOkAt: day(3), ...FAILING }))],
    'STALE',
  ],
] as const)('coverageOf token_verification: %s', (_, sources, state) => {
  expect(stateOf('token_verification', 10, { sources, statements: [statement] })).toEqual({
    state,
    observedAt: day(2),
  })
})

test.each(['market', 'locks', 'token_verification'] as const)(
  'coverageOf: without a token %s does not apply',
  (dimension) => {
    const sources = [of('market', read()), of('locker', read()), of('website', read())]
    expect(stateOf(dimension, 10, { sources, hasToken: false })).toEqual({
      state: 'NOT_APPLICABLE',
      observedAt: null,
    })
  },
)

test.each<[string, readonly Source[], string, number | null]>([
  ['no deployer', [of('contract', read())], 'NO_SOURCE', null],
  ['a deployer that is read', [of('deployer', read())], 'MEASURED', 10],
  ['a deployer that was not read yet', [of('deployer', unreadStream('x'))], 'NOT_ENOUGH_YET', null],
  [
    'a deployer of which one stream is old',
    [of('deployer', read(), read({ lastOkAt: day(9) }))],
    ...(['STALE', 9] as const),
  ],
  ['a detached deployer', [{ ...of('deployer', read()), detachedAt: day(9) }], 'NO_SOURCE', null],
  [
    'a deployer that is not counted',
    [{ ...of('deployer', read()), counted: false, notCountedReason: 'a factory' }],
    ...(['NO_SOURCE', null] as const),
  ],
])('coverageOfDeployments: %s', (_, sources, state, observed) => {
  expect(coverageOfDeployments(sources, day(10))).toEqual({
    state,
    observedAt: observed === null ? null : day(observed),
  })
})

test('coverageOf token_verification has the time of the newest statement', () => {
  const statements = [3, 8, 5].map((at) => ({ ...statement, observedAt: day(at) }))
  expect(stateOf('token_verification', 10, { statements }).observedAt).toBe(day(8))
})
