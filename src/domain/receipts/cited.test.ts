import { describe, expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import type { AgentResearchReceipt, ResearchReference } from '#contract/shapes/research-receipt.ts'
import { toInstant } from '#contract/time.ts'
import {
  type CitedRecords,
  evidenceStands,
  getCited,
  judgeReference,
  judgeSubject,
  lookupsOf,
  noticeOf,
  receiptSubjectOf,
} from './cited.ts'

const UUID = '3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b11'
const LIMIT = 25
const evidence = (id: string): ResearchReference => ({ type: 'service_evidence', id })
const change = (revision: number, id = `ship:${UUID}`): ResearchReference => ({
  type: 'change_event',
  id,
  revision,
})
const snapshot = (project: string): ResearchReference => ({
  type: 'snapshot',
  project,
  asOf: '2026-11-20T10:00:00Z',
})
const market: ResearchReference = {
  type: 'market_observation',
  project: 'lumen',
  provider: 'dexscreener',
  figure: 'price',
  valueUsd: 1,
  observedAt: '2026-11-20T10:00:00Z',
}
const url: ResearchReference = {
  type: 'external_url',
  url: 'https://lumen.example',
  retrievedAt: '2026-11-20T10:00:00Z',
}
const answer: ResearchReference = {
  type: 'agent_answer',
  agentId: 'other',
  answeredAt: '2026-11-20T10:00:00Z',
}
const lumen = { slug: 'lumen' as Slug, name: 'Lumen' }
const found: CitedRecords = {
  evidence: new Map([
    [`ship:${UUID}`, { withdrawn: false }],
    [`lock:4663:7`, { withdrawn: true }],
  ]),
  changes: new Map([
    [`ship:${UUID}`, { revision: 3, retracted: false }],
    ['gone', { revision: 2, retracted: true }],
  ]),
  projects: new Map([['lumen', lumen]]),
}
const receiptOf = (...references: ResearchReference[]) =>
  ({
    claims: [
      { kind: 'JUDGEMENT', statement: 'a' },
      { kind: 'FACT', statement: 'b', references },
    ],
  }) as unknown as AgentResearchReceipt
const judge = (...references: ResearchReference[]) => {
  const cited = getCited(receiptOf(...references))
  const lookups = lookupsOf(cited, LIMIT)
  return cited.map(({ reference }) => judgeReference(reference, { lookups, found }))
}

describe('a reference', () => {
  test.each<[string, ResearchReference, string, string]>([
    ['recorded evidence', evidence(`ship:${UUID}`), 'exists', 'recorded'],
    ['withdrawn evidence', evidence('lock:4663:7'), 'withdrawn', 'record_withdrawn'],
    ['unknown evidence', evidence(`claim:${UUID}`), 'not_found', 'not_recorded'],
    ['the id of a change event', evidence(`source:${UUID}:added`), 'invalid_id', 'change_event_id'],
    [
      'the id of an event with a longer suffix',
      evidence(`source:${UUID}:unavailable:1763546400`),
      'invalid_id',
      'change_event_id',
    ],
    ['another prefix', evidence(`thing:${UUID}`), 'invalid_id', 'not_an_evidence_id'],
    ['another form', evidence('ship:1'), 'invalid_id', 'not_an_evidence_id'],
    ['a word', evidence('ship'), 'invalid_id', 'not_an_evidence_id'],
    ['the standing revision', change(3), 'exists', 'standing_revision'],
    ['an older revision', change(2), 'revised', 'older_revision'],
    ['a future revision', change(4), 'not_found', 'future_revision'],
    ['a retracted event', change(2, 'gone'), 'withdrawn', 'retracted'],
    ['an unknown event', change(1, 'none'), 'not_found', 'not_recorded'],
    ['a snapshot', snapshot('lumen'), 'project_exists', 'as_of_not_verified'],
    ['a snapshot of no project', snapshot('none'), 'not_found', 'not_published'],
    ['a market observation', market, 'not_checked', 'figures_not_compared'],
    ['an external address', url, 'not_checked', 'never_fetched'],
    ['an answer of an agent', answer, 'not_checked', 'answers_not_stored'],
  ])('to %s', (_, reference, status, reason) => {
    expect(judge(reference)).toMatchObject([{ status, reason }])
  })

  test('to a change names its standing revision, but not that of a retracted one', () => {
    const revisions = judge(change(2), change(4), change(2, 'gone')).map((verdict) => verdict.revision)
    expect(revisions).toEqual([3, 3, undefined])
  })

  test('has its place among the claims', () => {
    expect(getCited(receiptOf(url, market)).map(({ pointer }) => pointer)).toEqual([
      '/claims/1/references/0',
      '/claims/1/references/1',
    ])
  })
})

describe('lookups', () => {
  const unknown = Array.from({ length: 30 }, (_, index) => change(1, `event-${index}`))
  test('are at most 25; a reference after them is not checked', () => {
    const verdicts = judge(...unknown, evidence(`ship:${UUID}`), snapshot('lumen'))
    const statuses = verdicts.map(({ status }) => status)
    expect(statuses.slice(0, 25)).toEqual(Array.from({ length: 25 }, () => 'not_found'))
    expect(new Set(verdicts.slice(25).map(({ reason }) => reason))).toEqual(
      new Set(['beyond_the_lookups_of_a_call']),
    )
  })
  test('count what is cited twice once, and what needs no lookup not at all', () => {
    const free = [url, market, answer, evidence('ship:1'), evidence(`source:${UUID}:added`)]
    const verdicts = judge(...free, ...unknown.slice(0, 24), ...unknown.slice(0, 24), change(3))
    expect(verdicts.at(-1)).toMatchObject({ status: 'exists' })
    expect(judge(...free, ...unknown.slice(0, 25), change(3)).at(-1)).toMatchObject({ status: 'not_checked' })
  })
})

describe('the evidence of the service', () => {
  const ok = evidence(`ship:${UUID}`)
  test.each<[string, readonly ResearchReference[], unknown, string]>([
    ['stands when every reference does', [ok, change(3), url], true, 'all_checked_and_standing'],
    ['is partial with a snapshot', [ok, snapshot('lumen')], 'partial', 'some_not_checked'],
    ['is partial with a snapshot alone', [snapshot('lumen')], 'partial', 'some_not_checked'],
    ['is partial with a market observation', [ok, market], 'partial', 'some_not_checked'],
    ['is null where none was checked', [market, url], null, 'none_checked'],
    ['is null without a reference', [], null, 'no_service_reference'],
    ['is null with other references alone', [url, answer], null, 'no_service_reference'],
    ['is false for an unknown id', [ok, evidence(`claim:${UUID}`)], false, 'some_do_not_stand'],
    ['is false for an older revision', [change(2)], false, 'some_do_not_stand'],
    ['is false for an invalid id', [evidence('ship:1')], false, 'some_do_not_stand'],
    ['is false for a withdrawn record', [evidence('lock:4663:7'), market], false, 'some_do_not_stand'],
  ])('[agents 47] %s', (_, references, stands, reason) => {
    const verdicts = judge(...references)
    const checked = references.map(({ type }, index) => ({
      type,
      status: verdicts[index]?.status ?? 'exists',
    }))
    expect(evidenceStands(checked)).toEqual([stands, reason])
  })
})

describe('a subject', () => {
  const ofSubject = (subjectType: 'project' | 'token' | 'other', subject: string) =>
    receiptSubjectOf({ ...receiptOf(), subjectType, subject })
  test.each([
    ['project', 'lumen', { slug: 'lumen' }],
    ['project', 'Lumen Labs', { verdict: { status: 'invalid_id', reason: 'not_a_slug' } }],
    ['token', `0x${'A'.repeat(40)}`, { address: `0x${'a'.repeat(40)}` }],
    ['token', 'LUM', { verdict: { status: 'invalid_id', reason: 'not_an_address' } }],
    ['other', 'lumen', { verdict: { status: 'not_checked', reason: 'not_of_this_service' } }],
  ] as const)('%s %s', (type, subject, expected) => {
    expect(ofSubject(type, subject)).toEqual(expected)
  })
  test('is published, or like one that never was', () => {
    expect(judgeSubject(lumen)).toEqual({ status: 'project_exists', reason: 'published', project: lumen })
    expect(judgeSubject(undefined)).toEqual({ status: 'not_found', reason: 'not_published' })
  })
})

describe('[R128] a checked reference', () => {
  const other = { slug: 'gantry' as Slug, name: 'Gantry' }
  const [before, cutoff, after] = ['09:00', '10:00', '11:00'].map((at) => toInstant(`2026-11-20T${at}:00Z`))
  const found: CitedRecords = {
    evidence: new Map([[`ship:${UUID}`, { withdrawn: false, project: other, detectedAt: after ?? null }]]),
    changes: new Map([
      ['event', { revision: 3, retracted: false, project: lumen, detectedAt: before ?? null }],
      ['gone', { revision: 2, retracted: true, project: lumen, detectedAt: before ?? null }],
    ]),
    projects: new Map(),
  }
  const judged = (reference: ResearchReference) => {
    const lookups = lookupsOf(getCited(receiptOf(reference)), 25)
    return judgeReference(reference, { lookups, found })
  }
  test('names the project and the time of its record, but nothing of a retracted event', () => {
    expect(judged(evidence(`ship:${UUID}`))).toMatchObject({ project: other, detectedAt: after })
    expect(judged(change(3, 'event'))).toMatchObject({ project: lumen, detectedAt: before })
    expect(judged(change(2, 'gone'))).toEqual({ status: 'withdrawn', reason: 'retracted' })
  })
  test.each([
    ['of the subject, before the cutoff', { project: lumen, detectedAt: before }, {}],
    ['of the subject, at the cutoff', { project: lumen, detectedAt: cutoff }, {}],
    ['of another project', { project: other, detectedAt: before }, { otherProject: true }],
    ['after the cutoff', { project: lumen, detectedAt: after }, { afterCutoff: true }],
    [
      'of another project, after the cutoff',
      { project: other, detectedAt: after },
      { otherProject: true, afterCutoff: true },
    ],
    ['of no project and no known time', { detectedAt: null }, {}],
  ])('is noticed when it is %s', (_, record, expected) => {
    expect(noticeOf(record as never, { subject: lumen, evidenceCutoff: cutoff })).toEqual(expected)
  })
  test('is not compared with a subject or a cutoff that is unknown', () => {
    expect(
      noticeOf(
        { project: other, detectedAt: after ?? null },
        { subject: undefined, evidenceCutoff: undefined },
      ),
    ).toEqual({})
  })
})
