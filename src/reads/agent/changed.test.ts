import { expect, test } from 'vitest'
import type { AgentAnswer } from '#contract/shapes/agent-answer.ts'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import type { ChangeDraft } from '#domain/ledger/draft.ts'
import { append } from '#ledger/append.ts'
import { inTransaction } from '#records/database.ts'
import { saveProjectState } from '#records/project/projects.ts'
import { DEFAULT_NOW as NOW } from '#test/given/records.ts'
import { aFinding, aWatchedProject, browseAll, fileLedger, writeFindings } from '#test/webhooks/ledger.ts'
import { onOneSnapshot } from '../deps.ts'
import { readAgentCapability } from './answer-capability.ts'

const opened = await fileLedger({ maxConnections: 24 })

const asks = onOneSnapshot(readAgentCapability)
type Asked = Parameters<typeof readAgentCapability>[0]
function ask(asked: Partial<Asked>): Promise<AgentAnswer> {
  const deps = { now: NOW, site: { baseUrl: 'https://svc.example' }, reader: opened.database }
  return asks(
    { capability: 'what_changed', ignoredParameters: [], ...asked },
    { ...deps, checked: (_, answer) => answer },
  )
}
const after = (resume: string | undefined) => ({
  after: { mode: 'sync' as const, position: Number(String(resume).slice(3)) },
})

type Copy = Map<string, number>
type Seen = Set<string>

/** Applies an answer's claims to a copy. Expects that no revision comes twice. */
function take({ claims }: AgentAnswer, copy: Copy, seen: Seen): void {
  for (const { statement, value } of claims) {
    const { eventId, revision } = value as { eventId: string; revision: number }
    const key = `${eventId} ${revision}`
    expect([key, seen.has(key)]).toEqual([key, false])
    seen.add(key)
    if (statement.startsWith(`Event ${eventId} was withdrawn`)) copy.delete(eventId)
    else copy.set(eventId, revision)
  }
}

test('[agents 65] going on from data.resume during parallel writers leaves no gap and repeats nothing [contract agent contract what_changed.data.resume]', async () => {
  const { project } = await aWatchedProject(opened.database)
  let writing = true
  const read = async (): Promise<Copy> => {
    const copy: Copy = new Map()
    const seen: Seen = new Set()
    let resume: string | undefined = 'c1.0'
    let isBehind = true
    while (isBehind) {
      const mayGrow = writing
      const answer: AgentAnswer = await ask(after(resume))
      take(answer, copy, seen)
      expect(answer.data.total).toBeGreaterThanOrEqual(answer.claims.length)
      expect(answer.truncated).toBe(Number(answer.data.total) > answer.claims.length)
      resume = answer.data.resume
      isBehind = mayGrow || answer.claims.length > 0
    }
    return copy
  }
  const readers = [read(), read()]
  const findings = { rounds: 15, among: 30, projectId: project.id }
  await Promise.all(
    Array.from({ length: 4 }, (_, writer) => writeFindings({ writer, ...findings }, opened.database)),
  )
  writing = false
  const current = await browseAll({ limit: 50 }, opened.database)
  const expected = new Map(current.map(({ id, revision }) => [id, revision]))
  const readAfterwards = read()
  for (const copy of await Promise.all([...readers, readAfterwards])) expect(copy).toEqual(expected)
})

test('[agents 65] the days and what follows data.resume meet without a gap or a repeat', async () => {
  const { project } = await aWatchedProject(opened.database)
  const publishedAt = addMs(NOW, -30 * DAY_MS)
  const add = (...numbers: number[]) =>
    inTransaction(opened.database, (writer) =>
      append(
        {
          events: numbers.map((n) => ({
            draft: aFinding(n, `n ${n}`),
            projectId: project.id,
            publishedAt,
          })),
          retractions: [],
          now: NOW,
        },
        writer,
      ),
    )
  await add(101, 102)
  const first = await ask({ project: project.slug, days: 7 })
  expect(first.data).toMatchObject({ total: 2, byType: { 'build.accelerating': 2 } })
  await add(103)
  const next = await ask({ project: project.slug, ...after(first.data.resume) })
  expect(next.data.byType).toEqual({ 'build.accelerating': 1 })
  expect(next.claims.map(({ statement }) => statement)).toEqual([expect.stringContaining('“n 103”')])
  const last = await ask({ project: project.slug, ...after(next.data.resume) })
  expect([last.data.total, last.claims, last.data.resume]).toEqual([0, [], next.data.resume])
})

test('a change that cannot be shown is passed: data.resume is after it', async () => {
  const { project } = await aWatchedProject(opened.database)
  const of = { projectId: project.id, publishedAt: addMs(NOW, -30 * DAY_MS) }
  const unshown = (n: number): ChangeDraft => ({
    ...aFinding(n, `n ${n}`),
    type: 'build.code_activity',
    facts: { codeWeek: { weekStart: 'never' } },
  })
  const events = [unshown(201), aFinding(202, 'n 202'), unshown(203)].map((draft) => ({ draft, ...of }))
  await inTransaction(opened.database, (writer) => append({ events, retractions: [], now: NOW }, writer))
  const answer = await ask({ project: project.slug, ...after('c1.0') })
  expect(answer.claims.map(({ statement }) => statement)).toEqual([expect.stringContaining('“n 202”')])
  const next = await ask({ project: project.slug, ...after(answer.data.resume) })
  expect([answer.data.total, next.data.total]).toEqual([3, 0])
})

test('the total is true beyond the listed ones, by type and by origin', async () => {
  const { project } = await aWatchedProject(opened.database)
  const publishedAt = addMs(NOW, -30 * DAY_MS)
  const events = Array.from({ length: 23 }, (_, n) => ({
    draft: aFinding(200 + n, `n ${n}`),
    projectId: project.id,
    publishedAt,
  }))
  await inTransaction(opened.database, (writer) => append({ events, retractions: [], now: NOW }, writer))
  const answer = await ask({ project: project.slug })
  expect([answer.claims.length, answer.truncated, answer.data.total]).toEqual([10, true, 23])
  expect(Object.values(answer.data.byOrigin ?? {}).reduce((sum, one) => sum + one, 0)).toBe(23)
  expect(answer.next).toContain(`/api/changes?project=${project.slug}`)
})

test('[agents 65] of ten events of the longest words, data.resume passes none that is left out', async () => {
  const widest = String.fromCodePoint(0x1d400)
  const { project } = await aWatchedProject(opened.database)
  await opened.database
    .updateTable('projects')
    .set({ name: widest.repeat(120) })
    .where('id', '=', project.id)
    .execute()
  const [first, ...others] = [501, 502, 503, 504].map((n) => aFinding(n, '').evidence[0])
  if (first === undefined) throw new Error('nothing is cited')
  const evidence: ChangeDraft['evidence'] = [first, ...others]
  const events = Array.from({ length: 10 }, (_, n) => ({
    draft: { ...aFinding(510 + n, widest.repeat(300)), evidence },
    projectId: project.id,
    publishedAt: NOW,
  }))
  const before = await ask({})
  await inTransaction(opened.database, (writer) => append({ events, retractions: [], now: NOW }, writer))
  const answer = await ask(after(before.data.resume))
  expect([answer.data.total, answer.truncated]).toEqual([10, true])
  const rest = await ask(after(answer.data.resume))
  expect([answer.claims.length + rest.claims.length, rest.truncated]).toEqual([10, false])
})

test('an empty span says that it is no finding, and has no number where nobody recorded it', async () => {
  const { project } = await aWatchedProject(opened.database)
  const long = { first_run_at: addMs(NOW, -30 * DAY_MS), last_run_at: NOW }
  await opened.database.updateTable('ledger_state').set(long).execute()
  const registered = async (created_at: Instant) => {
    await opened.database.updateTable('projects').set({ created_at }).where('id', '=', project.id).execute()
    return ask({ project: project.slug })
  }
  const yesterday = addMs(NOW, -DAY_MS)
  const young = await registered(yesterday)
  expect([young.status, young.data.total, young.data.byType]).toEqual(['unknown', undefined, undefined])
  expect(young.unknowns[0]?.statement).toContain(`Changes are recorded from ${yesterday} on.`)
  const answer = await registered(addMs(NOW, -8 * DAY_MS))
  expect([answer.data.total, answer.data.byType]).toEqual([0, {}])
  expect(answer.unknowns[0]?.doNotConclude).toMatch(/^Do not conclude that nothing happened/)
})

test('events of a project that was just hidden are neither counted nor passed', async () => {
  const { project } = await aWatchedProject(opened.database)
  const event = { draft: aFinding(300, 'hidden'), projectId: project.id, publishedAt: NOW }
  const before = await ask({})
  await inTransaction(opened.database, (writer) =>
    append({ events: [event], retractions: [], now: NOW }, writer),
  )
  await inTransaction(opened.database, (writer) =>
    saveProjectState({ id: project.id, state: 'hidden', now: NOW }, writer),
  )
  const days = await ask({})
  expect(days.data.total).toBe(before.data.total)
  const next = await ask(after(before.data.resume))
  expect([next.data.total, next.claims, next.data.resume]).toEqual([0, [], before.data.resume])
})

test('events of withheld market integrity are neither counted nor passed, and those before them are', async () => {
  const { project } = await aWatchedProject(opened.database)
  const before = await ask({})
  const withheld: ChangeDraft = {
    ...aFinding(401, 'withheld'),
    id: 'integrity:3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b41',
    type: 'market_integrity.event',
  }
  for (const event of [aFinding(400, 'first'), withheld, aFinding(402, 'last')])
    await inTransaction(opened.database, (writer) =>
      append(
        {
          events: [{ draft: event, projectId: project.id, publishedAt: NOW }],
          retractions: [],
          now: NOW,
        },
        writer,
      ),
    )
  for (const of of [{}, { project: project.slug }]) {
    const answer = await ask({ ...of, ...after(before.data.resume) })
    expect(answer.data).toMatchObject({ total: 1, byType: { 'build.accelerating': 1 } })
    expect(answer.claims.map(({ statement }) => statement)).toEqual([expect.stringContaining('“first”')])
    const next = await ask({ ...of, ...after(answer.data.resume) })
    expect([next.data.total, next.claims, next.data.resume]).toEqual([0, [], answer.data.resume])
  }
})

test('a retraction counts under its own type and under no origin, also of an event of the history', async () => {
  const { project } = await aWatchedProject(opened.database)
  const projectId = String(project.id)
  const old = { ...aFinding(901, 'of the history'), detectedAt: addMs(NOW, -60 * DAY_MS) }
  const add = (events: readonly ChangeDraft[], retracted: readonly string[]) =>
    inTransaction(opened.database, (writer) =>
      append(
        {
          events: events.map((draft) => ({ draft, projectId, publishedAt: addMs(NOW, -30 * DAY_MS) })),
          retractions: retracted.map((id) => ({ id, because: 'withdrawn' as const })),
          now: NOW,
        },
        writer,
      ),
    )
  const { data: start } = await ask({ days: 1 })
  await add([old], [])
  const { data: written } = await ask(after(start.resume))
  await add([], [old.id])
  const { data: withdrawn } = await ask(after(written.resume))
  expect(written).toMatchObject({ byType: { 'build.accelerating': 1 }, byOrigin: { backfill: 1 }, total: 1 })
  expect(withdrawn).toMatchObject({ byType: { 'event.retracted': 1 }, total: 1 })
  expect(withdrawn.byOrigin).toEqual({})
})
