import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { type HttpService, NOW, openHttpService } from '#test/http-service.ts'
import {
  aContract,
  addressOf,
  anImplementation,
  anInterface,
  aProject,
  aSource,
  aStream,
  aToken,
} from '#test/records.ts'

type Body = Readonly<Record<string, unknown>>

const READ = toInstant('2026-11-19T11:00:00Z')
const WITHDRAWN = { withdrawn_at: READ, withdrawn_reason: 'reorged' }
const CREATED_NEVER = {
  ...{ creation_tx: null, creation_block: null, creation_tx_index: null, creation_block_hash: null },
  ...{ created_at: null, deployer: null },
}

let service: HttpService
let made = 0x5000
beforeAll(async () => {
  service = await openHttpService()
})
afterAll(() => service[Symbol.asyncDispose]())

const next = () => {
  made += 1
  return addressOf(made)
}
const contractAt = (address: string) => service.get(`/api/contracts/4663/${address}`)
const listOf = async (slug: unknown) => (await service.get(`/api/projects/${slug}/contracts`)).body

/** A project with a source of the kind, read by the named streams. */
async function storeOwner(
  given: {
    readonly kind?: string
    readonly state?: string
    readonly counted?: boolean
    readonly streams?: readonly string[]
  } = {},
) {
  const { database } = service
  const address = next()
  const { kind = 'contract', state = 'published', counted = true, streams = [] } = given
  const project = await aProject({ state }, database)
  const project_id = String(project.id)
  const not_counted_reason = counted ? null : 'context'
  const { id } = await aSource({ project_id, kind, locator: address, counted, not_counted_reason }, database)
  for (const stream of streams)
    await aStream({ source_id: String(id), stream, provider: 'chain', last_ok_at: READ }, database)
  return { slug: project.slug, address, own: { project_id, source_id: String(id) } }
}

async function storeContract(given: Parameters<typeof storeOwner>[0], row: Body = {}) {
  const owner = await storeOwner(given)
  await aContract({ ...owner.own, address: owner.address, role: 'declared', ...row }, service.database)
  return owner
}

/** An explorer that has the address verified, read at the same time. */
async function storeVerified(input: { readonly projectId: string; readonly at: string }, row: Body = {}) {
  const { projectId: project_id, at } = input
  const { id } = await aSource(
    {
      ...{ project_id, kind: 'explorer', locator: `blockscout:${at}` },
      ...{ counted: false, not_counted_reason: 'context' },
    },
    service.database,
  )
  const read = { source_id: String(id), provider: 'blockscout', last_ok_at: READ }
  await aStream({ ...read, stream: 'verified_source' }, service.database)
  await aStream({ ...read, stream: 'method_use', cadence_seconds: 21_600 }, service.database)
  const found = await anInterface(
    { project_id, source_id: String(id), contract: at, ...row },
    service.database,
  )
  return { sourceId: String(id), abi: `abi:${found.id}` }
}

describe('a contract', () => {
  test('that was read has every section, with addresses in lower case', async () => {
    const { address, own, slug } = await storeContract(
      { streams: ['creation', 'proxy', 'upgrades'] },
      {
        ...{ proxy_kind: 'none_detected', proxy_read_at: READ, settled: true },
      },
    )
    const { abi, sourceId } = await storeVerified({ projectId: own.project_id, at: address })
    await service.database
      .insertInto('contract_use')
      .values({
        ...{ project_id: own.project_id, chain_id: 4663, contract: address, source_id: sourceId },
        ...{ collected_from: toInstant('2026-10-01T00:00:00Z'), since_creation: false, collected_to: READ },
        ...{ to_block: 9, to_block_hash: '0x9', selectors_left_out: false, read_at: READ },
      })
      .execute()
    const zero = await contractAt(address.toUpperCase().replace('0X', '0x'))
    expect(zero.body).toMatchObject({
      ...{ chainId: 4663, contract: address, project: { slug }, role: 'declared', counted: true },
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
      await storeMethod({ ...method, ...own, contract: address, source_id: sourceId, abi: abi.slice(4) })
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

  test('of which nothing was read has no value in any section', async () => {
    const { address } = await storeContract({}, CREATED_NEVER)
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
      ...{ creation: { state: 'NOT_ENOUGH_YET' }, deployer: { state: 'NOT_ENOUGH_YET' } },
      ...{ proxy: { state: 'NOT_ENOUGH_YET' }, implementations: { state: 'NOT_ENOUGH_YET' } },
      ...{ verifiedSource: { state: 'NO_SOURCE' }, interface: { state: 'NO_SOURCE' } },
      activity: { state: 'NO_SOURCE' },
    })
  })

  test('that is a token is known before its contract was read', async () => {
    const { address, own } = await storeOwner({ kind: 'token' })
    await aToken({ project_id: own.project_id, address }, service.database)
    const { status, body } = await contractAt(address)
    expect([status, body['role']]).toEqual([200, 'token'])
    expect(body['creation']).toEqual({ state: 'NOT_ENOUGH_YET' })
  })
})

describe('a proxy', () => {
  test('that follows a beacon has its history, newest first, without what was withdrawn', async () => {
    const [beacon, first, second] = [next(), next(), next()]
    const { address, own } = await storeContract(
      { streams: ['proxy', 'upgrades'] },
      {
        ...{ proxy_kind: 'beacon', proxy_read_at: READ, implementation: second, beacon },
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
      { projectId: own.project_id, at: first },
      { functions: 4, digest: 'd0' },
    )
    await storeVerified({ projectId: own.project_id, at: second }, { functions: 6, digest: 'd2' })
    const { body } = await contractAt(address)
    expect(body['proxy']).toMatchObject({ kind: 'beacon', implementation: second, beacon })
    expect(body['implementations']).toMatchObject({
      ...{ state: 'MEASURED', total: 3, truncated: false },
      items: [
        { precision: 'OBSERVED', evidenceId: `impl:${undated.key}` },
        { precision: 'EXACT', block: 6, previousImplementation: first, initial: false },
        { precision: 'EXACT', block: 5, initial: true },
      ],
    })
    expect(body['interface']).toMatchObject({
      ...{ contract: second, functions: 6 },
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
    const detached = await storeContract({})
    await service.database
      .updateTable('sources')
      .set({ detached_at: NOW })
      .where('id', '=', detached.own.source_id)
      .execute()
    const asked = [
      (await storeContract({ state: 'hidden' })).address,
      (await storeContract({ state: 'draft' })).address,
      (await storeContract({}, WITHDRAWN)).address,
      detached.address,
      next(),
    ]
    const answers = await Promise.all(
      asked.map((address) => service.get(`/api/contracts/4663/${address}`, { 'x-request-id': 'same' })),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 404, body: { error: 'not_found' } })
  })
})

async function storeMethod(method: {
  readonly signature: string | null
  readonly selector: string
  readonly days: Readonly<Record<string, number>>
  readonly project_id: string
  readonly source_id: string
  readonly contract: string
  readonly abi: string
}) {
  const id = crypto.randomUUID()
  const { days, abi, ...row } = method
  const call = { block: 5, tx_index: 0, tx: '0x5', at: toInstant('2026-11-12T10:00:00Z') }
  await service.database
    .insertInto('method_use')
    .values({
      ...{ ...row, id, chain_id: 4663, first_since_creation: false, detected_at: READ },
      ...(row.signature === null ? {} : { interface_id: abi, decoded_at: READ }),
      ...{ first_block: call.block, first_tx_index: 0, first_tx: call.tx, first_at: call.at },
      ...{ last_block: call.block, last_tx_index: 0, last_tx: call.tx, last_at: call.at },
    })
    .execute()
  for (const [day, calls] of Object.entries(days))
    await service.database
      .insertInto('method_use_days')
      .values({ method_id: id, day: day as never, calls })
      .execute()
}

describe('the contracts of a project', () => {
  test('are served as the contract endpoint serves each, deployments last', async () => {
    const { slug, address, own } = await storeContract(
      { kind: 'deployer', streams: ['deployments'] },
      {
        role: 'deployment',
      },
    )
    const declared = next()
    const source = await aSource(
      { project_id: own.project_id, kind: 'contract', locator: declared },
      service.database,
    )
    await aContract(
      { project_id: own.project_id, source_id: String(source.id), address: declared, role: 'declared' },
      service.database,
    )
    await aContract({ ...own, address: next(), ...WITHDRAWN }, service.database)
    const body = await listOf(slug)
    const items = await Promise.all([declared, address].map(async (at) => (await contractAt(at)).body))
    expect(body).toMatchObject({ state: 'MEASURED', total: 2, truncated: false, project: { slug } })
    expect(body['items']).toEqual(items)
    expect(items[1]).toMatchObject({ proxy: { state: 'NO_SOURCE' } })
  })

  test('are at most a hundred, the newest deployments first, with the total', async () => {
    const { slug, own } = await storeOwner({ kind: 'deployer', streams: ['deployments'] })
    for (let block = 1; block <= 101; block += 1)
      await aContract({ ...own, address: next(), creation_block: block }, service.database)
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
    const { slug } = await storeOwner(given)
    const { project: _project, disclaimer: _notice, ...rest } = await listOf(slug)
    expect(rest).toEqual(expected)
  })
})
