import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import type { ContractUse, UsedDay } from '#domain/contracts/contract-use.ts'
import type { Method } from '#domain/contracts/method-calls.ts'
import {
  address,
  announcedBefore,
  drafts,
  evidenceOf,
  NOW,
  PROJECT_ID,
  source,
  sourceId,
  stream,
  uuid,
} from '#test/given/ledger-evidence.ts'
import type { LedgerEvidence } from './evidence.ts'
import { originOf } from './origin.ts'
import { draftsOf } from './rules.ts'

const EXPLORER = sourceId(9)
const explorer = source({
  id: EXPLORER,
  kind: 'explorer',
  counted: false,
  streams: [stream({ stream: 'method_use' })],
})
const place = (at: string, block: number, txIndex = 0) => ({
  block,
  txIndex,
  tx: `0x${block}`,
  at: toInstant(at),
})
const method = (given: Partial<Method>): Method => ({
  id: `method:${uuid(1)}`,
  sourceId: EXPLORER,
  contract: address(0xc),
  selector: '0x18178358',
  named: { signature: 'poke()', by: `abi:${uuid(2)}`, at: toInstant('2026-09-01T12:00:00Z') },
  first: place('2026-11-19T12:00:00.000Z', 100, 3),
  firstSinceCreation: true,
  resumptions: [],
  detectedAt: toInstant('2026-11-19T18:00:00Z'),
  withdrawn: false,
  ...given,
})
const day = (date: string, calls: number): UsedDay => ({
  day: date as UsedDay['day'],
  calls,
  methods: [`method:${uuid(1)}`],
})
const use = (given: Partial<ContractUse>): ContractUse => ({
  contract: address(0xc),
  answering: [{ code: address(0xc), from: null, to: null, decodable: true }],
  sourceId: EXPLORER,
  collected: {
    from: toInstant('2026-10-01T00:00:00Z'),
    sinceCreation: false,
    to: toInstant('2026-11-20T06:00:00Z'),
    readAt: toInstant('2026-11-20T06:05:00Z'),
    daysFrom: '2026-09-01' as UsedDay['day'],
  },
  days: [day('2026-11-03', 12), day('2026-11-10', 30)],
  ...given,
})
const draftsOfUse = (given: Partial<LedgerEvidence>) => drafts({ sources: [explorer], ...given })
const originNow = (draft: ReturnType<typeof draftsOfUse>[number]) =>
  originOf(draft, { bootstrap: false, publishedAt: toInstant('2026-08-12T12:00:00Z'), now: NOW })

test('the first call of a named method is dated by its block and cites method, interface and source', () => {
  const [first, ...others] = draftsOfUse({ methods: [method({})] })
  expect(others).toEqual([])
  expect(first).toMatchObject({
    id: `method:${uuid(1)}`,
    type: 'contract.method_first_observed',
    contract: address(0xc),
    occurredAt: '2026-11-19T12:00:00.000Z',
    detectedAt: '2026-11-19T18:00:00.000Z',
    precision: 'EXACT',
    facts: { method: 'poke()', selector: '0x18178358', block: 100, transaction: '0x100' },
    evidence: [`method:${uuid(1)}`, `abi:${uuid(2)}`, EXPLORER],
    order: [100, 3, 0],
  })
  expect(first && originNow(first)).toBe('live')
})

test('[R106] the signature in an event has no direction, blank or control character', () => {
  const named = { signature: '\u202Eevil\u3164(uint256)\u0000', by: `abi:${uuid(2)}` as const, at: NOW }
  const [first] = draftsOfUse({ methods: [method({ named })] })
  expect(first).toMatchObject({
    summary: `Method evil (uint256) of ${address(0xc)} called for the first time`,
    facts: { method: 'evil (uint256)' },
  })
})

test.each<[string, Partial<Method>]>([
  ['no interface names it', { named: null }],
  ['calls since its creation were not all read', { firstSinceCreation: false }],
  ['withdrawn', { withdrawn: true }],
])('does not announce a first call: %s', (_, given) => {
  expect(draftsOfUse({ methods: [method(given)] })).toEqual([])
})

test('has the origin backfill for a call before the contract was watched, and for a late name', () => {
  const old = draftsOfUse({ methods: [method({ first: place('2026-08-01T12:00:00.000Z', 5) })] })
  const named = method({}).named
  const late = draftsOfUse({
    methods: [method({ named: named && { ...named, at: toInstant('2026-11-27T12:00:00Z') } })],
  })
  expect([...old, ...late].map(originNow)).toEqual(['backfill', 'backfill'])
  expect(late[0]?.detectedAt).toBe('2026-11-27T12:00:00.000Z')
})

test('announces each call after a silence, also when the first call was not read', () => {
  const back = {
    ...place('2026-11-18T12:00:00.000Z', 90, 1),
    previousAt: toInstant('2026-10-10T10:00:00Z'),
    detectedAt: toInstant('2026-11-18T18:00:00Z'),
  }
  const again = { ...back, ...place('2026-11-19T12:00:00.000Z', 95) }
  const drafted = draftsOfUse({
    methods: [method({ firstSinceCreation: false, resumptions: [back, again] })],
  })
  expect(drafted).toMatchObject([
    {
      id: `method:${uuid(1)}:resumed:90:1`,
      type: 'contract.method_resumed',
      precision: 'EXACT',
      occurredAt: back.at,
      facts: { silentDays: 39, previousAt: back.previousAt },
    },
    { id: `method:${uuid(1)}:resumed:95:0` },
  ])
  expect(draftsOfUse({ methods: [method({ named: null, resumptions: [back] })] })).toEqual([])
})

test('a change of use to one call says so', () => {
  const days = [day('2026-11-03', 12), day('2026-11-10', 1)]
  const summaries = draftsOfUse({ uses: [use({ days })] }).map(({ summary }) => summary)
  expect(summaries.at(-1)).toMatch(/ changed: 1 call in the week of 2026-11-09, 12 in the week before$/)
})

test('a change of use covers one week, has both counts and cites the reading', () => {
  const drafted = draftsOfUse({ uses: [use({})] })
  expect(drafted).toMatchObject([
    { id: `${EXPLORER}:usage:2026-11-02`, facts: { calls: 12, callsBefore: 0 } },
    {
      id: `${EXPLORER}:usage:2026-11-09`,
      type: 'contract.usage_changed',
      precision: 'WINDOW',
      occurredAt: '2026-11-16T00:00:00.000Z',
      detectedAt: '2026-11-20T06:05:00.000Z',
      summary: expect.stringMatching(
        /^Use of 0x[0-9a-f]{40} changed: 30 calls in the week of 2026-11-09, 12 in the week before$/,
      ),
      facts: {
        calls: 30,
        callsBefore: 12,
        windowFrom: '2026-11-09T00:00:00.000Z',
        rule: 'contract.usage_changed@2',
      },
      evidence: [EXPLORER, `method:${uuid(1)}`],
    },
  ])
})

test.each<[string, Partial<ContractUse>]>([
  ['never read', { collected: null }],
  ['no interface', { answering: [{ code: address(0xc), from: null, to: null, decodable: false }] }],
  ['no call', { days: [] }],
])('announces no change of use: %s', (_, given) => {
  expect(draftsOfUse({ uses: [use(given)] })).toEqual([])
})

test('keeps an announced change of use when more calls are decoded later or its days are no longer loaded', () => {
  const announced = announcedBefore(draftsOfUse({ uses: [use({})] }))
  const more = use({ days: [day('2026-11-03', 12), day('2026-11-10', 40)] })
  expect(draftsOfUse({ announced, uses: [more] }).map(({ facts }) => facts['calls'])).toEqual([12, 30])
  expect(draftsOfUse({ announced, uses: [] })).toHaveLength(2)
})

test('returns no drafts for a hidden project', () => {
  const hidden = evidenceOf({
    projectId: PROJECT_ID,
    state: 'hidden',
    methods: [method({})],
    uses: [use({})],
  })
  expect(draftsOf(hidden, NOW)).toEqual([])
})
