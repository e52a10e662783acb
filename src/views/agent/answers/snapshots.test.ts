import { describe, expect, test } from 'vitest'
import { derived, fact, unknown } from '#contract/claim.ts'
import type { ContractAddress, Slug } from '#contract/ids.ts'
import { KNOWN, RELEASE, release, SOURCE } from '#test/given/card-evidence.ts'
import * as given from '#test/given/described-project.ts'
import { dossier } from '../../project/dossier.ts'
import { snapshot } from '../../project/snapshot.ts'
import type { Named } from '../subject.ts'
import { comparedAnswer } from './compared.ts'
import { researchAnswer, statusAnswer } from './research.ts'
import { verifiedAnswer } from './verified.ts'

const READ = given.READ_AT
const NOW = given.DESCRIBED_AT
const site = { baseUrl: 'https://svc.example' }
const at = (path: string) => `https://svc.example/api/projects/lumen${path}`
const OTHER = `0x${'b'.repeat(40)}` as ContractAddress
const named: Named = { slug: 'lumen' as Slug, name: 'Lu*men', matchedBy: 'name', words: 'Lu*men' } as never
const query = { text: 'asked' } as never
const NOTHING = unknown('STALE')
type Given = Parameters<typeof given.snapshotRecord>[0]
const of = (record: Given = {}) => snapshot(given.snapshotRecord(record), { now: NOW, site })
const token = given.ANSWERED_TOKEN
const known = of({ token, score: given.RANKED, changes: [] })
const CITED = '“Lumen” (https://svc.example/projects/lumen)'
const asked = (shown: typeof known) => ({ named, query, snapshot: shown })
const verdict = (status: string) => ({
  ...KNOWN,
  tokenVerification: derived({ status, reason: 'x' } as never, 'token.verification@1', [SOURCE]),
})

describe('every answer from a snapshot', () => {
  test('has its subject, its evaluation, the providers and a citation', () => {
    const freshness = [{ provider: 'github', lastReadAt: READ }] as never
    expect(
      researchAnswer(asked({ ...known, freshness: { asOf: NOW, providers: freshness } }), site),
    ).toMatchObject({
      capability: 'research_project',
      query,
      asOf: NOW,
      freshness: [{ provider: 'github', lastReadAt: READ }],
      subject: {
        slug: 'lumen',
        name: 'Lu＊men',
        url: 'https://svc.example/projects/lumen',
        matchedBy: 'name',
        contract: `4663:${given.TOKEN}`,
        matchedWords: 'Lu＊men',
      },
      data: { scoringVersion: known.scoringVersion },
      citation: {
        text: expect.stringContaining(CITED),
        references: expect.arrayContaining([
          { type: 'snapshot', project: 'lumen', asOf: NOW, scoringVersion: known.scoringVersion },
        ]),
      },
    })
  })

  test('of a project that was never evaluated names no evaluation', () => {
    const answer = statusAnswer(asked(of({ scoredAt: null })), site)
    expect(answer).not.toHaveProperty('asOf')
    expect(answer.freshness).toEqual([])
    expect(answer.subject).not.toHaveProperty('contract')
    expect(answer.citation.references.filter(({ type }) => type === 'snapshot')).toEqual([])
  })
})

describe('the research of a project', () => {
  test('says its status, its token and how much is measured, with every read that says more', () => {
    const answer = researchAnswer(asked(known), site)
    expect(answer.answer).toBe(
      '“Lumen” has the activity status SHIPPING (Shipping). Token verification: VERIFIED. Market status, as context: LIVE, read at 2026-11-19T10:00:00.000Z. 4 of 6 dimensions are measured.',
    )
    expect(answer.links).toEqual([
      { name: 'Snapshot', url: at('/snapshot') },
      { name: 'Dossier', url: at('') },
      { name: 'Coverage', url: at('/coverage') },
      { name: 'Timeline', url: at('/timeline') },
      { name: 'Explanations', url: at('/explain') },
      { name: 'Changes', url: 'https://svc.example/api/changes?project=lumen' },
    ])
    expect(answer.unknowns.map(({ category }) => category)).toEqual([
      'verified_source',
      'locks',
      'market.valuation',
    ])
    expect(answer.truncated).toBe(false)
  })

  test('says that its token and its market are not known, or that it has none', () => {
    const evidence = { ...verdict('VERIFIED'), tokenVerification: NOTHING, market: NOTHING }
    const unread = of({ token, evidence })
    const { status: _, ...market } = unread.market
    expect(researchAnswer(asked({ ...unread, market } as never), site).answer).toContain(
      'Token verification: unknown. Market status, as context: unknown.',
    )
    expect(researchAnswer(asked(of()), site).answer).toContain('No token is published with it.')
  })

  test('whose changes are not available names none', () => {
    const answer = researchAnswer(asked({ ...known, latestChanges: { available: false } } as never), site)
    expect(answer.claims).toEqual(researchAnswer(asked(known), site).claims)
    expect(answer.claims.some(({ statement }) => statement.startsWith('Event state:'))).toBe(false)
    expect(answer.truncated).toBe(false)
  })

  test('names the three newest changes and says where the others are', () => {
    const event = (n: number) => ({
      id: `state:${n}`,
      revision: 1,
      op: 'retract',
      recordedAt: READ,
    })
    const changes = [1, 2, 3, 4].map(event) as never
    const told = (given: number) =>
      researchAnswer(asked(of({ changes: (changes as object[]).slice(0, given) as never })), site)
    expect(told(3).truncated).toBe(false)
    const cut = told(4)
    expect(
      cut.claims.filter(({ statement }) => statement.startsWith('Event state:')).map(({ value }) => value),
    ).toEqual([1, 2, 3].map((n) => ({ eventId: `state:${n}`, revision: 1 })))
    expect(cut.next).toBe(
      `GET https://svc.example/api/agent/what_changed?project=lumen lists its newest changes, GET ${at('/snapshot')} every figure.`,
    )
    expect(cut.truncated).toBe(true)
  })
})

describe('the status of a builder', () => {
  test('says what was shipped last and when', () => {
    const answer = statusAnswer(asked(known), site)
    expect(answer).toMatchObject({
      capability: 'builder_status',
      answer:
        '“Lumen” has the activity status SHIPPING (Shipping). Its last counted ship is the release “v2.4.0” of 2026-11-18.',
      truncated: false,
      unknowns: [{ category: 'verified_source' }],
    })
    expect(answer.links).toEqual([
      { name: 'Snapshot', url: at('/snapshot') },
      { name: 'Timeline', url: at('/timeline') },
      { name: 'Explanations', url: at('/explain') },
      { name: 'Ships in the ledger', url: 'https://svc.example/api/changes?project=lumen&domain=build' },
    ])
  })

  test.each<[string, Given, string]>([
    [
      'has no time',
      {
        evidence: { ...KNOWN, latestMeaningfulShip: fact({ ...release, occurredAt: null }, [RELEASE], READ) },
      },
      'Its last counted ship is the release “v2.4.0”.',
    ],
    ['is not known', { evidence: { ...KNOWN, latestMeaningfulShip: NOTHING } }, 'No counted ship is known.'],
    [
      'is not measured',
      { evidence: { ...KNOWN, latestMeaningfulShip: NOTHING, activityMeasured: false } },
      'No counted ship is known. Its building was not watched for long enough yet.',
    ],
  ])('whose last ship %s says so', (_, record, words) => {
    expect(statusAnswer(asked(of(record)), site).answer.endsWith(`(Shipping). ${words}`)).toBe(true)
  })

  test('names the unknown facts of building alone', () => {
    const evidence = { ...KNOWN, activity: NOTHING, market: NOTHING, researchLevel: NOTHING }
    const unread = of({ token, evidence, score: { ...given.RANKED, momentum: NOTHING, gap: NOTHING } })
    expect(statusAnswer(asked(unread), site).unknowns.map(({ category }) => category)).toEqual([
      'verified_source',
      'activity.status',
      'build.momentum',
      'discovery_gap',
    ])
  })

  test('a token that names another project is not linked to the activity', () => {
    const answer = statusAnswer(asked(of({ token, evidence: verdict('MISMATCH') as typeof KNOWN })), site)
    expect(answer.answer).toContain(
      "(Shipping); the activity is the project's and is not linked to this token.",
    )
  })
})

describe('the verification of a project', () => {
  const source = {
    id: SOURCE,
    kind: 'website',
    locator: 'l',
    url: null,
    establishedBy: 'mutual',
    establishedUrl: null,
  }
  const verified = (shown: typeof known, contract?: ContractAddress, sources = 0) => {
    const list = Array.from({ length: sources }, () => ({ ...source, counted: true, attachedAt: READ }))
    const read = dossier(
      { ...given.describedProject(), sources: [], statements: [], ships: [] },
      { now: NOW, site },
    )
    return verifiedAnswer({ ...asked(shown), dossier: { ...read, sources: list as never }, contract }, site)
  }
  const LEVEL = 'Its research level is VERIFIED_BUILDER. This is no audit, and no verdict on the token.'
  const TOKEN = `4663:${given.TOKEN}`
  test.each([
    ['VERIFIED', `The project “Lumen” itself names the token ${TOKEN} (VERIFIED).`],
    ['UNVERIFIED', `No word of the project “Lumen” for the token ${TOKEN} is on record (UNVERIFIED).`],
    ['MISMATCH', `The project “Lumen” names another contract than the token ${TOKEN} (MISMATCH).`],
  ])('whose token is %s', (status, words) => {
    const shown = of({ token, evidence: verdict(status) as typeof KNOWN })
    expect(verified(shown).answer).toBe(`${words} ${LEVEL}`)
    expect(verified(shown, given.TOKEN).answer).toBe(`${words} ${LEVEL}`)
  })

  test('says that a contract is not its token, that it has none, or that nothing is known', () => {
    expect(verified(known, OTHER).answer).toBe(
      `The contract 4663:${OTHER} is not the token that “Lumen” is published with; that is ${TOKEN}. ${LEVEL}`,
    )
    expect(verified(of(), OTHER).answer).toBe(`No token is published with “Lumen”. ${LEVEL}`)
    const unread = of({ token, evidence: { ...KNOWN, tokenVerification: NOTHING, researchLevel: NOTHING } })
    expect(verified(unread).answer).toBe(
      `Whether “Lumen” names the token ${TOKEN} is not known. Its research level is not concluded. This is no audit, and no verdict on the token.`,
    )
    expect(verified(unread).unknowns.map(({ category }) => category)).toEqual([
      'verified_source',
      'token.verification',
      'research.level',
    ])
  })

  test('names at most eight grounds, and says where the others are', () => {
    const grounds = (sources: number) => {
      const { claims, truncated } = verified(known, undefined, sources)
      return [claims.filter(({ statement }) => statement.startsWith('Source')).length, truncated]
    }
    expect([grounds(8), grounds(9)]).toEqual([
      [8, false],
      [8, true],
    ])
    const { next, links, capability } = verified(known, undefined, 9)
    expect([capability, next]).toEqual(['verify_project', `GET ${at('')} lists every source and statement.`])
    expect(links.map(({ url }) => url)).toEqual([at(''), at('/coverage'), at('/explain')])
  })
})

describe('what was read last and is not read now', () => {
  const at = given.READ_AT
  const old = (state: 'STALE' | 'SOURCE_UNAVAILABLE') => ({ state, observedAt: at })
  const unread = (state: 'STALE' | 'SOURCE_UNAVAILABLE') =>
    of({
      token,
      evidence: {
        ...KNOWN,
        coverage: {
          ...KNOWN.coverage,
          building: old(state),
          market: old(state),
          token_verification: old(state),
        },
      },
    })
  const LATER = 'what changed since is not known.'
  test.each(['STALE', 'SOURCE_UNAVAILABLE'] as const)(
    'is told with its time, and only what changed since is unknown: %s',
    (state) => {
      const answer = researchAnswer(asked(unread(state)), site)
      expect(answer.answer).toContain(
        `has the activity status SHIPPING (Shipping), read in full up to ${at}. Token verification: VERIFIED, last read at ${at}. Market status, as context: LIVE, read at 2026-11-19T10:00:00.000Z.`,
      )
      const statements = answer.unknowns.map(({ statement }) => statement)
      expect(statements).toEqual(
        expect.arrayContaining([
          `Its building was read in full up to ${at}; what else changed since is not known.`,
          `Its market was last read at ${at}; ${LATER}`,
          `What the project says of this token was last read at ${at}; ${LATER}`,
        ]),
      )
      expect(statements).not.toContain('What it builds is not known.')
      expect(answer.claims.find(({ statement }) => statement === 'Market status: LIVE.')).toMatchObject({
        observedAt: '2026-11-19T10:00:00.000Z',
        freshness: state,
      })
    },
  )

  test('names the time beside the verification and in a comparison', () => {
    const shown = unread('STALE')
    const read = dossier(
      { ...given.describedProject(), sources: [], statements: [], ships: [] },
      { now: NOW, site },
    )
    const verified = verifiedAnswer({ ...asked(shown), dossier: read, contract: undefined }, site)
    expect(verified.answer).toContain(`(VERIFIED, last read at ${at}).`)
    const { coverage } = shown
    const items = [{ ...read, coverage }, read]
    const compared = comparedAnswer({ query, comparison: { items } as never }, site)
    expect(compared.answer).toMatch(
      new RegExp(`^“Lumen” is SHIPPING, read in full up to ${at}, “Lumen” is SHIPPING\\.`),
    )
  })

  test('without a time, or of which nothing was read, is not known', () => {
    const never = of({
      token,
      evidence: {
        ...KNOWN,
        coverage: { ...KNOWN.coverage, market: { state: 'SOURCE_UNAVAILABLE', observedAt: null } },
      },
    })
    expect(researchAnswer(asked(never), site).unknowns.map(({ statement }) => statement)).toContain(
      'Its market is not known.',
    )
  })
})

describe('a comparison', () => {
  const item = (slug: string, record: Given = {}) => ({
    ...dossier(
      {
        ...given.describedProject(record),
        slug: slug as Slug,
        name: slug,
        sources: [],
        statements: [],
        ships: [],
      },
      { now: NOW, site },
    ),
  })
  const unread = { ...KNOWN.coverage, building: { state: 'STALE', observedAt: null } as const }
  const items = [item('lumen'), item('gantry', { scoredAt: READ, evidence: { ...KNOWN, coverage: unread } })]
  const compared = (list: unknown[]) => comparedAnswer({ query, comparison: { items: list } as never }, site)
  test('says each status in the order of the question, as of the oldest evaluation', () => {
    const answer = compared(items)
    expect(answer).toMatchObject({
      capability: 'compare_builders',
      answer:
        '“lumen” is SHIPPING, “gantry” is SHIPPING. The order is that of the question, and no project wins.',
      asOf: READ,
      truncated: false,
      data: {},
      freshness: [],
      links: [{ name: 'Comparison', url: 'https://svc.example/api/compare?slugs=lumen,gantry' }],
      unknowns: [{ category: 'building', project: 'gantry', reason: 'STALE' }],
    })
    expect(answer.unknowns).toHaveLength(1)
    expect(answer.citation.text).toContain('“lumen” (https://svc.example/projects/lumen) and “gantry” (')
    expect(answer.citation.references.filter(({ type }) => type === 'snapshot')).toHaveLength(2)
  })

  test('of projects that were never evaluated has no time', () => {
    expect(compared([item('lumen', { scoredAt: null })])).not.toHaveProperty('asOf')
  })
})
