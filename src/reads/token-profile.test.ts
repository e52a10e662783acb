import { expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { PROFILE_PARTS } from '#contract/shapes/token-profile.ts'
import { addMs, type CalendarDate, DAY_MS } from '#contract/time.ts'
import type { ServiceToken } from '#domain/service-token.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { aContract, addressOf, aLock, aSource } from '#test/given/records.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, openHttpService, someAddress, storeToken } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()

const FILE: ServiceToken = {
  name: 'Service\u0007 Token',
  symbol: 'SVC',
  contract: null,
  project: null,
  reviewedOn: '2026-11-18' as CalendarDate,
  utilities: [
    { name: 'Higher limits', status: 'PLANNED', description: null, url: 'javascript:alert(1)' },
    { name: 'Votes', status: 'UNKNOWN', description: 'Not decided', url: null },
  ],
}

/** The profile that a deployment with this token file answers. */
async function profileOf(token: ServiceToken) {
  await using deployed = await openHttpService({ database: service.database, token })
  const { status, body } = await deployed.get('/api/svc/profile')
  expect(status).toBe(200)
  return body
}
const reasonsOf = (body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body['unknown'] as Record<string, { reason: string }>).map(([part, { reason }]) => [
      part,
      reason,
    ]),
  )

test('without a file every part is null with a reason [contract token profile *] [contract token profile chain]', async () => {
  const { body } = await service.get('/api/svc/profile')
  expect(body).toMatchObject({ schema: 'svc.token-profile/v1', chainId: 4663, asOf: null })
  for (const part of PROFILE_PARTS) expect(body[part], part).toBeNull()
  expect(Object.keys(body['unknown'] as object).toSorted()).toEqual([...PROFILE_PARTS].toSorted())
  expect(reasonsOf(body)).toMatchObject({ contract: 'not_configured', holderTiers: 'never_read' })
})

test('before launch the contract is null, and utilities have their status [contract token utility status PLANNED|UNKNOWN]', async () => {
  const body = await profileOf(FILE)
  expect(body).toMatchObject({
    identity: { name: 'Service Token', symbol: 'SVC', reviewedOn: '2026-11-18' },
    utilities: [
      { name: 'Higher limits', status: 'PLANNED', description: null, url: null },
      { name: 'Votes', status: 'UNKNOWN', description: 'Not decided', url: null },
    ],
  })
  expect(reasonsOf(body)).toEqual({
    contract: 'not_launched',
    supply: 'not_launched',
    launch: 'not_launched',
    market: 'not_launched',
    locks: 'not_launched',
    project: 'not_published',
    recentChanges: 'not_published',
    holderTiers: 'never_read',
  })
  expect(reasonsOf(await profileOf({ ...FILE, utilities: null }))).toMatchObject({
    utilities: 'not_documented',
  })
})

test('after launch the records of its contract and its project are shown [contract GET /api/svc/profile] [contract token profile *] [contract token profile chain]', async () => {
  const coverage = { ...KNOWN.coverage, locks: { state: 'MEASURED', observedAt: NOW } as const }
  const evidence = { ...KNOWN, coverage }
  const { address, projectId, slug } = await storeToken({ evidence }, service.database)
  const token = { ...FILE, contract: address, project: slug as Slug }
  expect(reasonsOf(await profileOf(token))).toMatchObject({
    supply: 'not_measured',
    launch: 'not_measured',
    market: 'not_measured',
    recentChanges: 'not_measured',
  })

  const market = await aSource({ project_id: projectId, kind: 'market', locator: address }, service.database)
  const own = { project_id: projectId, source_id: String(market.id) }
  await aContract({ ...own, address, role: 'token' }, service.database)
  const locker = { project_id: projectId, kind: 'locker', locator: `${addressOf(0x10c)}:${address}` }
  await aSource(locker, service.database)
  await aLock({ ...own, token: address }, service.database)
  await aLock({ ...own, token: address, locker: addressOf(0x10f) }, service.database)
  await aLock({ ...own, token: someAddress(), lock_id: '8' }, service.database)
  await service.database
    .updateTable('tokens')
    .set({ total_supply: '1000', decimals: 18, metadata_read_at: NOW })
    .where('address', '=', address)
    .execute()
  await service.database.updateTable('ledger_state').set({ last_run_at: NOW }).execute()
  const body = await profileOf(token)
  expect(body).toMatchObject({
    contract: address,
    supply: { total: '1000', decimals: 18, observedAt: NOW },
    launch: { launchedAt: '2026-11-20T10:00:00.000Z', block: 100, evidence: market.evidence },
    project: { slug, url: `https://svc.example/projects/${slug}` },
    recentChanges: [],
    asOf: NOW,
  })
  expect(body['locks']).toHaveLength(1)
  expect(reasonsOf(body)).toMatchObject({ holderTiers: 'never_read', market: 'not_measured' })

  const other = await storeToken({ evidence: KNOWN }, service.database)
  const apart = await profileOf({ ...token, contract: other.address })
  expect(apart).toMatchObject({
    contract: other.address,
    supply: null,
    launch: null,
    market: null,
    locks: null,
  })
  expect(reasonsOf(apart)).toMatchObject({ supply: 'not_published' })
})

test('changes are unknown while the ledger has yet to run over the project', async () => {
  const { address, projectId, slug } = await storeToken({ evidence: KNOWN }, service.database)
  const token = { ...FILE, contract: address, project: slug as Slug }
  await service.database.updateTable('ledger_state').set({ last_run_at: NOW }).execute()
  expect(await profileOf(token)).toMatchObject({ recentChanges: [] })
  const due = { project_id: projectId, ledger_due_since: addMs(NOW, -400 * DAY_MS) }
  await service.database
    .insertInto('project_work')
    .values(due)
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(due))
    .execute()
  const body = await profileOf(token)
  expect(body['recentChanges']).toBeNull()
  expect(reasonsOf(body)).toMatchObject({ recentChanges: 'not_measured' })
})

test('a hidden project looks like one that never existed', async () => {
  const { address, slug } = await storeToken({ state: 'hidden', evidence: KNOWN }, service.database)
  const hidden = await profileOf({ ...FILE, contract: address, project: slug })
  expect(hidden).toEqual(await profileOf({ ...FILE, contract: address, project: 'no-such-project' as Slug }))
  expect(reasonsOf(hidden)).toMatchObject({ project: 'not_published', supply: 'not_published' })
})
