import { expect, test } from 'vitest'
import { readClaims } from '#client/answers.ts'
import { type Claim, Known, Unknown } from '#client/claim.ts'
import { OPERATIONS } from '#client/generated/operations.ts'
import type { ChangeList, PartnerCard, ProjectList, ScanAnswer } from '#client/index.ts'

const field = 'meaningful_ships_30d'
const unknown = new Unknown('NO_SOURCE', field) as Claim<number>
const known = new Known(0, field) as Claim<number>

/** The claim as a caller without types uses it: as a plain number. */
const untyped = (claim: Claim<number>) => claim as unknown as number
const COERCIONS: readonly (readonly [string, (claim: number) => unknown])[] = [
  ['a sum', (claim) => claim + 1],
  ['a text', (claim) => `${claim}`],
  ['a text by concat', (claim) => 'ships: '.concat(String(claim))],
  ['a comparison', (claim) => claim > 0],
  ['a sign', (claim) => -claim],
  ['Number()', (claim) => Number(claim)],
  ['String()', (claim) => String(claim)],
  ['Math.max', (claim) => Math.max(claim, 1)],
  ['a key', (claim) => ({ [claim]: 1 })],
  ['join', (claim) => [claim].join()],
  ['a date', (claim) => new Date(claim)],
]

test.each(COERCIONS)('%s of a claim throws, known or not', (_, coerce) => {
  for (const claim of [unknown, known]) expect(() => coerce(untyped(claim))).toThrow(/is a claim: ask/)
})

test('the value of an unknown throws instead of being undefined', () => {
  expect(() => Reflect.get(unknown, 'value')).toThrow('meaningful_ships_30d is a claim')
})

test('an unknown is never equal to zero, false, nothing or an empty list', () => {
  for (const value of [0, false, null, undefined, '', 'none', Number.NaN])
    expect((unknown as unknown) === value).toBe(false)
})

test('a known zero and an unknown differ, and each says what it is', () => {
  expect([known.known, known.known && known.value, known.or(7)]).toEqual([true, 0, 0])
  expect([unknown.known, !unknown.known && unknown.reason, unknown.or(7)]).toEqual([false, 'NO_SOURCE', 7])
  expect(JSON.stringify({ known, unknown })).toBe('{"known":0,"unknown":null}')
})

const shapeOf = (operation: keyof typeof OPERATIONS) => Number(OPERATIONS[operation].split(' ')[2])

test('null and absent fields of an answer become unknowns with the reason of their note', () => {
  const card = readClaims(
    {
      meaningful_ships_30d: null,
      repo_url: 'https://code.example/lumen',
      svc_status: 'UNKNOWN',
      market_status: { status: 'INSUFFICIENT_DATA', observed_at: null },
      claims: {
        meaningful_ships_30d: { kind: 'UNKNOWN', reason: 'SOURCE_UNAVAILABLE' },
        repo_url: { kind: 'FACT', evidence: ['source:1'] },
      },
    },
    shapeOf('getPartnerCard'),
  ) as PartnerCard
  expect(card.meaningful_ships_30d).toMatchObject({ known: false, reason: 'SOURCE_UNAVAILABLE' })
  expect(card.repo_url).toMatchObject({ known: true, value: 'https://code.example/lumen' })
  expect(card.repo_url.note?.evidence).toEqual(['source:1'])
  expect(card.last_commit).toMatchObject({ known: false, reason: undefined })
  expect(card.market_status.observed_at.known).toBe(false)
  expect(card.svc_status).toBe('UNKNOWN')
})

test('known fields within known fields are read, and the end of a list stays null', () => {
  const item = { slug: 'lumen', lastShip: { title: 'v1', occurredAt: null } }
  const list = readClaims(
    { items: [item], available: true, total: 0, nextOffset: null },
    shapeOf('listProjects'),
  ) as ProjectList
  const [card] = list.items
  expect(list.total).toMatchObject({ known: true, value: 0 })
  expect(list.nextOffset).toBe(null)
  expect(card?.slug).toBe('lumen')
  expect(card?.liquidity.known).toBe(false)
  const { lastShip } = card ?? expect.unreachable()
  expect(lastShip.known && [lastShip.value.title, lastShip.value.occurredAt.known]).toEqual(['v1', false])
})

test('a retraction has no fields to be unknown, and an upsert has', () => {
  const tombstone = { id: 'ship:1', revision: 2, op: 'retract', recordedAt: '2026-11-22T10:00:00.000Z' }
  const upsert = { ...tombstone, op: 'upsert', type: 'build.release', occurredAt: null }
  const list = readClaims({ items: [tombstone, upsert] }, shapeOf('listChanges')) as ChangeList
  const [retracted, standing] = list.items
  expect(retracted).toEqual(tombstone)
  expect(standing?.op === 'upsert' && standing.occurredAt.known).toBe(false)
})

test('one scan and a list of scans are told apart', () => {
  const one = readClaims({ found: true, status: null }, shapeOf('scanTokens')) as ScanAnswer
  const several = readClaims({ items: [{ found: false }] }, shapeOf('scanTokens')) as ScanAnswer
  expect('items' in one || one.status.known).toBe(false)
  expect('items' in several && several.items[0]?.status.known).toBe(false)
})
