import fc from 'fast-check'
import { expect, test } from 'vitest'
import { check } from './check.ts'
import type { Property } from './finding.ts'
import type { Entry, Exchange, History } from './history.ts'
import { type Fault, STANDBYS, simulateService } from './simulated-service.ts'

const SESSIONS = ['first', 'second']
const SLUGS = ['lumen', 'gantry']
const IDS = ['a', 'b', 'c', 'd', 'e']
const PATHS = [
  '/api/changes?after=c1.0&limit=3',
  '/api/changes?after=c1.2&limit=10',
  '/api/projects/lumen',
  '/api/projects/gantry',
]

const command = fc.oneof(
  fc.record({
    does: fc.constant('append' as const),
    session: fc.constantFrom(...SESSIONS),
    id: fc.constantFrom(...IDS),
    slug: fc.constantFrom(...SLUGS),
  }),
  fc.record({ does: fc.constantFrom('hide' as const, 'publish' as const), slug: fc.constantFrom(...SLUGS) }),
  fc.record({ does: fc.constant('settle' as const) }),
  fc.record({
    does: fc.constant('replay' as const),
    node: fc.integer({ min: 1, max: STANDBYS }),
    steps: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({
    does: fc.constant('read' as const),
    session: fc.constantFrom(...SESSIONS),
    node: fc.integer({ min: 0, max: STANDBYS }),
    path: fc.constantFrom(...PATHS),
  }),
)
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never
/** Reads are much more frequent than all else. */
const commands = fc.array(
  fc.oneof(
    { arbitrary: command, weight: 2 },
    { arbitrary: command.filter(({ does }) => does === 'read'), weight: 3 },
  ),
  {
    minLength: 60,
    maxLength: 120,
  },
)

/** What two sessions see of a simulated service under these commands, one after the other. */
function historyOf(steps: readonly Command[], fault?: Fault): History {
  const service = simulateService(fault)
  const entries: Entry[] = []
  const positions = new Map<string, number>()
  const raise = (session: string, position: number) =>
    positions.set(session, Math.max(position, positions.get(session) ?? position))
  for (const [index, step] of steps.entries()) {
    const at = { begunAt: index, endedAt: index + 0.5 }
    if (step.does === 'append') {
      const { position } = service.append(step.session, `${step.slug}:${step.id}`, step.slug)
      entries.push({
        kind: 'append',
        session: step.session,
        id: `${step.slug}:${step.id}`,
        position,
        endedAt: at.endedAt,
      })
      raise(step.session, position)
    } else if (step.does === 'replay') service.replay(step.node, step.steps)
    else if (step.does === 'settle') service.settle()
    else if (step.does === 'read') {
      const minPosition = positions.get(step.session)
      const { session, path } = step
      const asked = { ...step, ...(minPosition !== undefined && { minPosition }) }
      const answer = service.answer(asked)
      entries.push(
        exchange({ session, path, sentAt: at.begunAt, endedAt: at.endedAt, minPosition, ...answer }),
      )
      if (answer.position !== undefined) raise(session, answer.position)
    } else {
      service[step.does](step.slug)
      const becomes = step.does === 'hide' ? ('hidden' as const) : ('published' as const)
      entries.push({ kind: 'visibility', slug: step.slug, becomes, position: service.ledger().length, ...at })
    }
  }
  return { entries, ledger: service.ledger() }
}

function exchange(given: Partial<Exchange>): Exchange {
  return {
    kind: 'exchange',
    session: 'first',
    intendedAt: 0,
    sentAt: 1,
    endedAt: 2,
    method: 'GET',
    path: '/api/projects/lumen',
    minPosition: 0,
    status: 200,
    position: 0,
    saysWhen: false,
    body: '{}',
    ...given,
  }
}

const propertiesOf = (history: History) => [...new Set(check(history).map(({ property }) => property))]

test('a history of a right service has no finding', () => {
  fc.assert(
    fc.property(commands, (steps) => {
      expect(check(historyOf(steps))).toEqual([])
    }),
    { numRuns: 100 },
  )
})

const FOUND: readonly (readonly [Fault, Property])[] = [
  ['ignores the position of earlier answers', 'position goes back'],
  ['ignores the position of own writes', 'own write is not read'],
  ['leaves out an item', 'list is not a slice'],
  ['repeats an item', 'list is not a slice'],
  ['writes other bytes on a standby', 'equal position has other bytes'],
  ['shows a hidden project on a standby', 'hidden project is shown'],
]

test.each(FOUND)('a service that %s: only "%s" is found', (fault, property) => {
  const found = fc
    .sample(commands, { numRuns: 60, seed: 1 })
    .map((steps) => propertiesOf(historyOf(steps, fault)))
  expect([...new Set(found.flat())]).toEqual([property])
  expect(found.filter((properties) => properties.length > 0).length).toBeGreaterThan(5)
})

const row = (position: number, id: string, revision = 1) => ({
  position,
  id,
  revision,
  op: 'upsert',
  recordedAt: '2026-11-20T12:00:00Z',
  slug: 'lumen',
})
const list = (ids: readonly string[], nextCursor: string) =>
  JSON.stringify({ items: ids.map((id) => ({ id, revision: 1, op: 'upsert' })), nextCursor })

test('an acknowledged event that the ledger does not have at the end is lost', () => {
  const append = { kind: 'append', session: 'first', id: 'a', position: 2, endedAt: 0 } as const
  expect(propertiesOf({ entries: [append], ledger: [row(1, 'a')] })).toEqual(['acknowledged event is lost'])
  expect(propertiesOf({ entries: [append], ledger: [row(1, 'b'), row(2, 'a')] })).toEqual([])
})

test('a ledger has every position, and no row is recorded before the row ahead of it', () => {
  const found = (...ledger: History['ledger']) => propertiesOf({ entries: [], ledger })
  const later = { ...row(2, 'b'), recordedAt: '2026-11-20T12:00:01Z' }
  expect(found(row(1, 'a'), row(2, 'b'))).toEqual([])
  expect(found(row(1, 'a'), later)).toEqual([])
  expect(found(row(1, 'a'), later, row(3, 'c'))).toEqual(['ledger is out of order'])
  expect(found(row(1, 'a'), row(3, 'c'))).toEqual(['ledger is out of order'])
  expect(found(row(2, 'a'))).toEqual(['ledger is out of order'])
})

test('a part shows the revisions as they stood at its position, and may end only at its limit or the head', () => {
  const ledger = [row(1, 'a'), row(2, 'b'), row(3, 'a', 2)]
  const path = '/api/changes?after=c1.0&limit=2'
  const read = (position: number, body: string) =>
    propertiesOf({ entries: [exchange({ path, position, body })], ledger })
  expect(read(2, list(['a', 'b'], 'c1.2'))).toEqual([])
  expect(read(1, list(['a'], 'c1.1'))).toEqual([])
  expect(read(2, list(['a'], 'c1.1'))).toEqual(['list is not a slice'])
  expect(read(3, list(['a', 'b'], 'c1.2'))).toEqual(['list is not a slice'])
  expect(read(2, list(['a', 'b'], 'c1.1'))).toEqual(['list is not a slice'])
})

test('answers that overlap the hiding may be of before and of after it', () => {
  const act = {
    kind: 'visibility',
    slug: 'lumen',
    becomes: 'hidden',
    position: 0,
    begunAt: 10,
    endedAt: 20,
  } as const
  const read = (sentAt: number, endedAt: number) =>
    propertiesOf({ entries: [act, exchange({ sentAt, endedAt, body: '{"slug":"lumen"}' })], ledger: [] })
  expect([read(5, 11), read(12, 13), read(19, 40)]).toEqual([[], [], []])
  expect(read(21, 22)).toEqual(['hidden project is shown'])
})

test('requests of a session that overlap have no order', () => {
  const early = exchange({ sentAt: 1, endedAt: 10, position: 7 })
  const late = (sentAt: number) => exchange({ sentAt, endedAt: 20, position: 6, minPosition: 5 })
  expect(propertiesOf({ entries: [early, late(9)], ledger: [] })).toEqual([])
  expect(propertiesOf({ entries: [early, late(11)], ledger: [] })).toEqual(['position goes back'])
})

test('a subscription that a session created, changed or removed is read so', () => {
  const subscription = (status: string) => JSON.stringify({ id: 'one', status })
  const created = exchange({
    method: 'POST',
    path: '/api/webhooks',
    status: 201,
    body: subscription('active'),
  })
  const changed = exchange({
    method: 'PATCH',
    path: '/api/webhooks/one',
    body: subscription('disabled'),
    sentAt: 3,
    endedAt: 4,
  })
  const removed = exchange({ method: 'DELETE', path: '/api/webhooks/one', body: '', sentAt: 5, endedAt: 6 })
  const read = (sentAt: number, status: number, body: string) =>
    propertiesOf({
      entries: [
        created,
        changed,
        removed,
        exchange({ path: '/api/webhooks/one', sentAt, endedAt: sentAt + 0.1, status, body }),
      ],
      ledger: [],
    })
  expect(read(2.5, 200, subscription('active'))).toEqual([])
  expect(read(2.5, 404, '{}')).toEqual(['own write is not read'])
  expect(read(4.5, 200, subscription('disabled'))).toEqual([])
  expect(read(4.5, 200, subscription('active'))).toEqual(['own write is not read'])
  expect(read(7, 404, '{}')).toEqual([])
  expect(read(7, 200, subscription('disabled'))).toEqual(['own write is not read'])
})

test.each([
  [503, true, []],
  [503, false, ['read failed']],
  [500, true, ['read failed']],
  [400, false, ['read failed']],
  [0, false, ['read failed']],
  [404, false, []],
])('an answer %i, with retry-after: %s, has the findings %j', (status, saysWhen, found) => {
  expect(
    propertiesOf({ entries: [exchange({ status, saysWhen, position: undefined })], ledger: [] }),
  ).toEqual(found)
})
