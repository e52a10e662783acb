import { expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import {
  CONTRACT,
  creation,
  MISSING,
  NOW,
  own,
  READ,
  recordOf,
  streamOf,
} from '#test/given/contract-record.ts'
import { contractOf, projectContracts } from './contract.ts'

const deps = { now: NOW, site: { baseUrl: 'https://svc.example' } }
const project = { id: 'p', slug: 'p' as Slug, name: 'P', scoredAt: NOW }
const listOf = (given: Partial<Parameters<typeof projectContracts>[0]>) =>
  projectContracts(
    {
      project,
      deployments: { state: 'STALE', observedAt: READ },
      contracts: [],
      total: 0,
      ignoredParameters: [],
      ...given,
    } as never,
    deps,
  )

test('no contract is known where deployments were not measured, and it is zero where they were', () => {
  expect(listOf({})).not.toHaveProperty('items')
  expect(listOf({})).not.toHaveProperty('total')
  expect(listOf({})).toMatchObject({ state: 'STALE', observedAt: READ })
  const measured = listOf({ deployments: { state: 'MEASURED', observedAt: READ } as never })
  expect(measured).toMatchObject({ items: [], total: 0, truncated: false })
})

test('recorded contracts are listed also where deployments were not measured', () => {
  const { items, total, truncated } = listOf({ contracts: [recordOf({})], total: 2 })
  expect([items?.map(({ contract }) => contract), total, truncated]).toEqual([[CONTRACT], 2, true])
})

test('the list has the time of the evaluation, if there was one', () => {
  expect(listOf({}).asOf).toBe(NOW)
  expect(listOf({ project: { ...project, scoredAt: null } })).not.toHaveProperty('asOf')
})

test('a contract that cannot be shown is named by its address', () => {
  const broken = { ...recordOf({}), source: null } as never
  const list = listOf({ contracts: [broken], total: 1 })
  expect(list.items).toEqual([])
  expect(list).toHaveProperty('broken.0.message', expect.stringContaining(CONTRACT))
})

test('a contract has the time of the answer that there is none, and no such time otherwise', () => {
  const of = (read: object) => contractOf(recordOf({ sources: [own(streamOf('proxy', read))] }), deps)
  expect(of(MISSING)).toMatchObject({ noCodeAt: READ, proxy: { state: 'NO_SOURCE' } })
  expect(of({})).not.toHaveProperty('noCodeAt')
})

test('a creation has its transaction, if that is known', () => {
  const creationOf = (tx: object | null) =>
    contractOf(recordOf({ held: { creation: { ...creation, tx } as never } }), deps).creation
  expect(creationOf({ hash: '0xabc' })).toMatchObject({
    block: 7,
    createdAt: creation.at,
    transaction: '0xabc',
  })
  expect(creationOf(null)).not.toHaveProperty('transaction')
})
