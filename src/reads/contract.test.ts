import { describe, expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import {
  nextAddress,
  READ,
  storeContract,
  storeMethod,
  storeOwner,
  storeVerified,
  WITHDRAWN,
} from '#test/given/owned-contracts.ts'
import { addressOf, anImplementation, aToken } from '#test/given/records.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW } from '#test/service/http-service.ts'

const CREATED_NEVER = {
  creation_tx: null,
  creation_block: null,
  creation_tx_index: null,
  creation_block_hash: null,
  created_at: null,
  deployer: null,
}

const service = await httpServiceOfFile()

const contractAt = (address: string) => service.get(`/api/contracts/4663/${address}`)

describe('a contract', () => {
  test('that was read has every section, with addresses in lower case [contract GET /api/contracts/{chainId}/{address}] [contract contract sections creation|deployer|implementations|verifiedSource|interface|sevenDayActivity|state]', async () => {
    const { address, own, slug } = await storeContract(
      service.database,
      { streams: ['creation', 'proxy', 'upgrades'] },
      {
        proxy_kind: 'none_detected',
        proxy_read_at: READ,
        settled: true,
      },
    )
    const { abi, sourceId } = await storeVerified(service.database, {
      projectId: own.project_id,
      at: address,
    })
    await service.database
      .insertInto('contract_use')
      .values({
        project_id: own.project_id,
        chain_id: 4663,
        contract: address,
        source_id: sourceId,
        collected_from: toInstant('2026-10-01T00:00:00Z'),
        since_creation: false,
        collected_to: READ,
        to_block: 9,
        to_block_hash: '0x9',
        selectors_left_out: false,
        read_at: READ,
      })
      .execute()
    const zero = await contractAt(address.toUpperCase().replace('0X', '0x'))
    expect(zero.body).toMatchObject({
      chainId: 4663,
      contract: address,
      project: { slug },
      role: 'declared',
      counted: true,
      source: { id: `source:${own.source_id}`, kind: 'contract' },
      creation: { state: 'MEASURED', block: 100, settled: true, createdAt: '2026-11-20T10:00:00.000Z' },
      deployer: { state: 'MEASURED', address: addressOf(0xdead) },
      proxy: { state: 'MEASURED', kind: 'none_detected' },
      implementations: { state: 'NOT_APPLICABLE' },
      verifiedSource: { state: 'MEASURED', items: [{ evidenceId: abi, match: 'exact' }] },
      interface: { state: 'MEASURED', functions: 12, events: 3, evidenceId: abi },
      activity: { state: 'MEASURED', calls: 0, methods: [], from: '2026-11-12', to: '2026-11-18' },
    })
    const methods = [
      { signature: 'swap(uint256)', selector: '0x00000001', days: { '2026-11-12': 2, '2026-11-18': 3 } },
      { signature: 'old()', selector: '0x00000002', days: { '2026-11-11': 9, '2026-11-19': 9 } },
      { signature: null, selector: '0x00000003', days: { '2026-11-12': 4 } },
    ]
    for (const method of methods)
      await storeMethod(service.database, {
        ...method,
        ...own,
        contract: address,
        source_id: sourceId,
        abi: abi.slice(4),
      })
    const { body } = await contractAt(address)
    expect(body['activity']).toMatchObject({
      calls: 5,
      methods: [{ method: 'swap(uint256)', calls: 5 }],
      methodsTotal: 1,
      collectedFrom: '2026-10-01T00:00:00.000Z',
    })
    const [method] = (body['activity'] as { methods: { evidenceId: string }[] }).methods
    expect((await service.get(`/api/evidence/${method?.evidenceId}`)).body).toMatchObject({
      withdrawn: false,
    })
  })
})

describe('a contract that was not read', () => {
  test('has no value in any section [contract contract sections *]', async () => {
    const { address } = await storeContract(service.database, {}, CREATED_NEVER)
    const { body } = await contractAt(address)
    const sections = [
      'creation',
      'deployer',
      'proxy',
      'implementations',
      'verifiedSource',
      'interface',
      'activity',
    ]
    expect(Object.fromEntries(sections.map((name) => [name, body[name]]))).toEqual({
      creation: { state: 'NOT_ENOUGH_YET' },
      deployer: { state: 'NOT_ENOUGH_YET' },
      proxy: { state: 'NOT_ENOUGH_YET' },
      implementations: { state: 'NOT_ENOUGH_YET' },
      verifiedSource: { state: 'NO_SOURCE' },
      interface: { state: 'NO_SOURCE' },
      activity: { state: 'NO_SOURCE' },
    })
  })

  test('is known when it is the token of a project', async () => {
    const { address, own } = await storeOwner(service.database, { kind: 'token' })
    await aToken({ project_id: own.project_id, address }, service.database)
    const { status, body } = await contractAt(address)
    expect([status, body['role']]).toEqual([200, 'token'])
    expect(body['creation']).toEqual({ state: 'NOT_ENOUGH_YET' })
  })
})

describe('a proxy', () => {
  test('that follows a beacon has its history, newest first, without what was withdrawn [contract contract sections implementations]', async () => {
    const [beacon, first, second] = [nextAddress(), nextAddress(), nextAddress()]
    const { address, own } = await storeContract(
      service.database,
      { streams: ['proxy', 'upgrades'] },
      {
        proxy_kind: 'beacon',
        proxy_read_at: READ,
        implementation: second,
        beacon,
      },
    )
    const row = { ...own, contract: address, beacon }
    const { database } = service
    const at = (day: string) => ({ block_time: toInstant(`2026-10-${day}T00:00:00Z`) })
    await anImplementation(
      {
        ...row,
        ...at('01'),
        block_number: 5,
        implementation: first,
        initial: true,
        previous_implementation: null,
      },
      database,
    )
    await anImplementation(
      { ...row, ...at('02'), block_number: 6, implementation: second, previous_implementation: first },
      database,
    )
    await anImplementation({ ...row, ...at('03'), block_number: 7, ...WITHDRAWN }, database)
    const slot = { basis: 'slot', block_number: null, log_index: null, tx_index: null, tx_hash: null }
    const undated = { block_hash: null, block_time: null, key: `4663:${address}:rpc:${crypto.randomUUID()}` }
    const shown = { implementation: second, previous_implementation: first }
    await anImplementation({ ...row, ...slot, ...undated, ...shown }, database)
    const before = await storeVerified(
      service.database,
      { projectId: own.project_id, at: first },
      { functions: 4, digest: 'd0' },
    )
    await storeVerified(
      service.database,
      { projectId: own.project_id, at: second },
      { functions: 6, digest: 'd2' },
    )
    const { body } = await contractAt(address)
    expect(body['proxy']).toMatchObject({ kind: 'beacon', implementation: second, beacon })
    expect(body['implementations']).toMatchObject({
      state: 'MEASURED',
      total: 3,
      truncated: false,
      items: [
        { precision: 'OBSERVED', evidenceId: `impl:${undated.key}` },
        { precision: 'EXACT', block: 6, previousImplementation: first, initial: false },
        { precision: 'EXACT', block: 5, initial: true },
      ],
    })
    expect(body['interface']).toMatchObject({
      contract: second,
      functions: 6,
      before: { contract: first, functions: 4, evidenceId: before.abi },
    })
    const [newest] = (body['implementations'] as { items: { evidenceId: string }[] }).items
    expect((await service.get(`/api/evidence/${newest?.evidenceId}`)).status).toBe(200)
  })
})

describe('an address', () => {
  test.each([
    ['1', addressOf(1), 'unsupported_chain'],
    ['04663x', addressOf(1), 'invalid_parameter'],
    ['4663', 'HOOD', 'invalid_token'],
    ['4663', addressOf(1).slice(0, -1), 'invalid_token'],
  ])('of chain %s and %s is refused', async (chain, address, code) => {
    const { status, body } = await service.get(`/api/contracts/${chain}/${address}`)
    expect([status, body['error']]).toEqual([400, code])
  })

  test('has one answer when its contract is hidden, of a draft, withdrawn, detached or never seen', async () => {
    const detached = await storeContract(service.database, {})
    await service.database
      .updateTable('sources')
      .set({ detached_at: NOW })
      .where('id', '=', detached.own.source_id)
      .execute()
    const asked = [
      (await storeContract(service.database, { state: 'hidden' })).address,
      (await storeContract(service.database, { state: 'draft' })).address,
      (await storeContract(service.database, {}, WITHDRAWN)).address,
      detached.address,
      nextAddress(),
    ]
    const answers = await Promise.all(
      asked.map((address) => service.get(`/api/contracts/4663/${address}`, { 'x-request-id': 'same' })),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 404, body: { error: 'not_found' } })
  })
})
