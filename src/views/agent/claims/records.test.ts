import { describe, expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { receiptClaims } from './evidence.ts'
import { receiptCheckClaims } from './receipt-check.ts'
import { builtOnClaims, relationshipClaims } from './relationships.ts'
import { shipClaim } from './ships.ts'
import { timelineClaim } from './timeline.ts'

const READ = toInstant('2026-11-19T10:00:00Z')
const THEN = toInstant('2026-11-18T10:00:00Z')
const SOURCE = 'source:5b1e9c77-2f4d-5a60-b8c3-1d2e3f405162'
const SHIP = 'ship:3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b11'
const project = { slug: 'lumen', name: 'Lumen' }

describe('the claims of a receipt', () => {
  const source = { id: SOURCE, kind: 'website', locator: 'https://lumen.example', establishedBy: 'mutual' }
  const standing = { id: SHIP, kind: 'ship', withdrawn: false, claim: 'DERIVED', project, source }
  const claimsOf = (receipt: object) => receiptClaims({ ...standing, ...receipt } as never)
  test('are the record with its source, and a claim for each recorded fact', () => {
    const recorded = { title: 'v2', version: null, 'odd [key]': 3 }
    const shared = { kind: 'DERIVED', occurredAt: THEN, evidence: [SHIP] }
    expect(claimsOf({ occurredAt: THEN, observedAt: READ, recorded })).toEqual([
      {
        ...shared,
        words: 'composed',
        observedAt: READ,
        statement:
          'ship record of “Lumen” (slug lumen), read from website “https://lumen.example”, attributed by mutual.',
        value: { id: SHIP, kind: 'ship', source: SOURCE, establishedBy: 'mutual' },
      },
      { ...shared, statement: 'Recorded title: “v2”.', words: 'composed', value: 'v2' },
      { kind: 'UNKNOWN', statement: 'Recorded version: unknown.', words: 'service' },
      { ...shared, statement: 'Recorded “odd ［key］”: 3.', words: 'composed', value: 3 },
    ])
  })

  test('without a source, a time and facts are the record alone', () => {
    const bare = { source: null, project: undefined, claim: undefined, occurredAt: null, observedAt: null }
    const expected = [
      {
        kind: 'FACT',
        statement: 'ship record.',
        words: 'service',
        evidence: [SHIP],
        value: { id: SHIP, kind: 'ship' },
      },
    ]
    expect(claimsOf(bare)).toStrictEqual(expected)
    expect(claimsOf({ ...bare, source: undefined })).toStrictEqual(expected)
  })

  test.each<[string, object, readonly string[]]>([
    ['a deployment', { shipKind: 'deployment', url: null, version: null }, ['shipKind']],
    ['an upgrade that a log dates', { between: null, beacon: null, slot: null }, ['slot']],
    ['a release', { shipKind: 'release', url: null, version: null }, ['shipKind', 'url', 'version']],
    ['a code week', { shipKind: 'code_week', url: null, version: null }, ['shipKind', 'url']],
    ['a statement that stands', { supersededAt: null, url: 'a' }, ['url']],
  ])('of %s have no line for what does not apply to it', (_, recorded, told) => {
    const [, ...facts] = claimsOf({ occurredAt: THEN, recorded })
    const lines = told.map((name) => `Recorded ${name}`)
    expect(facts.map(({ statement }) => statement.split(':')[0])).toEqual(lines)
  })

  test('say that it is unknown when an undated record happened', () => {
    const [, between] = claimsOf({ occurredAt: null, recorded: { between: null } })
    expect(between).toMatchObject({ kind: 'UNKNOWN', statement: 'Recorded between: unknown.' })
  })

  test.each([
    [
      { withdrawnReason: 'It was *moved*.', withdrawnAt: READ },
      ': “It was ＊moved＊.”',
      { observedAt: READ },
    ],
    [{}, '', {}],
  ])('of a withdrawn record say that it is no evidence: %j', (given, why, times) => {
    expect(claimsOf({ ...given, withdrawn: true, recorded: { title: 'v2' } })).toStrictEqual([
      {
        kind: 'FACT',
        words: why === '' ? 'service' : 'composed',
        value: { withdrawn: true },
        statement: `ship record is withdrawn: no longer evidence, or no longer public${why}.`,
        ...times,
        evidence: [SHIP],
      },
    ])
  })
})

const CHECK = { valid: true, errors: [], svcEvidenceReason: 'all_stand', references: [], subject: null }
const checkClaims = (given: object) =>
  receiptCheckClaims({ ...CHECK, svcEvidenceStands: true, ...given } as never)

describe('the check of a receipt', () => {
  test.each([
    [true, 'FACT', 'true', { svcEvidenceStands: true }],
    ['partial', 'FACT', 'partial', { svcEvidenceStands: 'partial' }],
    [null, 'UNKNOWN', 'not checked', undefined],
  ])('whose evidence stands: %s', (svcEvidenceStands, kind, words, value) => {
    const [form, stands] = checkClaims({ svcEvidenceStands })
    expect(form).toMatchObject({ statement: 'The form of the receipt is valid.', value: { valid: true } })
    expect(stands).toEqual({
      kind,
      statement: `Evidence of this service stands: ${words} (all_stand).`,
      words: 'service',
      ...(value === undefined ? {} : { value }),
    })
  })

  test('names each fault with its place, and quotes it where the place has words of the receipt', () => {
    const errors = [
      { pointer: '', message: 'Expected an object' },
      { pointer: '/asOf', message: 'Expected an instant of `/asOf`.' },
      { pointer: '/do *this*', message: 'Unknown `/do *this*`' },
    ]
    const claims = checkClaims({ valid: false, errors })
    expect(claims.map(({ statement }) => statement)).toEqual([
      'The form of the receipt is not valid.',
      'Evidence of this service stands: true (all_stand).',
      'Fault at /: Expected an object',
      'Fault at /asOf: Expected an instant of `/asOf`.',
      'Fault at “/do ＊this＊”: “Unknown ｀/do ＊this＊｀”',
    ])
    expect(claims.slice(2).map(({ words }) => words)).toEqual(['service', 'service', 'composed'])
  })

  test('has the verdict on the subject and on each reference', () => {
    const subject = { status: 'stands', reason: 'published', project }
    const references = [
      { pointer: '/a', status: 'not_checked', reason: 'other_origin' },
      { pointer: '/b', status: 'gone', reason: 'withdrawn' },
    ]
    expect(checkClaims({ subject, references }).slice(2)).toEqual([
      {
        kind: 'FACT',
        words: 'composed',
        value: { status: 'stands', reason: 'published' },
        statement: 'Subject: stands (published), project “Lumen” (slug lumen).',
      },
      {
        kind: 'UNKNOWN',
        words: 'service',
        statement: 'Reference /a: not_checked (other_origin).',
      },
      {
        kind: 'FACT',
        words: 'service',
        value: { status: 'gone', reason: 'withdrawn' },
        statement: 'Reference /b: gone (withdrawn).',
      },
    ])
  })
})

const change = { pointer: '/a', status: 'exists', reason: 'standing_revision', revision: 2 }
test.each<[string, object, string, object]>([
  ['the standing revision', {}, '', {}],
  ['an older revision', { reason: 'older_revision' }, '; revision 2 stands', {}],
  [
    'another project',
    { otherProject: true },
    '; of another project than the subject',
    { otherProject: true },
  ],
  [
    'a time after the cutoff',
    { afterCutoff: true },
    '; first known after the evidence cutoff',
    { afterCutoff: true },
  ],
  [
    'other rules',
    { scoringVersion: 'differs' },
    '; of another version of the rules than now',
    { scoringVersion: 'differs' },
  ],
  ['the same rules', { scoringVersion: 'matches' }, '', { scoringVersion: 'matches' }],
])('the check of a receipt says of a reference to %s what REST says of it', (_, given, words, value) => {
  const reference = { ...change, ...given, detectedAt: READ }
  const [, , claim] = checkClaims({ references: [reference] })
  expect(claim?.statement).toBe(`Reference /a: exists (${reference.reason})${words}.`)
  expect(claim?.value).toEqual({ status: 'exists', reason: reference.reason, revision: 2, ...value })
  expect(claim?.observedAt).toBe(READ)
})

describe('the relations of a project', () => {
  const nodes = [
    { id: 'project', kind: 'project', name: 'Lumen' },
    { id: 'token', kind: 'token', name: 'LUM' },
  ]
  const edge = { kind: 'token', from: 'project', to: 'token', observedAt: READ, evidence: [SOURCE] }
  test('whose source does not count say so, with the reason in the words of its file', () => {
    const uncounted = { ...edge, state: 'FACT', notCountedReason: 'Another project counts it.' }
    const [first, second] = relationshipClaims({
      nodes,
      edges: [uncounted, { ...edge, state: 'FACT' }],
      notHeld: [],
    } as never)
    expect(first).toMatchObject({
      words: 'composed',
      statement:
        'project “Lumen” → token → token “LUM”. Its source does not count: “Another project counts it.”.',
      value: { notCountedReason: 'Another project counts it.' },
    })
    expect(second?.statement).toBe('project “Lumen” → token → token “LUM”.')
    expect(second?.value).not.toHaveProperty('notCountedReason')
  })

  test('are an edge a claim, with what is not recorded', () => {
    const edges = [
      { ...edge, state: 'DERIVED', rule: 'token.verification@1', tokenVerification: 'VERIFIED' },
      { ...edge, state: 'UNKNOWN', reason: 'STALE', observedAt: null },
    ]
    const notHeld = [{ kind: 'partner', reason: 'No partnership is recorded.' }]
    const value = { kind: 'token', from: 'project', to: 'token' }
    expect(relationshipClaims({ nodes, edges, notHeld } as never)).toStrictEqual([
      {
        kind: 'DERIVED',
        words: 'composed',
        value,
        rule: 'token.verification@1',
        statement: 'project “Lumen” → token → token “LUM” (VERIFIED).',
        observedAt: READ,
        evidence: [SOURCE],
      },
      {
        kind: 'UNKNOWN',
        statement: 'project “Lumen” → token → token “LUM”.',
        words: 'composed',
        value,
        reason: 'STALE',
        observedAt: null,
        evidence: [SOURCE],
      },
      {
        kind: 'UNKNOWN',
        words: 'service',
        statement: 'Not recorded: partner. No partnership is recorded.',
      },
    ])
  })

  test('to projects that it builds on have the statement, and unreviewed ones are unknown', () => {
    const other = { project: { slug: 'gantry', name: 'Gantry' }, statement: 'Uses it', observedAt: READ }
    const buildsOn = { state: 'MEASURED', items: [{ ...other, evidenceId: 'claim:1' }] }
    const builtOnBy = { state: 'NOT_RESEARCHED' }
    expect(builtOnClaims({ project, buildsOn, builtOnBy } as never)).toEqual([
      {
        kind: 'FACT',
        words: 'composed',
        value: { project: other.project },
        observedAt: READ,
        statement: 'lumen builds on “Gantry” (slug gantry): “Uses it”.',
        evidence: ['claim:1'],
      },
      {
        kind: 'UNKNOWN',
        words: 'service',
        reason: 'NOT_RESEARCHED',
        statement: 'lumen is built on by: no statement was reviewed; that says nothing of the project.',
      },
    ])
  })
})

describe('a ship', () => {
  const ship = {
    project,
    kind: 'release',
    displayTitle: 'v2 today',
    title: 'v2',
    source: { kind: 'github_repository' },
    backing: 'source-verified',
    evidenceId: SHIP,
    countsAs: 'release',
    precision: 'EXACT',
    occurredAt: THEN,
    detectedAt: READ,
    url: 'https://lumen.example/v2',
  }
  const told = (given: object) => shipClaim({ ...ship, ...given } as never)
  test('has what it counts as, its time and its address', () => {
    expect(told({})).toEqual({
      kind: 'DERIVED',
      rule: 'ships.counted@8',
      words: 'composed',
      occurredAt: THEN,
      precision: 'EXACT',
      observedAt: READ,
      statement:
        '“Lumen” (slug lumen): release “v2 today”; counts as release; source-verified by github_repository.',
      value: {
        project: ship.project,
        kind: 'release',
        title: 'v2',
        url: 'https://lumen.example/v2',
        countsAs: 'release',
        backing: 'source-verified',
      },
      evidence: [SHIP],
    })
  })

  test.each([
    [{ countsAs: null, notCountedReason: 'adds_nothing' }, 'does not count: adds_nothing'],
    [{ codeWeek: { partial: false, commits: 9 } }, '“v2 today”, 9 commits by people; counts'],
    [{ codeWeek: { partial: true, commits: 9 } }, '“v2 today”, at least 9 commits by people; counts'],
    [{ codeWeek: { partial: true, commits: 1 } }, '“v2 today”, at least 1 commit by people; counts'],
  ])('says so: %j', (given, words) => {
    expect(told(given).statement).toContain(words)
  })

  test('that was not evaluated yet is a fact without a verdict', () => {
    const ship = told({ countsAs: null, notCountedReason: 'not_evaluated' })
    expect([ship.kind, ship.rule]).toEqual(['FACT', undefined])
    expect(ship.value).not.toHaveProperty('countsAs')
    expect(ship.statement).toContain('“v2 today”; not evaluated yet; source-verified by')
  })

  test('without an address and a time has none', () => {
    const bare = told({ url: undefined, occurredAt: null })
    expect(bare).not.toHaveProperty('occurredAt')
    expect(bare.value).not.toHaveProperty('url')
  })
})

test.each([
  ['ship', 'FACT'],
  ['signal', 'DERIVED'],
  ['state', 'DERIVED'],
  ['integrity', 'DERIVED'],
  ['narrative', 'DERIVED'],
  ['lock', 'FACT'],
])('an entry of a timeline with the kind %s is %s', (kind, expected) => {
  const entry = { evidenceId: SHIP, kind, displayTitle: 'v2 today', title: 'v2', precision: 'OBSERVED' }
  expect(timelineClaim({ ...entry, occurredAt: null, detectedAt: READ } as never)).toEqual({
    kind: expected,
    statement: `${kind}: “v2 today”.`,
    words: 'composed',
    value: { kind, title: 'v2' },
    precision: 'OBSERVED',
    observedAt: READ,
    evidence: [SHIP],
  })
  expect(timelineClaim({ ...entry, occurredAt: THEN, detectedAt: READ } as never).occurredAt).toBe(THEN)
})
