import { createServer, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AnsweringServer, startAnsweringServer } from '#test/servers/answering-server.ts'
import { listenOnLoopback } from '#test/servers/loopback-server.ts'
import { check } from './check.ts'
import { entriesOf, type History } from './history.ts'
import { latencyOf } from './latency.ts'
import { record } from './record.ts'
import { mirrorSession, readerSession } from './sessions.ts'
import { type Fault, STANDBYS, simulateService } from './simulated-service.ts'

/** The number of events that a standby replays at once: more than are written between two replays. */
const REPLAYED_AT_ONCE = 100
/** The number of events that are written. At least `REQUESTS_A_ROUND` requests come before each. */
const ROUNDS = 30
const REQUESTS_A_ROUND = 8
/** Not a multiple of the number of nodes, because the nodes answer in turn. */
const MIRRORS = 19
const PER_SECOND = 250

let server: AnsweringServer
beforeEach(async () => {
  server = await startAnsweringServer()
})
afterEach(() => server[Symbol.asyncDispose]())

/**
 * Records mirrors, readers, appends and a hiding on a simulated service. One standby catches up now and then, the
 * others only with the hiding. An event is written after a number of requests, not after a time, and only while none of
 * its session's requests is on its way. So a busy machine records answers of a late standby too.
 */
async function recorded(fault?: Fault): Promise<History> {
  const service = simulateService(fault)
  const mirrors = Array.from({ length: MIRRORS }, (_, index) => mirrorSession(index))
  const sessions = [...mirrors, readerSession(MIRRORS, ['/api/projects/lumen'])]
  const onTheirWay = new Map(sessions.map(({ name }) => [name, 0]))
  const count = (name: string, by: 1 | -1) => onTheirWay.set(name, (onTheirWay.get(name) ?? 0) + by)
  let [requests, round, writesAt] = [0, 0, REQUESTS_A_ROUND]
  let hidden: Promise<unknown> = Promise.resolve()
  const write = () => {
    const session = `mirror ${(round + 1) % MIRRORS}`
    if (round === ROUNDS || requests < writesAt || onTheirWay.get(session) !== 0) return
    round += 1
    writesAt = requests + REQUESTS_A_ROUND
    const { id, position } = service.append(session, `event ${round}`, round % 3 === 0 ? 'lumen' : 'gantry')
    recording.wrote({ session, id, position })
    if (round === 15)
      hidden = recording.act({ slug: 'lumen', becomes: 'hidden' }, async () => {
        service.hide('lumen')
        return service.ledger().length
      })
    if (round === 20) service.settle()
  }
  server.answer = ({ url = '', headers }) => {
    requests += 1
    const node = requests % (STANDBYS + 1)
    if (requests % 11 === 0) service.replay(1, REPLAYED_AT_ONCE)
    write()
    const minPosition = Number(headers['min-position'] ?? '0')
    const session = sessions.find(({ name }) => name === headers['x-session'])?.name ?? ''
    const { status, position, body } = service.answer({ node, session, path: url, minPosition })
    count(session, -1)
    return { status, body, headers: { 'svc-position': `${position}` } }
  }
  const recording = record({
    origins: [server.url],
    sessions: sessions.map((session) => named(session, () => count(session.name, 1))),
    perSecond: PER_SECOND,
  })
  await expect
    .poll(() => requests, { interval: 5, timeout: 20_000 })
    .toBeGreaterThan((ROUNDS + 1) * REQUESTS_A_ROUND)
  await expect.poll(() => round, { interval: 5, timeout: 20_000 }).toBe(ROUNDS)
  await hidden
  return { entries: await recording.end(), ledger: service.ledger() }
}

/** The simulated service tells sessions apart by a header. */
const named = (session: ReturnType<typeof mirrorSession>, asks: () => void) => ({
  ...session,
  next: () => {
    asks()
    return { ...session.next(), headers: { 'x-session': session.name } }
  },
})

test('a recorded history of a right service has no finding, and its rate is that of the load', async () => {
  const history = await recorded()
  expect(check(history)).toEqual([])
  const exchanges = entriesOf(history, 'exchange')
  const intended = exchanges.map(({ intendedAt }) => intendedAt).toSorted((one, other) => one - other)
  expect(intended).toEqual(intended.map((_, index) => index * (1000 / PER_SECOND)))
  expect(exchanges.every(({ intendedAt, sentAt }) => sentAt >= intendedAt)).toBe(true)
  expect(exchanges.some(({ minPosition = 0 }) => minPosition > 20)).toBe(true)
  expect(latencyOf(exchanges).max).toBeGreaterThanOrEqual(latencyOf(exchanges).p50)
})

test.each<readonly [Fault, string]>([
  ['ignores the position of earlier answers', 'position goes back'],
  ['ignores the position of own writes', 'own write is not read'],
  ['leaves out an item', 'list is not a slice'],
  ['repeats an item', 'list is not a slice'],
  ['writes other bytes on a standby', 'equal position has other bytes'],
  ['shows a hidden project on a standby', 'hidden project is shown'],
])('a recorded service that %s: only "%s" is found', async (fault, property) => {
  const findings = check(await recorded(fault))
  expect([...new Set(findings.map((finding) => finding.property))]).toEqual([property])
})

test('a request is sent when it is due, though earlier answers are missing, and its latency counts from then', async () => {
  const waiting: ServerResponse[] = []
  const holding = createServer((_, response) => {
    waiting.push(response)
    if (waiting.length >= 10) for (const one of waiting) one.end('{}')
  })
  await using server = await listenOnLoopback(holding)
  const session = { name: 'one', next: () => ({ path: '/' }) }
  const recording = record({ origins: [server.url], sessions: [session], perSecond: 200 })
  await expect.poll(() => entriesOf(recording, 'exchange').length, { interval: 5 }).toBeGreaterThan(10)
  const exchanges = entriesOf({ entries: await recording.end() }, 'exchange')
  const [first] = exchanges.toSorted((one, other) => one.sentAt - other.sentAt)
  expect(exchanges.filter(({ sentAt }) => sentAt < (first?.endedAt ?? 0)).length).toBeGreaterThanOrEqual(10)
  // Ten requests come due in 45 ms.
  expect(latencyOf(exchanges).max).toBeGreaterThanOrEqual(44)
})

test('a machine that is too slow for the rate takes answers all the same', async () => {
  const next = () => {
    const until = performance.now() + 2000 / PER_SECOND
    while (performance.now() < until);
    return { path: '/' }
  }
  server.answer = () => ({ status: 200, body: '{}' })
  const recording = record({
    origins: [server.url],
    sessions: [{ name: 'one', next }],
    perSecond: PER_SECOND,
  })
  await expect.poll(() => recording.entries.length, { interval: 5 }).toBeGreaterThan(3)
  await recording.end()
})
