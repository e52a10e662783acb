import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { EvidenceId } from '#contract/ids.ts'
import type { ResearchReference } from '#contract/shapes/research-receipt.ts'
import { addMs, DAY_MS } from '#contract/time.ts'
import { scoringVersion } from '#domain/scoring-version.ts'
import { retractProject } from '#ledger/retract.ts'
import { runLedger } from '#ledger/write.ts'
import { inTransaction } from '#records/database.ts'
import { lockForLedger } from '#records/project/work.ts'
import * as given from '#test/given/records.ts'
import { receiptOf } from '#test/given/research-receipt.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { aWatchedProject, runFor } from '#test/webhooks/ledger.ts'

const NOW = given.DEFAULT_NOW
const POST = 'POST /api/receipts/validate'
const AS_OF = '2026-11-18T10:00:00Z'

const service = await httpServiceOfFile()
beforeAll(async () => {
  await runLedger({ now: addMs(NOW, -DAY_MS) }, { database: service.database })
})

const validate = async (body: unknown) => {
  const answer = await service.send(POST, { body })
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  return answer.body as {
    readonly valid: boolean
    readonly errors: readonly { readonly pointer: string; readonly inSchema: boolean }[]
    readonly references: readonly Record<string, unknown>[]
    readonly [field: string]: unknown
  }
}
const check = async (...references: ResearchReference[]) => validate(receiptOf(references))
const evidence = (id: string): ResearchReference => ({ type: 'service_evidence', id })
const change = (id: string, revision: number): ResearchReference => ({ type: 'change_event', id, revision })
const verdicts = ({ references }: { readonly references: readonly Record<string, unknown>[] }) =>
  references.map(({ status, reason }) => [status, reason])

/** A published project with one release that the ledger has announced. */
async function aReleasedProject() {
  const watched = await aWatchedProject(service.database)
  const released = await given.aShip(watched.ship, service.database)
  await runFor(watched.project.id, service.database)
  return {
    id: String(watched.project.id),
    slug: watched.project.slug,
    ship: `ship:${released.id}` as EvidenceId,
  }
}
const hide = (id: string) =>
  service.database
    .updateTable('projects')
    .set({ state: 'hidden', hidden_at: NOW })
    .where('id', '=', id)
    .execute()
const retract = (id: string) =>
  inTransaction(service.database, async (writer) => {
    await lockForLedger([id], writer)
    await retractProject({ projectId: id, now: NOW }, writer)
  })
const withdraw = async (ship: string) => {
  const at = { withdrawn_at: NOW, withdrawn_reason: 'release deleted' }
  const id = ship.slice('ship:'.length)
  await service.database.updateTable('ships').set(at).where('id', '=', id).execute()
}

test('[agents 47] stands, or does not, or was checked in part, with the reason [contract POST /api/receipts/validate] [contract receipt validation svcEvidenceStands]', async () => {
  const { ship, slug } = await aReleasedProject()
  const url: ResearchReference = { type: 'external_url', url: 'https://a.example', retrievedAt: AS_OF }
  const observed: ResearchReference = {
    type: 'market_observation',
    project: slug,
    provider: 'dexscreener',
    figure: 'price',
    valueUsd: 1,
    observedAt: AS_OF,
  }
  const unknown = evidence('ship:00000000-0000-5000-8000-000000000000')
  const answers = [
    await check(evidence(ship), change(ship, 1), url),
    await check(evidence(ship), observed),
    await check(url),
    await check(evidence(ship), unknown),
  ]
  expect(answers.map((one) => [one['valid'], one['svcEvidenceStands'], one['svcEvidenceReason']])).toEqual([
    [true, true, 'all_checked_and_standing'],
    [true, 'partial', 'some_not_checked'],
    [true, null, 'no_service_reference'],
    [true, false, 'some_do_not_stand'],
  ])
  expect(answers[0]).toMatchObject({ stored: false, endorsement: false, signature: 'not_given' })
})

test('[agents 48] an older revision, a future one and a retracted event each have their reason', async () => {
  const { id, ship } = await aReleasedProject()
  const uuid = ship.slice('ship:'.length)
  await service.database.updateTable('ships').set({ title: 'v2.4.1' }).where('id', '=', uuid).execute()
  await runFor(id, service.database)
  const cited = await check(change(ship, 1), change(ship, 2), change(ship, 3))
  expect(verdicts(cited)).toEqual([
    ['revised', 'older_revision'],
    ['exists', 'standing_revision'],
    ['not_found', 'future_revision'],
  ])
  expect(cited.references.map(({ revision }) => revision)).toEqual([2, 2, 2])
  await withdraw(ship)
  await runFor(id, service.database)
  expect(await check(change(ship, 3))).toMatchObject({
    references: [{ status: 'withdrawn', reason: 'retracted' }],
    svcEvidenceStands: false,
  })
})

test('[agents 49] the id of a change event is no evidence id', async () => {
  const { source } = await aWatchedProject(service.database)
  expect(verdicts(await check(evidence(`${source.evidence}:added`), evidence(source.evidence)))).toEqual([
    ['invalid_id', 'change_event_id'],
    ['exists', 'recorded'],
  ])
})

test('[agents 50] of a snapshot only the project is found; its time and its rules are reported [contract receipt validation asOf|scoringVersion]', async () => {
  const { slug } = await aReleasedProject()
  const snapshot = (of: { project: string; scoringVersion?: string }): ResearchReference => ({
    type: 'snapshot',
    asOf: AS_OF,
    ...of,
  })
  const answer = await check(
    snapshot({ project: slug, scoringVersion: scoringVersion() }),
    snapshot({ project: slug, scoringVersion: 's1.000000000000' }),
    snapshot({ project: slug }),
    snapshot({ project: 'none' }),
  )
  expect([answer.valid, answer['svcEvidenceStands']]).toEqual([true, false])
  const found = { status: 'project_exists', asOf: 'not_verified', project: { slug } }
  expect(answer.references).toMatchObject([
    { ...found, scoringVersion: 'matches' },
    { ...found, scoringVersion: 'differs' },
    { ...found, scoringVersion: 'not_given' },
    { status: 'not_found', reason: 'not_published' },
  ])
  expect((await check(snapshot({ project: slug })))['svcEvidenceStands']).toBe('partial')
})

test('[agents 51] evidence of a hidden project is like none; a withdrawn record names nothing', async () => {
  const hidden = await aReleasedProject()
  const gone = await aReleasedProject()
  await withdraw(gone.ship)
  await hide(hidden.id)
  const asked = () => check(evidence(hidden.ship), change(hidden.ship, 1), evidence(gone.ship))
  const before = await asked()
  await retract(hidden.id)
  const after = await asked()
  const never = hidden.ship.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  const unknown = await check(evidence(never), change(never, 1))
  for (const answer of [before, after]) {
    expect(answer.references.slice(0, 2)).toEqual(unknown.references)
    expect(answer.references[2]).toEqual({
      pointer: '/claims/0/references/2',
      type: 'service_evidence',
      status: 'withdrawn',
      reason: 'record_withdrawn',
    })
  }
  expect(verdicts(unknown)).toEqual([
    ['not_found', 'not_recorded'],
    ['not_found', 'not_recorded'],
  ])
})

test('the subject is a published project by a slug it has or had, or by its token', async () => {
  const { id, slug } = await aReleasedProject()
  const address = given.addressOf(977)
  await given.aToken({ project_id: id, address }, service.database)
  await sql`update project_slugs set former_since = ${NOW} where project_id = ${id}`.execute(service.database)
  await sql`insert into project_slugs values (${`${slug}-now`}, ${id}, ${NOW}, null)`.execute(
    service.database,
  )
  await sql`update projects set slug = ${`${slug}-now`} where id = ${id}`.execute(service.database)
  const of = async (subjectType: 'project' | 'token', subject: string) =>
    (await validate(receiptOf(undefined, { subjectType, subject })))['subject']
  const found = { status: 'project_exists', reason: 'published', project: { slug: `${slug}-now` } }
  expect(await of('project', slug)).toMatchObject({ type: 'project', ...found })
  expect(await of('token', address.toUpperCase().replace('0X', '0x'))).toMatchObject({
    type: 'token',
    ...found,
  })
  await hide(id)
  const unknown = { status: 'not_found', reason: 'not_published' }
  expect(await of('project', slug)).toEqual({ type: 'project', ...unknown })
  expect(await of('token', address)).toEqual({ type: 'token', ...unknown })
})

test('a fault of the form is named by its place, and nothing is looked up', async () => {
  const { ship } = await aReleasedProject()
  const { claims, ...rest } = receiptOf([evidence(ship)])
  const answer = await validate({ ...rest, claims: [{ ...claims[0], references: [] }], trace: 'step 1' })
  expect(answer).toMatchObject({ valid: false, subject: null, references: [], svcEvidenceStands: null })
  expect(answer['svcEvidenceReason']).toBe('receipt_not_valid')
  expect(answer.errors.map(({ pointer, inSchema }) => [pointer, inSchema])).toEqual([
    ['/trace', true],
    ['/claims/0/references', true],
  ])
})

test('the rules that a schema cannot say are errors of their own', async () => {
  const late = { evidenceCutoff: '2026-11-18T11:00:00.0000001Z' }
  const unreal = { createdAt: '2026-02-30T11:00:00Z' }
  const answers = [await validate(receiptOf(undefined, late)), await validate(receiptOf(undefined, unreal))]
  expect(answers.map(({ valid, errors }) => [valid, errors])).toEqual([
    [false, [expect.objectContaining({ pointer: '/evidenceCutoff', inSchema: false })]],
    [false, [expect.objectContaining({ pointer: '/createdAt', inSchema: false })]],
  ])
  expect(answers[0]?.references).toHaveLength(1)
  expect((await validate(receiptOf(undefined, { evidenceCutoff: '2026-11-18T11:00:00Z' }))).valid).toBe(true)
})

test('at most fifty errors are listed, and more are told', async () => {
  const answer = await validate(Object.fromEntries(Array.from({ length: 80 }, (_, name) => [`f${name}`, 0])))
  expect([answer.errors.length, answer['moreErrors']]).toEqual([50, true])
})
