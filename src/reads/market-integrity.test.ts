import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addMs, HOUR_MS, type Instant } from '#contract/time.ts'
import { scoringVersion } from '#domain/scoring-version.ts'
import { runLedger } from '#ledger/write.ts'
import { inTransaction } from '#records/database.ts'
import { savePublication } from '#records/market/integrity.ts'
import * as given from '#test/given/records.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()
beforeAll(async () => {
  await service.database
    .updateTable('ledger_state')
    .set({ first_run_at: hours(-9_000) })
    .execute()
})

let projectId: string
let slug: string
beforeEach(async () => {
  await flip('withheld', hours(-100))
  const project = await given.aProject({}, service.database)
  projectId = project.id
  slug = project.slug
})

const hours = (count: number): Instant => addMs(NOW, count * HOUR_MS)
const flip = (marketIntegrity: 'published' | 'withheld', now: Instant) =>
  inTransaction(service.database, (writer) => savePublication({ marketIntegrity, now }, writer))

/** Replaces the current conclusion; returns the key of the new one. */
async function concluded(status: 'OBSERVED' | 'NONE_OBSERVED', at: Instant): Promise<string> {
  const id = randomUUID()
  const reasons = status === 'OBSERVED' ? ['providers_disagree', 'implausible_turnover'] : []
  const fact = 'market_integrity.state'
  await service.database
    .updateTable('evaluations')
    .set({ superseded_at: at })
    .where('project_id', '=', projectId)
    .where('superseded_at', 'is', null)
    .execute()
  await given.anEvaluation(
    {
      id,
      fact,
      project_id: projectId,
      rule: 'market_integrity.state@4',
      evaluated_at: at,
      value: JSON.stringify({ status, reasons, since: at }),
    },
    service.database,
  )
  return id
}

async function run(now: Instant) {
  await given.markDue([projectId], service.database, now)
  await runLedger({ now }, { database: service.database })
}

async function changes(): Promise<readonly Record<string, unknown>[]> {
  const { body } = await service.get(`/api/changes?project=${slug}&after=c1.0`)
  const listed = body['items'] as readonly Record<string, unknown>[]
  return listed.filter(({ type }) => type !== 'research.published')
}
const browsed = async () =>
  (await service.get(`/api/changes?type=market_integrity.event&project=${slug}`)).body['items']
const receipt = (id: string) =>
  service.get(`/api/evidence/${encodeURIComponent(id)}`, { 'x-request-id': 'same' })

test('answers as if a withheld conclusion did not exist', async () => {
  await concluded('NONE_OBSERVED', hours(-3))
  const key = await concluded('OBSERVED', hours(-2))
  await run(hours(-1))
  expect(await changes()).toEqual([])
  const never = await receipt(`integrity:${randomUUID()}`)
  expect(never.status).toBe(404)
  for (const id of [`integrity:${key}`, `state:${key}`]) {
    expect(await receipt(id)).toMatchObject({ status: 404, text: never.text })
  }
})

describe('while withheld, explain and coverage', () => {
  const facts = ['explain?fact=market_integrity.state', 'explain', 'coverage'] as const
  const answersOf = async (asked: number) => {
    const by = { 'x-request-id': 'same' }
    const answers = await Promise.all(
      facts.map((path) =>
        service.get(`/api/projects/${slug}/${path}${path.includes('?') ? '&' : '?'}asked=${asked}`, by),
      ),
    )
    // The second in which an answer was sent says nothing of a state.
    return answers.map(({ status, headers: { date: _date, ...headers }, text }) => ({
      status,
      headers,
      text,
    }))
  }

  test('have identical bytes and headers whatever the state', async () => {
    const never = await answersOf(0)
    await concluded('NONE_OBSERVED', hours(-5))
    const none = await answersOf(1)
    await concluded('OBSERVED', hours(-4))
    const observed = await answersOf(2)
    await service.database
      .updateTable('evaluations')
      .set({ state: 'STALE', value: null, supported_until: null, evidence: [] })
      .where('project_id', '=', projectId)
      .execute()
    expect([none, observed, await answersOf(3)]).toEqual([never, never, never])
    const [explained] = never
    expect(JSON.parse(String(explained?.text))).toEqual({
      project: { slug, name: 'Lumen', url: `https://svc.example/projects/${slug}` },
      scoringVersion: scoringVersion(),
      fact: 'market_integrity.state',
      state: 'UNKNOWN',
      reason: 'WITHHELD',
      meaning: expect.any(String),
      rule: expect.objectContaining({ id: 'market_integrity.state@4' }),
      ignoredParameters: ['asked'],
      disclaimer: expect.any(String),
    })
  })

  test('tell the state once it is published, with a conclusion that resolves [contract evidence prefix integrity]', async () => {
    const key = await concluded('OBSERVED', hours(-4))
    const before = await answersOf(4)
    await flip('published', hours(-3))
    const [explained, , covered] = (await answersOf(5)).map(({ text }) => JSON.parse(text))
    expect(explained).toMatchObject({
      state: 'DERIVED',
      value: 'OBSERVED',
      conclusion: `integrity:${key}`,
      detail: { reasons: ['providers_disagree', 'implausible_turnover'], since: hours(-4) },
    })
    expect((await receipt(explained.conclusion)).status).toBe(200)
    expect(covered.facts.at(-1)).toMatchObject({
      fact: 'market_integrity.state',
      state: 'MEASURED',
      since: hours(-4),
    })
    await flip('withheld', hours(-2))
    expect(await answersOf(6)).toEqual(before)
  })
})

test('publishes earlier conclusions as bootstrap and later ones as live, each with a receipt', async () => {
  await concluded('NONE_OBSERVED', hours(-5))
  const before = await concluded('OBSERVED', hours(-4))
  expect(await flip('published', hours(-3))).toBe(true)
  expect(await flip('published', hours(-3))).toBe(false)
  const after = await concluded('NONE_OBSERVED', hours(-2))
  await run(hours(-1))
  expect(await changes()).toMatchObject([
    {
      id: `integrity:${before}`,
      type: 'market_integrity.event',
      domain: 'market_integrity',
      origin: 'backfill',
      occurredAt: null,
      precision: 'OBSERVED',
      summary: 'Market integrity moved from NONE_OBSERVED to OBSERVED',
      facts: { from: 'NONE_OBSERVED', to: 'OBSERVED', reason: 'providers_disagree, implausible_turnover' },
    },
    { id: `integrity:${after}`, origin: 'live', facts: { from: 'OBSERVED', to: 'NONE_OBSERVED' } },
  ])
  const { body } = await receipt(`integrity:${before}`)
  expect(body).toMatchObject({
    kind: 'integrity',
    claim: 'DERIVED',
    withdrawn: false,
    recorded: { fact: 'market_integrity.state', value: { status: 'OBSERVED' }, rederived: false },
  })
  expect((await receipt(`state:${before}`)).status).toBe(404)
})

test('hides a conclusion at once when it is withheld again, then retracts it; publishing it again is not a new change', async () => {
  await flip('published', hours(-6))
  await concluded('NONE_OBSERVED', hours(-5))
  const key = await concluded('OBSERVED', hours(-4))
  await run(hours(-4))
  expect(await changes()).toMatchObject([{ op: 'upsert', origin: 'live' }])
  await flip('withheld', hours(-3))
  expect(await changes()).toEqual([])
  expect(await browsed()).toEqual([])
  expect((await receipt(`integrity:${key}`)).status).toBe(404)
  await runLedger({ now: hours(-3) }, { database: service.database })
  expect(await changes()).toEqual([
    { id: `integrity:${key}`, op: 'retract', revision: 2, recordedAt: expect.any(String) },
  ])
  await flip('published', hours(-2))
  await runLedger({ now: hours(-2) }, { database: service.database })
  expect(await changes()).toMatchObject([
    { id: `integrity:${key}`, op: 'upsert', revision: 3, origin: 'backfill' },
  ])
})

test('the receipt of a hidden project names nothing while published and is 404 while withheld', async () => {
  const key = await concluded('NONE_OBSERVED', hours(-4))
  const at = { state: 'hidden', hidden_at: hours(-1) }
  await service.database.updateTable('projects').set(at).where('id', '=', projectId).execute()
  expect((await receipt(`integrity:${key}`)).status).toBe(404)
  await flip('published', hours(-3))
  expect((await receipt(`integrity:${key}`)).body).toEqual({
    id: `integrity:${key}`,
    kind: 'integrity',
    withdrawn: true,
  })
})
