import { describe, expect, test } from 'vitest'
import { nextAddress, READ, storeContract, storeOwner, WITHDRAWN } from '#test/given/owned-contracts.ts'
import { aContract, aSource } from '#test/given/records.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'

const service = await httpServiceOfFile()

const contractAt = (address: string) => service.get(`/api/contracts/4663/${address}`)
const listOf = async (slug: unknown) => (await service.get(`/api/projects/${slug}/contracts`)).body

describe('the contracts of a project', () => {
  test('are served as the contract endpoint serves each, deployments last [contract GET /api/projects/{slug}/contracts]', async () => {
    const { slug, address, own } = await storeContract(
      service.database,
      { kind: 'deployer', streams: ['deployments'] },
      {
        role: 'deployment',
      },
    )
    const declared = nextAddress()
    const source = await aSource(
      { project_id: own.project_id, kind: 'contract', locator: declared },
      service.database,
    )
    await aContract(
      { project_id: own.project_id, source_id: String(source.id), address: declared, role: 'declared' },
      service.database,
    )
    await aContract({ ...own, address: nextAddress(), ...WITHDRAWN }, service.database)
    const body = await listOf(slug)
    const items = await Promise.all([declared, address].map(async (at) => (await contractAt(at)).body))
    expect(body).toMatchObject({ state: 'MEASURED', total: 2, truncated: false, project: { slug } })
    expect(body['items']).toEqual(items)
    expect(items[1]).toMatchObject({ proxy: { state: 'NO_SOURCE' } })
  })

  test('are at most a hundred, the newest deployments first, with the total', async () => {
    const { slug, own } = await storeOwner(service.database, { kind: 'deployer', streams: ['deployments'] })
    for (let block = 1; block <= 101; block += 1)
      await aContract({ ...own, address: nextAddress(), creation_block: block }, service.database)
    const body = await listOf(slug)
    const items = body['items'] as { creation: { block: number } }[]
    expect([body['total'], body['truncated'], items.length]).toEqual([101, true, 100])
    expect(items[0]?.creation.block).toBe(101)
  })

  test.each([
    ['without a source', {}, { state: 'NO_SOURCE' }],
    ['with a deployer that was not read', { kind: 'deployer' }, { state: 'NOT_ENOUGH_YET' }],
    [
      'with a deployer that deployed nothing',
      { kind: 'deployer', streams: ['deployments'] },
      { state: 'MEASURED', observedAt: READ, items: [], total: 0, truncated: false },
    ],
  ])('of a project %s are a list only where that was read', async (_, given, expected) => {
    const { slug } = await storeOwner(service.database, given)
    const {
      project: _project,
      disclaimer: _notice,
      ignoredParameters: _ignored,
      ...rest
    } = await listOf(slug)
    expect(rest).toEqual(expected)
  })
})
