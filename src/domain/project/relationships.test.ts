import { describe, expect, test } from 'vitest'
import { derived, fact, unknown } from '#contract/claim.ts'
import { addMs } from '#contract/time.ts'
import type { HeldContract } from '#domain/contracts/held-contract.ts'
import type { Implementation } from '#domain/contracts/records.ts'
import type { Source } from '#domain/evidence.ts'
import {
  ATTACHED,
  BEACON,
  CLAIM,
  contractOf,
  DEPLOYER,
  edgesOf,
  FAILED,
  idOf,
  PROXY,
  READ,
  SOURCE,
  sourceOf,
  statementOf,
  streamOf,
  TARGET,
  TOKEN,
  tokenSource,
  UNREAD,
} from '#test/given/relationship-record.ts'

test('a project of which nothing is recorded has no edge', () => {
  expect(edgesOf({})).toEqual([])
})

describe('official sources', () => {
  test.each([
    ['a repository that is read', {}, 'official_repository', { state: 'FACT', observedAt: READ }],
    [
      'a repository that was not read yet',
      { streams: [streamOf(UNREAD)] },
      'official_repository',
      { state: 'UNKNOWN', reason: 'NOT_ENOUGH_YET', observedAt: ATTACHED },
    ],
    [
      'a repository that could never be read',
      { streams: [streamOf(FAILED)] },
      'official_repository',
      { state: 'UNKNOWN', reason: 'SOURCE_UNAVAILABLE', observedAt: ATTACHED },
    ],
    [
      'a repository whose streams are not planned yet',
      { streams: [] },
      'official_repository',
      { state: 'UNKNOWN', reason: 'NOT_ENOUGH_YET', observedAt: ATTACHED },
    ],
    [
      'a self-reported repository, however well it is read',
      { establishedBy: 'self_reported' },
      'official_repository',
      { state: 'UNKNOWN', reason: 'NOT_RESEARCHED', observedAt: READ },
    ],
    [
      '[R24] a package, which nothing reads, is not known to exist',
      { kind: 'npm_package', locator: '@lumen/sdk', streams: [] },
      'official_package',
      { state: 'UNKNOWN', reason: 'NOT_APPLICABLE', observedAt: ATTACHED },
    ],
    ['a site', { kind: 'website', locator: 'https://lumen.example' }, 'official_site', { state: 'FACT' }],
    [
      'docs by host',
      { kind: 'website', locator: 'https://docs.lumen.example' },
      'official_docs',
      { state: 'FACT' },
    ],
    [
      'docs by path',
      { kind: 'website', locator: 'https://lumen.example/docs' },
      'official_docs',
      { state: 'FACT' },
    ],
    [
      'no docs by path',
      { kind: 'website', locator: 'https://lumen.example/docsity' },
      'official_site',
      { state: 'FACT' },
    ],
    [
      'no docs by host',
      { kind: 'website', locator: 'https://mydocs.example' },
      'official_site',
      { state: 'FACT' },
    ],
  ] as const)('%s', (_, given, kind, expected) => {
    expect(edgesOf({ sources: [sourceOf(given)] })).toEqual([
      expect.objectContaining({ kind, from: 'project:lumen', evidence: [SOURCE], ...expected }),
    ])
  })

  test.each(['deployer', 'explorer', 'locker'] as const)('a %s is no node', (kind) => {
    expect(edgesOf({ sources: [sourceOf({ kind, locator: DEPLOYER })] })).toEqual([])
  })
})

describe('the token', () => {
  const verified = { status: 'VERIFIED', reason: 'site_names_token' } as const
  test.each([
    ['not concluded', unknown('STALE'), { state: 'UNKNOWN', reason: 'STALE', evidence: [SOURCE] }],
    [
      'concluded by a rule',
      derived(verified, 'token.verification@5', [CLAIM]),
      { state: 'DERIVED', rule: 'token.verification@5', evidence: [CLAIM], tokenVerification: 'VERIFIED' },
    ],
    [
      'not the token of the project',
      derived({ ...verified, status: 'MISMATCH' as const }, 'token.verification@5', [CLAIM]),
      { state: 'DERIVED', tokenVerification: 'MISMATCH' },
    ],
    ['recorded', fact(verified, [CLAIM], READ), { state: 'FACT', observedAt: READ }],
  ])('%s', (_, tokenVerification, expected) => {
    const [edge] = edgesOf({ token: TOKEN, tokenVerification, sources: [tokenSource] })
    expect(edge).toMatchObject({ kind: 'token', to: idOf(TOKEN), ...expected })
  })

  test('has its listings, readings of its market and statements that name it', () => {
    const market = sourceOf({ kind: 'market', locator: `dexscreener:${TOKEN}` })
    const site = sourceOf({
      id: 'source:00000000-0000-4000-8000-000000000009',
      kind: 'website',
      locator: 'https://lumen.example',
    })
    const listing = {
      sourceId: SOURCE,
      registry: 'coingecko',
      registryId: 'lumen',
      observedAt: READ,
    } as const
    const named = statementOf({ kind: 'token_named', names: TOKEN, sourceId: site.id })
    const signed = statementOf({ kind: 'token_signed', names: TOKEN })
    const edges = edgesOf({
      token: TOKEN,
      sources: [market, site],
      listings: [listing],
      statements: [named, signed],
    })
    expect(edges.map(({ kind, from, to, state }) => [kind, from, to, state])).toEqual([
      ['market_reading', idOf(TOKEN), 'provider:dexscreener', 'FACT'],
      ['official_site', 'project:lumen', 'site:https://lumen.example', 'FACT'],
      ['listed_at', idOf(TOKEN), 'registry:coingecko:lumen', 'FACT'],
      ['names_token', 'site:https://lumen.example', idOf(TOKEN), 'FACT'],
      ['names_token', 'project:lumen', idOf(TOKEN), 'FACT'],
    ])
  })
})

describe('a relation whose source does not count', () => {
  const notCountedReason = 'Another project counts it.'
  const uncounted = (given: Partial<Source>) => sourceOf({ ...given, counted: false, notCountedReason })
  const proxy = { kind: 'beacon', implementation: TARGET, beacon: BEACON, readAt: READ } as const
  const contracts = { total: 1, items: [contractOf({ proxy })] }
  const site = { kind: 'website', locator: 'https://lumen.example' } as const
  const named = statementOf({ kind: 'token_named', names: TOKEN, sourceId: SOURCE })
  const listing = { sourceId: SOURCE, registry: 'coingecko', registryId: 'lumen', observedAt: READ } as const
  const market = { kind: 'market', locator: `dexscreener:${TOKEN}` } as const

  test.each<[string, Partial<Source>, Parameters<typeof edgesOf>[0], readonly string[]]>([
    ['a repository', {}, {}, ['official_repository']],
    ['one that was never read', { streams: [streamOf(UNREAD)] }, {}, ['official_repository']],
    ['one that only the project names', { establishedBy: 'self_reported' }, {}, ['official_repository']],
    ['a package', { kind: 'npm_package', locator: '@lumen/sdk', streams: [] }, {}, ['official_package']],
    [
      'a site with its statement',
      site,
      { token: TOKEN, statements: [named] },
      ['official_site', 'names_token'],
    ],
    ['a market', market, { token: TOKEN }, ['market_reading']],
    [
      'a token with its listing',
      { ...tokenSource },
      { token: TOKEN, listings: [listing] },
      ['token', 'listed_at'],
    ],
    [
      'a contract with its targets',
      { kind: 'contract', locator: PROXY },
      { contracts },
      ['contract', 'forwards_to', 'follows_beacon'],
    ],
  ])('has the reason, which one that counts has not: %s', (_, given, rest, kinds) => {
    const edges = edgesOf({ ...rest, sources: [uncounted(given)] })
    expect(edges.map((edge) => [edge.kind, edge.notCountedReason])).toEqual(
      kinds.map((kind) => [kind, notCountedReason]),
    )
    for (const edge of edgesOf({ ...rest, sources: [sourceOf(given)] }))
      expect(edge).not.toHaveProperty('notCountedReason')
  })

  test('of which the source is not recorded has no reason', () => {
    for (const edge of edgesOf({ token: TOKEN, statements: [named], contracts }))
      expect(edge).not.toHaveProperty('notCountedReason')
  })
})

test('the fifty newest of many statements that name a token have an edge', () => {
  const statements = Array.from({ length: 52 }, (_, n) =>
    statementOf({
      id: `claim:00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      kind: 'token_named',
      names: TOKEN,
      observedAt: addMs(READ, n),
    }),
  )
  const newest = statements.slice(2).toReversed()
  expect(edgesOf({ token: TOKEN, statements }).map(({ evidence }) => evidence)).toEqual(
    newest.map(({ id }) => [id]),
  )
})

describe('contracts', () => {
  const proxy = { kind: 'beacon', implementation: TARGET, beacon: BEACON, readAt: READ } as const
  const impl = { id: `impl:4663:${PROXY}:1:0`, implementation: TARGET } as Implementation
  const held = (given: Partial<HeldContract>) => ({ total: 1, items: [contractOf(given)] })

  test('have an edge to what they forward to, with the log that set it', () => {
    const edges = edgesOf({
      contracts: held({ proxy }),
      sources: [sourceOf({ kind: 'contract', locator: PROXY })],
      histories: new Map([[PROXY, { total: 1, items: [impl] }]]),
    })
    expect(edges).toMatchObject([
      { kind: 'contract', from: 'project:lumen', to: idOf(PROXY), evidence: [SOURCE], observedAt: READ },
      { kind: 'forwards_to', from: idOf(PROXY), to: idOf(TARGET), evidence: [impl.id, SOURCE] },
      { kind: 'follows_beacon', from: idOf(PROXY), to: idOf(BEACON), evidence: [SOURCE] },
    ])
    expect(JSON.stringify(edges)).not.toContain(DEPLOYER)
  })

  test.each([
    ['a contract that is no proxy', { ...proxy, kind: 'none_detected', implementation: null, beacon: null }],
    ['a contract that was not read', null],
  ] as const)('%s has no edge to a target', (_, read) => {
    const edges = edgesOf({ contracts: held({ proxy: read }), sources: [sourceOf({ kind: 'contract' })] })
    expect(edges.map(({ kind }) => kind)).toEqual(['contract'])
  })
})

test.each([
  ['a launchpad with a statement', { launchpad: 'pons', statements: [statementOf({})] }, ['launched_on']],
  ['a launchpad without a statement', { launchpad: 'pons', statements: [] }, []],
  ['a statement without a launchpad', { launchpad: null, statements: [statementOf({})] }, []],
])('%s', (_, given, kinds) => {
  expect(edgesOf(given).map(({ kind }) => kind)).toEqual(kinds)
})
