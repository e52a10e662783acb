import { expect, test } from 'vitest'
import { addMs, toInstant } from '#contract/time.ts'
import { runLedger } from '#ledger/write.ts'
import { hideProject, publishProject } from '#operator/projects.ts'
import { KNOWN, RELEASE, runningWeek } from '#test/given/card-evidence.ts'
import { aShip, aSource, markDue } from '#test/given/records.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, someAddress, storeToken } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()

test('a published token answers its Partner Card [contract GET /api/v1/builder] [contract Partner Card *]', async () => {
  const { address, slug } = await storeToken({ evidence: KNOWN }, service.database)
  const { status, body } = await service.get(
    `/api/v1/builder?token=${address.toUpperCase().replace('0X', '0x')}`,
  )
  expect(status).toBe(200)
  expect(body).toMatchObject({
    contract_address: address,
    status: 'active',
    svc_status: 'SHIPPING',
    chain_id: 4663,
    svc_project_name: 'Lumen',
    svc_project_url: `https://svc.example/projects/${slug}`,
    badge_url: `https://svc.example/badge/${slug}.svg`,
    disclaimer: expect.stringMatching(/not a rating/),
    latest_meaningful_ship: { title: 'v2.4.0', evidence_id: RELEASE },
    last_commit: null,
    last_code_activity: {
      summary: 'code changes, week starting 2026-11-16 (to 2026-11-19)',
      commits_30d: 41,
    },
    latest_change: null,
    latest_change_state: 'unavailable',
    as_of: '2026-11-19T12:00:00.000Z',
  })
})

test.each([['draft'], ['hidden'], ['never seen']])(
  'a %s project answers 404 with scan_url [contract error envelope error|message|requestId|retryable|scan_url]',
  async (state) => {
    const address =
      state === 'never seen'
        ? someAddress()
        : (await storeToken({ state: state as 'draft', evidence: KNOWN }, service.database)).address
    const { status, body } = await service.get(`/api/v1/builder?token=${address}`, { 'x-request-id': 'same' })
    expect(status).toBe(404)
    expect(body).toEqual({
      error: 'not_found',
      message: 'No published project has this contract as its token.',
      requestId: 'same',
      retryable: false,
      scan_url: `https://svc.example/api/v1/scan?token=${address}`,
    })
  },
)

test('[R72] the latest change is unavailable until the ledger ran over the project since it was published', async () => {
  const { database } = service
  const minute = (count: number) => addMs(NOW, count * 60_000)
  await runLedger({ now: minute(1) }, { database })
  const quiet = await storeToken({ state: 'draft', evidence: KNOWN }, database)
  const building = await storeToken({ state: 'draft', evidence: KNOWN }, database)
  const source = await aSource({ project_id: building.projectId }, database)
  const clocks = { occurred_at: addMs(NOW, -60_000), detected_at: NOW }
  await aShip({ project_id: building.projectId, source_id: source.id, ...clocks }, database)
  const states = () =>
    Promise.all(
      [quiet, building].map(async ({ address }) => {
        const { body } = await service.get(`/api/v1/builder?token=${address}`)
        return body['latest_change_state']
      }),
    )
  const move = async (to: typeof publishProject, now: typeof NOW) => {
    for (const { slug } of [quiet, building]) await to({ slug }, { database, now })
  }
  await move(publishProject, minute(1))
  expect(await states()).toEqual(['unavailable', 'unavailable'])
  await runLedger({ now: minute(5) }, { database })
  expect(await states()).toEqual(['none_recorded', 'recorded'])
  await move(hideProject, minute(6))
  await move(publishProject, minute(7))
  expect(await states()).toEqual(['unavailable', 'unavailable'])
  await runLedger({ now: minute(10) }, { database })
  expect(await states()).toEqual(['none_recorded', 'recorded'])
})

test('[R67] [R71] the latest change is worded by the newest reading of its week, and has its times', async () => {
  const { database } = service
  const { address, projectId } = await storeToken({ evidence: KNOWN }, database)
  const source = await aSource({ project_id: projectId }, database)
  const runMarked = async () => {
    await markDue([projectId], database, NOW)
    await runLedger({ now: NOW }, { database })
  }
  await runMarked()
  const { codeWeek } = runningWeek
  const factsTo = (readTo: string) => JSON.stringify({ codeWeek: { ...codeWeek, readTo } })
  const times = {
    occurred_at: toInstant('2026-11-17T08:00:00Z'),
    detected_at: toInstant('2026-11-17T09:00:00Z'),
  }
  const week = { kind: 'code_week', precision: 'WINDOW', facts: factsTo('2026-11-17T09:00:00.000Z') }
  const { id } = await aShip({ project_id: projectId, source_id: source.id, ...times, ...week }, database)
  await runMarked()
  const latest = async () => (await service.get(`/api/v1/builder?token=${address}`)).body['latest_change']
  const summary = 'code changes, week starting 2026-11-16 (to 2026-11-17)'
  expect(await latest()).toMatchObject({ type: 'build.code_activity', summary, ...times })
  const [occurred_at, readTo] = [toInstant('2026-11-18T08:00:00Z'), toInstant('2026-11-18T09:00:00Z')]
  await database
    .updateTable('ships')
    .set({ facts: factsTo(readTo), occurred_at })
    .where('id', '=', id ?? '')
    .execute()
  expect(await latest()).toMatchObject({
    summary: summary.replace('(to 2026-11-17)', '(to 2026-11-18)'),
    occurred_at,
    detected_at: readTo,
  })
})
