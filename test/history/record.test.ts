import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AnsweringServer, startAnsweringServer } from '../answering-server.ts'
import { check } from './check.ts'
import { entriesOf, type History } from './history.ts'
import { latencyOf } from './latency.ts'
import { record } from './record.ts'
import { mirrorSession, readerSession } from './sessions.ts'
import { type Fault, STANDBYS, simulateService } from './simulated-service.ts'

/** More than is written meanwhile. */
const REPLAYED_AT_ONCE = 100

let server: AnsweringServer
beforeEach(async () => {
  server = await startAnsweringServer()
})
afterEach(() => server[Symbol.asyncDispose]())

/** Records mirrors, readers, appends and a hiding on a simulated service, whose standbys catch up now and then. */
async function recorded(fault?: Fault): Promise<History> {
  const service = simulateService(fault)
  const sessions = [mirrorSession(0), mirrorSession(1), readerSession(2, ['/api/projects/lumen'])]
  let requests = 0
  server.answer = ({ url = '', headers }) => {
    requests += 1
    const node = Math.floor(requests / sessions.length) % (STANDBYS + 1)
    if (requests % 11 === 0) service.replay(1 + (requests % STANDBYS), REPLAYED_AT_ONCE)
    const minPosition = Number(headers['min-position'] ?? '0')
    const session = sessions.find(({ name }) => name === headers['x-session'])?.name ?? ''
    const { status, position, body } = service.answer({ node, session, path: url, minPosition })
    return { status, body, headers: { 'svc-position': `${position}` } }
  }
  const recording = record({ origins: [server.url], sessions: sessions.map(named), perSecond: 500 })
  const answers = () => entriesOf(recording, 'exchange').length
  for (let round = 1; round <= 30; round += 1) {
    const session = `mirror ${round % 2}`
    const { id, position } = service.append(session, `event ${round}`, round % 3 === 0 ? 'lumen' : 'gantry')
    recording.wrote({ session, id, position })
    await expect.poll(answers, { interval: 5 }).toBeGreaterThan(round * 8)
    if (round === 15)
      await recording.act({ slug: 'lumen', becomes: 'hidden' }, async () => {
        service.hide('lumen')
        return service.ledger().length
      })
    if (round === 20) service.settle()
  }
  return { entries: await recording.end(), ledger: service.ledger() }
}

/** The simulated service tells sessions apart by a header. */
const named = (session: ReturnType<typeof mirrorSession>) => ({
  ...session,
  next: () => ({ ...session.next(), headers: { 'x-session': session.name } }),
})

test('a recorded history of a right service has no finding, and its rate is that of the load', async () => {
  const history = await recorded()
  expect(check(history)).toEqual([])
  const exchanges = entriesOf(history, 'exchange')
  const intended = exchanges.map(({ intendedAt }) => intendedAt).toSorted((one, other) => one - other)
  expect(intended).toEqual(intended.map((_, index) => index * 2))
  expect(exchanges.every(({ intendedAt, sentAt }) => sentAt >= intendedAt)).toBe(true)
  expect(exchanges.some(({ minPosition = 0 }) => minPosition > 20)).toBe(true)
  expect(latencyOf(exchanges).max).toBeGreaterThanOrEqual(latencyOf(exchanges).p50)
})

test.each<readonly [Fault, string]>([
  ['ignores the position of earlier answers', 'position goes back'],
  ['ignores the position of own writes', 'own write is not read'],
  ['leaves out an item', 'page is not a slice'],
  ['repeats an item', 'page is not a slice'],
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
  }).listen(0, '127.0.0.1')
  await once(holding, 'listening')
  const { port } = holding.address() as AddressInfo
  const session = { name: 'one', next: () => ({ path: '/' }) }
  const recording = record({ origins: [`http://127.0.0.1:${port}`], sessions: [session], perSecond: 200 })
  await expect.poll(() => entriesOf(recording, 'exchange').length, { interval: 5 }).toBeGreaterThan(10)
  const exchanges = entriesOf({ entries: await recording.end() }, 'exchange')
  holding.close()
  holding.closeAllConnections()
  const [first] = exchanges.toSorted((one, other) => one.sentAt - other.sentAt)
  expect(exchanges.filter(({ sentAt }) => sentAt < (first?.endedAt ?? 0)).length).toBeGreaterThanOrEqual(10)
  // Ten requests come due in 45 ms.
  expect(latencyOf(exchanges).max).toBeGreaterThanOrEqual(44)
})
