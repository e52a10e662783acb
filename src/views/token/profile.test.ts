import { describe, expect, test } from 'vitest'
import { unknown } from '#contract/claim.ts'
import type { ContractAddress } from '#contract/ids.ts'
import { KNOWN, SOURCE } from '#test/given/card-evidence.ts'
import * as given from '#test/given/described-project.ts'
import { scanCard } from '../cards/scan-card.ts'
import { suggestions } from '../lists/suggest.ts'
import { publishedToken, unknownToken } from './lookup.ts'
import { type OwnProject, tokenProfile } from './profile.ts'
import { sharedToken, tokenName, tokenText, tokenTitle, UNPUBLISHED } from './text.ts'

const READ = given.READ_AT
const NOW = given.DESCRIBED_AT
const site = { baseUrl: 'https://svc.example' }
const deps = { now: NOW, site }
const token = {
  name: ' The\ntoken ',
  symbol: 'SVC',
  contract: given.TOKEN,
  reviewedOn: '2026-08-12',
  utilities: [{ name: 'Fees', status: 'LIVE', description: null, url: 'javascript:alert(1)' }],
} as never as NonNullable<Parameters<typeof tokenProfile>[0]['token']>
const locks = {
  ...KNOWN,
  coverage: { ...KNOWN.coverage, locks: { state: 'MEASURED', observedAt: READ } },
} as never
const lock = { amount: '5', unlockAt: NOW, withdrawn: false, observedAt: READ, id: 'lock:1', extra: 1 }
const launch = { createdAt: READ, block: 7, transaction: '0x1', deployer: '0x2', evidence: SOURCE, extra: 1 }
const own = (record: object = {}, rest: object = {}) =>
  ({
    record: {
      ...given.describedProject({
        token: given.ANSWERED_TOKEN,
        readings: [given.MARKET_READING],
        evidence: locks,
      }),
      sources: [],
      statements: [],
      ships: [],
      ...record,
    },
    changes: [],
    locks: [lock],
    launch,
    ...rest,
  }) as unknown as OwnProject
const profile = (of: Partial<Parameters<typeof tokenProfile>[0]>) =>
  tokenProfile({ token, own: own(), ...of }, deps)
const notMeasured = (state: string) => ({ state, reason: 'not_measured' })

describe('the profile of the own token', () => {
  test('has every part that is held', () => {
    const shown = profile({})
    expect(shown).toMatchObject({
      schema: 'svc.token-profile/v1',
      chainId: 4663,
      contract: given.TOKEN,
      asOf: NOW,
      holderTiers: null,
      identity: { name: 'The token', symbol: 'SVC', reviewedOn: '2026-08-12' },
      utilities: [{ name: 'Fees', status: 'LIVE', description: null, url: null }],
      supply: { total: '1000', decimals: 18, observedAt: READ },
      market: { status: 'LIVE', readings: [{ provider: 'dexscreener' }] },
      project: { slug: 'lumen' },
      recentChanges: [],
    })
    expect(shown.launch).toEqual({
      launchedAt: READ,
      block: 7,
      transaction: '0x1',
      deployer: '0x2',
      evidence: SOURCE,
    })
    expect(shown.locks).toEqual([
      { amount: '5', unlockAt: NOW, withdrawn: false, observedAt: READ, evidence: 'lock:1' },
    ])
    expect(shown.unknown).toEqual({ holderTiers: { state: 'NO_SOURCE', reason: 'never_read' } })
  })

  const PARTS = ['supply', 'launch', 'market', 'locks'] as const
  const other = { ...given.ANSWERED_TOKEN, address: `0x${'b'.repeat(40)}` as ContractAddress }
  test.each([
    ['is not configured', { token: null }, { state: 'NOT_RESEARCHED', reason: 'not_configured' }],
    [
      'is not launched',
      { token: { ...token, contract: null } },
      { state: 'NOT_APPLICABLE', reason: 'not_launched' },
    ],
    ['has no project', { own: undefined }, { state: 'NOT_RESEARCHED', reason: 'not_published' }],
    ['is another one', { own: own({ token: other }) }, { state: 'NOT_RESEARCHED', reason: 'not_published' }],
    ['is in no project', { own: own({ token: null }) }, { state: 'NOT_RESEARCHED', reason: 'not_published' }],
  ])('has no records of a token that %s', (_, of, why) => {
    const shown = profile(of)
    for (const part of PARTS) expect([shown[part], shown.unknown[part]]).toEqual([null, why])
  })
})

describe('what is unknown of the own token', () => {
  test('of which nothing is configured or published has the reason in each part', () => {
    const why = { state: 'NOT_RESEARCHED', reason: 'not_configured' }
    const nothing = tokenProfile({ token: null, own: undefined }, deps)
    expect(Object.values(nothing.unknown).filter((one) => one.reason !== 'never_read')).toEqual(
      Array.from({ length: 9 }, () => why),
    )
    expect([nothing.asOf, nothing.project, nothing.recentChanges]).toEqual([null, null, null])
    const unpublished = { state: 'NOT_RESEARCHED', reason: 'not_published' }
    expect(profile({ own: undefined }).unknown).toMatchObject({
      project: unpublished,
      recentChanges: unpublished,
    })
    expect(profile({ token: { ...token, contract: null } }).unknown).toMatchObject({
      contract: { state: 'NOT_APPLICABLE', reason: 'not_launched' },
    })
    expect(profile({ token: { ...token, utilities: null } as never }).unknown).toMatchObject({
      utilities: { state: 'NOT_RESEARCHED', reason: 'not_documented' },
    })
  })

  test.each([
    ['supply', own({ token: { ...given.ANSWERED_TOKEN, totalSupply: null } }), 'NOT_ENOUGH_YET'],
    ['supply', own({ token: { ...given.ANSWERED_TOKEN, readAt: null } }), 'NOT_ENOUGH_YET'],
    ['launch', own({}, { launch: undefined }), 'NOT_ENOUGH_YET'],
    ['market', own({ readings: [] }), 'NOT_ENOUGH_YET'],
    ['locks', own({ evidence: KNOWN }), 'NOT_APPLICABLE'],
    ['recentChanges', own({}, { changes: null }), 'NOT_ENOUGH_YET'],
  ] as const)('says that its %s was not measured', (part, of, state) => {
    const shown = profile({ own: of })
    expect([shown[part], shown.unknown[part]]).toEqual([null, notMeasured(state)])
  })

  test('has the state of a dimension that is not measured', () => {
    const unread = { state: 'STALE', observedAt: null } as const
    const coverage = { ...KNOWN.coverage, contracts: unread, market: unread, locks: unread }
    const of = own({ readings: [], evidence: { ...KNOWN, coverage } }, { launch: undefined })
    for (const part of ['launch', 'market', 'locks'] as const)
      expect(profile({ own: of }).unknown[part]).toEqual(notMeasured('STALE'))
  })
})

const scan = { contract_address: given.TOKEN, chain_id: 4663, disclaimer: 'No advice.' }
const lookupOf = (of: object = {}) =>
  publishedToken(
    {
      token: given.ANSWERED_TOKEN,
      project: { slug: 'lumen', name: 'Lu*men' },
      evidence: KNOWN,
      scoredAt: NOW,
      ...of,
    } as never,
    deps,
  )
const titleOf = (lookup: object | undefined, given: object = {}) =>
  tokenTitle({ scan: { ...scan, ...given }, lookup } as never)
const textOf = (lookup: object | undefined, given: object = {}) =>
  tokenText({ scan: { ...scan, ...given }, lookup } as never, site).split('\n')
const bare = { ...given.ANSWERED_TOKEN, symbol: null, symbolDeclared: null, name: null }
const silent = { ...KNOWN, tokenVerification: unknown('STALE'), latestMeaningfulShip: unknown('STALE') }

describe('a token in words', () => {
  test('is named by its symbol, else by its declared symbol, else by its name', () => {
    expect(tokenName({ symbol: 'A', symbolDeclared: 'B', name: 'C' } as never)).toBe('A')
    expect(tokenName({ symbolDeclared: 'B', name: 'C' } as never)).toBe('B')
    expect(tokenName({ name: 'C' } as never)).toBe('C')
    expect(tokenName({} as never)).toBeUndefined()
  })

  test.each([
    ['VERIFIED', 'verified token'],
    ['UNVERIFIED', 'token not verified'],
  ])('that is %s has a title', (tokenVerification, words) => {
    expect(titleOf({ ...lookupOf(), tokenVerification })).toBe(`LUM of Lu*men: ${words}, shipping`)
  })

  test.each([{ activityStatus: 'UNKNOWN', activityLabel: 'Unknown' }, { activityStatus: undefined }])(
    'of which the activity is not known says so in its title: %j',
    (unread) => {
      expect(titleOf({ ...lookupOf(), ...unread })).toMatch(
        /^LUM of Lu\*men: .*, not known whether it ships$/,
      )
    },
  )

  test('without a name and a verdict has its short contract as title', () => {
    const title = '0xaaaa…aaaa of Lu*men: verification not known, shipping'
    expect(titleOf(lookupOf({ token: bare, evidence: silent }))).toBe(title)
  })

  test('is its lines', () => {
    expect(textOf(lookupOf())).toEqual([
      '# LUM of Lu＊men',
      '',
      `- Contract: ${given.TOKEN} on chain 4663`,
      '- Token verification: verified, site names contract',
      '- Activity: Shipping',
      '- Last ship: 2026-11-18T14:02:11.000Z, “v2.4.0” (release), https://svc.example/api/evidence/ship%3A3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b11',
      '- Research: verified builder',
      `- Evaluated: ${NOW}`,
      '- Project: https://svc.example/projects/lumen',
      '',
      `JSON: https://svc.example/api/v1/scan?token=${given.TOKEN}`,
      '',
      'No advice.',
      '',
    ])
    const lines = textOf(lookupOf({ token: bare, evidence: silent, scoredAt: null }))
    expect(lines[0]).toBe(`# ${given.TOKEN} of Lu＊men`)
    expect(lines.slice(3, 7)).toEqual([
      '- Token verification: unknown (the last reading is too old)',
      '- Activity: Shipping',
      '- Last ship: unknown (the last reading is too old)',
      '- Research: verified builder',
    ])
  })
})

test('a token that the project does not name has no status in its title, its heading and its picture', () => {
  const other = { ...lookupOf(), tokenVerification: 'MISMATCH', activityAppliesToToken: false }
  const title = 'LUM 0xaaaa…aaaa: not the token that Lu*men names'
  expect(titleOf(other)).toBe(title)
  expect(titleOf({ ...other, symbol: undefined, symbolDeclared: undefined, name: undefined })).toBe(
    '0xaaaa…aaaa: not the token that Lu*men names',
  )
  const lines = textOf(other)
  expect(lines[0]).toBe(`# ${title.replace('*', '＊')}`)
  expect(lines[2]).toBe(
    'The project names another contract as its token. The activity is the project’s, and is not linked to this token.',
  )
  expect(lines[6]).toBe('- Activity of the project Lu＊men: Shipping')
  expect(lines[7]).toContain('- Last ship of the project Lu＊men: 2026-11-18T14:02:11.000Z, “v2.4.0”')
  expect(sharedToken({ scan, lookup: other } as never).lines.slice(0, 2)).toEqual([
    'Recorded for Lu*men. The project names another contract as its token.',
    'Activity of Lu*men: Shipping',
  ])
})

test('a token as text has what is not read, with the reason, and the market', () => {
  const unread = { state: 'SOURCE_UNAVAILABLE', observedAt: READ } as const
  const evidence = {
    ...KNOWN,
    activityMeasured: false,
    meaningfulShips30d: unknown('SOURCE_UNAVAILABLE'),
    coverage: { ...KNOWN.coverage, building: unread },
  }
  const record = { evidence, project: { slug: 'lumen', name: 'Lumen' }, scoredAt: NOW }
  const input = { address: given.TOKEN, integration: undefined, claims: undefined, record }
  const lines = textOf(lookupOf({ evidence }), scanCard(input as never, deps))
  expect(lines[2]).toContain('Its building cannot be read in full now')
  expect(lines).toContain(`- Building: not measured (the source cannot be read), read ${READ}`)
  expect(lines).toContain(`- Contracts: measured, read ${KNOWN.coverage.contracts.observedAt}`)
  expect(lines.find((line) => line.startsWith('- Market status: '))).toMatch(/live, read 2026-/)
})

describe('the answer about a token', () => {
  test.each([
    [undefined, 'unpublished', 'No project is published for this token'],
    ['not_a_token', 'not_a_token', 'This address is not a token'],
    ['unsupported_chain', 'unsupported_chain', 'This chain is not indexed'],
  ] as const)('without a project says why: %s', (reason, key, heading) => {
    const lookup = unknownToken(given.TOKEN, 'unpublished' as never)
    expect(lookup).toMatchObject({
      status: 'unknown',
      reason: 'unpublished',
      chainId: 4663,
      contract: given.TOKEN,
    })
    expect(titleOf(lookup, { reason })).toBe(`0xaaaa…aaaa: ${heading.toLowerCase()}`)
    const lines = [
      `# ${heading}`,
      '',
      `- Contract: ${given.TOKEN} on chain 4663`,
      '',
      UNPUBLISHED[key].meaning,
      '',
    ]
    const json = `JSON: https://svc.example/api/v1/scan?token=${given.TOKEN}`
    expect(textOf(lookup, { reason })).toEqual([...lines, json, '', 'No advice.', ''])
    expect(textOf(undefined, { reason })).toContain(`${json}&chain=4663`)
    expect(UNPUBLISHED[key].meaning).toMatch(/\.$/)
  })

  test('that is published has what is known of it, with the claim note of each field', () => {
    expect(lookupOf()).toMatchObject({
      status: 'published',
      chainId: 4663,
      contract: given.TOKEN,
      tokenVerificationReason: 'site_names_contract',
      tokenVerification: 'VERIFIED',
      activityAppliesToToken: true,
      activityStatus: 'SHIPPING',
      activityLabel: 'Shipping',
      activityMeasured: true,
      researchLevel: 'VERIFIED_BUILDER',
      asOf: NOW,
      claims: { activityStatus: {}, tokenVerification: {}, researchLevel: {}, lastShip: {} },
    })
    const evidence = { ...silent, researchLevel: unknown('STALE') }
    const unread = lookupOf({ evidence, scoredAt: null })
    for (const name of [
      'tokenVerification',
      'tokenVerificationReason',
      'activityAppliesToToken',
      'researchLevel',
      'asOf',
    ])
      expect(unread).not.toHaveProperty(name)
    expect(unread.claims?.['lastShip']).toEqual({ kind: 'UNKNOWN', reason: 'STALE' })
  })
})

test('a suggestion has the symbol of the contract, else the declared one, else none', () => {
  const named = (token: object | null) => ({ slug: 'lumen', name: 'Lumen', token }) as never
  const address = given.TOKEN
  const found = [
    { address, symbol: 'A', symbolDeclared: 'B' },
    { address, symbol: null, symbolDeclared: 'B' },
    { address, symbol: null, symbolDeclared: null },
    null,
  ]
  const route = { name: 'Lumen', route: '/projects/lumen' }
  expect(suggestions(found.map(named), { ignoredParameters: ['x'] })).toEqual({
    items: [
      { ...route, ticker: 'A', contract: address },
      { ...route, ticker: 'B', contract: address },
      { ...route, contract: address },
      route,
    ],
    ignoredParameters: ['x'],
  })
})
