import { describe, expect, test } from 'vitest'
import type { ContractAddress, Slug } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import type { HeldContract } from '#domain/contracts/held-contract.ts'
import type { Implementation, Interface } from '#domain/contracts/records.ts'
import {
  ATTACHED,
  BEACON,
  CLAIM,
  contractOf,
  edgesOf,
  idOf,
  NOW,
  nodeOf,
  ownNode,
  PROXY,
  partsOf,
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

describe('official sources', () => {
  test.each([
    [
      'a repository by its lower-case name, because a code host ignores capitals',
      { locator: 'Lumen-Labs/Lumen', url: 'https://github.com/Lumen-Labs/Lumen' },
      {
        id: 'repository:lumen-labs/lumen',
        kind: 'repository',
        name: 'Lumen-Labs/Lumen',
        url: 'https://github.com/Lumen-Labs/Lumen',
      },
    ],
    [
      'a package',
      { kind: 'npm_package', locator: '@lumen/sdk' },
      { id: 'package:@lumen/sdk', kind: 'package', name: '@lumen/sdk', url: null },
    ],
    [
      'a site by its own address',
      { kind: 'website', locator: 'https://lumen.example' },
      {
        id: 'site:https://lumen.example',
        kind: 'site',
        name: 'https://lumen.example',
        url: 'https://lumen.example',
      },
    ],
    [
      'documentation',
      { kind: 'website', locator: 'https://lumen.example/documentation/' },
      {
        id: 'site:https://lumen.example/documentation/',
        kind: 'docs',
        name: 'https://lumen.example/documentation/',
        url: 'https://lumen.example/documentation/',
      },
    ],
  ] as const)('have the node of %s', (_, given, node) => {
    expect(partsOf({ sources: [sourceOf(given)] }).map(({ nodes }) => nodes)).toEqual([[ownNode, node]])
  })

  test.each([
    ['https://doc.lumen.example', 'docs'],
    ['https://docs.lumen.example/a', 'docs'],
    ['https://lumen.example/docs/a', 'docs'],
    ['https://mydocs.example', 'site'],
    ['https://lumen.example/en/docs', 'site'],
    ['docs.lumen.example', 'site'],
  ] as const)('%s is a %s', (locator, kind) => {
    const [part] = partsOf({ sources: [sourceOf({ kind: 'website', locator })] })
    expect(part?.nodes[1]).toMatchObject({ kind })
  })

  test('are observed at the newest reading of their streams', () => {
    const older = streamOf({ stream: 'commits', lastOkAt: ATTACHED })
    const edges = edgesOf({ sources: [sourceOf({ streams: [older, streamOf(), streamOf(UNREAD)] })] })
    expect(edges).toMatchObject([{ observedAt: READ, establishedBy: 'mutual' }])
  })
})

describe('the token', () => {
  test('is a node of its own kind, and has an edge with its registered source alone', () => {
    const other = sourceOf({ kind: 'token', locator: PROXY })
    const [part, ...others] = partsOf({ token: TOKEN, sources: [other, tokenSource] })
    expect(part?.nodes).toEqual([ownNode, nodeOf(TOKEN, 'token')])
    expect(part?.edge).toMatchObject({ evidence: [SOURCE], observedAt: NOW })
    expect(others).toEqual([])
    expect(partsOf({ token: TOKEN, sources: [other] })).toEqual([])
    expect(partsOf({ token: null, sources: [tokenSource] })).toEqual([])
  })

  test.each([
    ['that was read', {}, { state: 'FACT', observedAt: READ }],
    ['that was not read yet', UNREAD, { state: 'UNKNOWN', reason: 'NOT_ENOUGH_YET', observedAt: ATTACHED }],
  ])('has the state of a market %s', (_, stream, expected) => {
    const market = sourceOf({ kind: 'market', locator: `dexscreener:${TOKEN}`, streams: [streamOf(stream)] })
    const [part, ...others] = partsOf({ token: TOKEN, sources: [market] })
    expect(part?.nodes).toEqual([
      nodeOf(TOKEN, 'token'),
      { id: 'provider:dexscreener', kind: 'provider', name: 'dexscreener' },
    ])
    expect(part?.edge).toMatchObject({ kind: 'market_reading', evidence: [SOURCE], ...expected })
    expect([...others, ...partsOf({ token: null, sources: [market] })]).toEqual([])
  })
})

describe('statements about the token', () => {
  test.each(['token_named', 'token_signed', 'token_deploy_record', 'other_token_named'] as const)(
    'is named by a statement of the kind %s, which may name another contract',
    (kind) => {
      const parts = partsOf({ token: TOKEN, statements: [statementOf({ kind, names: TARGET })] })
      expect(parts).toEqual([
        {
          nodes: [ownNode, nodeOf(TARGET)],
          edge: {
            state: 'FACT',
            kind: 'names_token',
            evidence: [CLAIM],
            observedAt: READ,
            from: 'project:lumen',
            to: idOf(TARGET),
          },
        },
      ])
    },
  )

  test('is not named by a statement of another kind, or without an address', () => {
    const statements = [
      statementOf({ kind: 'launch', names: TOKEN }),
      statementOf({ kind: 'token_named', names: null }),
    ]
    expect(edgesOf({ token: TOKEN, statements })).toEqual([])
  })

  test('has the fifty newest statements, newest first', () => {
    const statements = Array.from({ length: 51 }, (_, place) =>
      statementOf({
        kind: 'token_named',
        names: TOKEN,
        observedAt: toInstant(`2026-11-20T10:00:${String(place).padStart(2, '0')}Z`),
      }),
    )
    const times = edgesOf({ token: TOKEN, statements }).map(({ observedAt }) => observedAt)
    expect(times).toHaveLength(50)
    expect([times[0], times[49]]).toEqual(['2026-11-20T10:00:50.000Z', '2026-11-20T10:00:01.000Z'])
  })
})

describe('contracts', () => {
  const proxy = { kind: 'beacon', implementation: TARGET, beacon: BEACON, readAt: READ } as const
  const impl = { id: `impl:4663:${PROXY}:1:0`, implementation: TARGET } as Implementation
  const held = (given: Partial<HeldContract>) => ({ total: 1, items: [contractOf(given)] })

  test.each([
    ['registered by the project alone', 'self_reported', { state: 'UNKNOWN', reason: 'NOT_RESEARCHED' }],
    ['corroborated', 'site_link', { state: 'FACT' }],
  ] as const)('%s have an edge that says so', (_, establishedBy, expected) => {
    const sources = [sourceOf({ kind: 'contract', establishedBy })]
    expect(edgesOf({ contracts: held({}), sources })).toEqual([
      {
        kind: 'contract',
        from: 'project:lumen',
        to: idOf(PROXY),
        evidence: [SOURCE],
        observedAt: READ,
        establishedBy,
        ...expected,
      },
    ])
  })

  test('have no edge from the project when they are its token, or when their source is detached', () => {
    const contracts = held({ address: TOKEN })
    expect(edgesOf({ contracts, token: TOKEN, sources: [sourceOf({ kind: 'contract' })] })).toEqual([])
    expect(edgesOf({ contracts, sources: [] })).toEqual([])
  })

  test('forward by storage alone when no log set the implementation', () => {
    const other = { ...impl, implementation: BEACON }
    const edges = edgesOf({
      contracts: held({ proxy: { ...proxy, beacon: null } }),
      sources: [],
      histories: new Map([[PROXY, { total: 1, items: [other] }]]),
    })
    expect(edges).toMatchObject([{ kind: 'forwards_to', evidence: [SOURCE], observedAt: READ }])
  })
})

describe('verified sources', () => {
  const verifiedOf = (contract: ContractAddress) =>
    ({ id: 'abi:1', contract, provider: 'sourcify', observedAt: READ }) as unknown as Interface
  const proxy = { kind: 'eip1967', implementation: TARGET, beacon: null, readAt: READ } as const
  const contracts = { total: 1, items: [contractOf({ proxy })] }

  test.each([PROXY, TARGET])('of a contract in the graph, or of what it forwards to: %s', (contract) => {
    const parts = partsOf({ contracts, interfaces: [verifiedOf(contract)] })
    expect(parts.at(-1)).toEqual({
      nodes: [nodeOf(contract), { id: 'provider:sourcify', kind: 'provider', name: 'sourcify' }],
      edge: {
        state: 'FACT',
        kind: 'verified_source',
        evidence: ['abi:1'],
        observedAt: READ,
        from: idOf(contract),
        to: 'provider:sourcify',
      },
    })
  })

  test('of other contracts are not shown', () => {
    const kinds = edgesOf({ contracts, interfaces: [verifiedOf(BEACON)] }).map(({ kind }) => kind)
    expect(kinds).toEqual(['forwards_to'])
  })
})

test('a project has edges to its foundations and from those that build on it', () => {
  const other = { slug: 'gantry' as Slug, name: 'Gantry' }
  const one = { total: 1, items: [{ id: 'claim:b', other, observedAt: READ }] }
  const gantry = { id: 'project:gantry', kind: 'project', name: 'Gantry', slug: 'gantry' }
  const edge = { state: 'FACT', kind: 'builds_on', evidence: ['claim:b'], observedAt: READ }
  expect(partsOf({ foundations: { buildsOn: one, builtOnBy: one } as never })).toEqual([
    { nodes: [ownNode, gantry], edge: { ...edge, from: 'project:lumen', to: 'project:gantry' } },
    { nodes: [gantry, ownNode], edge: { ...edge, from: 'project:gantry', to: 'project:lumen' } },
  ])
})

test('the launch cites its statements and the newest of their times', () => {
  const older = statementOf({ id: 'claim:older', observedAt: ATTACHED })
  const other = statementOf({ kind: 'token_named', observedAt: NOW })
  expect(partsOf({ launchpad: 'pons', statements: [older, statementOf({}), other] })).toEqual([
    {
      nodes: [ownNode, { id: 'launchpad:pons', kind: 'launchpad', name: 'pons' }],
      edge: {
        state: 'FACT',
        kind: 'launched_on',
        evidence: ['claim:older', CLAIM],
        observedAt: READ,
        from: 'project:lumen',
        to: 'launchpad:pons',
      },
    },
  ])
})
