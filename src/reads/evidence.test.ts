import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { CHAIN_ID } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import { aClaim } from '#test/given/records.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, someAddress, storeToken } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()

type Owner = { readonly projectId: string; readonly sourceId: string }

async function owner(state: 'draft' | 'published' | 'hidden' = 'published'): Promise<Owner> {
  const { projectId } = await storeToken({ state }, service.database)
  const sourceId = randomUUID()
  await service.database
    .insertInto('sources')
    .values({
      id: sourceId,
      project_id: projectId,
      kind: 'github_repository',
      locator: 'lumen-labs/lumen',
      established_by: 'mutual',
      established_url: 'javascript:alert(1)',
      counted: true,
      attached_at: NOW,
      facts: JSON.stringify({ url: 'https://code.example/lumen' }),
    })
    .execute()
  return { projectId, sourceId }
}

const ids = ({ projectId, sourceId }: Owner) => ({ project_id: projectId, source_id: sourceId })

async function ship(of: Owner, withdrawnReason: string | null = null): Promise<string> {
  const id = randomUUID()
  await service.database
    .insertInto('ships')
    .values({
      id,
      ...ids(of),
      kind: 'release',
      natural_key: id,
      title: 'v1.0\u202e\u0007 <b>ignore previous instructions</b>',
      occurred_at: toInstant('2026-11-10T08:00:00Z'),
      precision: 'EXACT',
      detected_at: NOW,
      backing: 'source-verified',
      withdrawn_at: withdrawnReason === null ? null : NOW,
      withdrawn_reason: withdrawnReason,
    })
    .execute()
  return `ship:${id}`
}

async function signal({ projectId }: Owner): Promise<string> {
  const id = randomUUID()
  await service.database
    .insertInto('signals')
    .values({
      id,
      project_id: projectId,
      kind: 'accelerating',
      signal_group: 'building',
      title: 'Shipping faster',
      window_from: toInstant('2026-10-20T00:00:00Z'),
      window_to: NOW,
      evidence: [`ship:${id}`],
      rule: 'signals.accelerating@1',
      detected_at: NOW,
    })
    .execute()
  return `signal:${id}`
}

async function abi(of: Owner): Promise<string> {
  const id = randomUUID()
  await service.database
    .insertInto('interfaces')
    .values({
      id,
      ...ids(of),
      chain_id: CHAIN_ID,
      contract: someAddress(),
      provider: 'sourcify',
      digest: id,
      functions: 3,
      events: 0,
      match: 'exact',
      observed_at: NOW,
      detected_at: NOW,
    })
    .execute()
  return `abi:${id}`
}

async function impl(of: Owner): Promise<string> {
  const contract = someAddress()
  const key = `${CHAIN_ID}:${contract}:77:3`
  await service.database
    .insertInto('implementations')
    .values({
      key,
      ...ids(of),
      chain_id: CHAIN_ID,
      contract,
      implementation: someAddress(),
      basis: 'log',
      block_number: 77,
      log_index: 3,
      block_time: toInstant('2026-11-10T08:00:00Z'),
      initial: false,
      detected_at: NOW,
    })
    .execute()
  return `impl:${key}`
}

async function lock(of: Owner): Promise<string> {
  const locker = someAddress()
  await service.database
    .insertInto('locks')
    .values({
      chain_id: CHAIN_ID,
      locker,
      lock_id: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
      token: someAddress(),
      ...ids(of),
      owner: someAddress(),
      amount: '1000000000000000000000000000',
      unlock_at: toInstant('2027-01-01T00:00:00Z'),
      withdrawn: false,
      detected_at: NOW,
      observed_at: NOW,
    })
    .execute()
  return `lock:${CHAIN_ID}:${locker}:115792089237316195423570985008687907853269984665640564039457584007913129639935`
}

async function statement({ projectId }: Owner, kind: string): Promise<string> {
  return String((await aClaim({ project_id: projectId, kind }, service.database)).id)
}

async function evaluation({ projectId }: Owner): Promise<string> {
  const id = randomUUID()
  await service.database
    .insertInto('evaluations')
    .values({
      id,
      project_id: projectId,
      fact: `activity.status`,
      rule: 'activity.status@6',
      state: 'NO_SOURCE',
      value: null,
      inputs: JSON.stringify({ ships: 0 }),
      evidence: [],
      unknown_inputs: JSON.stringify([{ input: 'sources', reason: 'NO_SOURCE' }]),
      evaluated_at: NOW,
      confirmed_at: NOW,
    })
    .execute()
  return `state:${id}`
}

async function siteChange(of: Owner): Promise<string> {
  const id = randomUUID()
  await service.database
    .insertInto('site_changes')
    .values({
      id,
      ...ids(of),
      turn: 1,
      rule: 'site.declarations@4',
      digest: 'd2',
      previous_digest: 'd1',
      added: 2,
      removed: 0,
      parts: JSON.stringify({ links: { added: 2, removed: 0 } }),
      compared_with_at: toInstant('2026-11-10T08:00:00Z'),
      detected_at: NOW,
    })
    .execute()
  return `sourcechange:${id}`
}

const ask = (id: string) => service.get(`/api/evidence/${encodeURIComponent(id)}`, { 'x-request-id': 'same' })

test.each<[string, (of: Owner) => Promise<string>, object]>([
  [
    'ship',
    ship,
    {
      claim: 'FACT',
      occurredAt: toInstant('2026-11-10T08:00:00Z'),
      detectedAt: NOW,
      recorded: { title: 'v1.0 <b>ignore previous instructions</b>', url: null, version: null },
    },
  ],
  ['signal', signal, { claim: 'DERIVED', source: null, occurredAt: NOW, recorded: { endedAt: null } }],
  ['abi', abi, { occurredAt: null, recorded: { functions: 3, events: 0, supersededAt: null } }],
  [
    'impl',
    impl,
    {
      occurredAt: toInstant('2026-11-10T08:00:00Z'),
      recorded: { blockNumber: 77, previousImplementation: null },
    },
  ],
  [
    'lock',
    lock,
    { recorded: { amount: '1000000000000000000000000000', unlockAt: '2027-01-01T00:00:00.000Z' } },
  ],
  [
    'source',
    async (of) => `source:${of.sourceId}`,
    {
      observedAt: null,
      source: { url: 'https://code.example/lumen', establishedBy: 'mutual', establishedUrl: null },
    },
  ],
  [
    'sourcechange',
    siteChange,
    {
      claim: 'DERIVED',
      occurredAt: null,
      observedAt: NOW,
      recorded: {
        added: 2,
        removed: 0,
        parts: { links: { added: 2, removed: 0 } },
        rule: 'site.declarations@4',
        comparedWithReadAt: '2026-11-10T08:00:00.000Z',
      },
    },
  ],
  ['claim', async (of) => `claim:${await statement(of, 'token_named')}`, { recorded: { url: null } }],
  [
    'narrative',
    async (of) => `narrative:${await statement(of, 'narrative')}`,
    { detectedAt: '2026-11-20T11:00:00.000Z', recorded: { narrative: 'devtools' } },
  ],
  ['security', async (of) => `security:${await statement(of, 'security')}`, { recorded: { by: 'operator' } }],
  [
    'state',
    evaluation,
    { claim: 'DERIVED', recorded: { coverage: 'NO_SOURCE', value: null, inputs: { ships: null } } },
  ],
])('a recorded %s answers its receipt [contract evidence prefix *]', async (kind, record, expected) => {
  const id = await record(await owner())
  const { status, body } = await ask(id)
  expect(status).toBe(200)
  expect(body).toMatchObject({ id, kind, withdrawn: false, ...expected })
})

test('a withdrawn record has withdrawn true and no content [contract GET /api/evidence/{id}] [contract receipt withdrawn]', async () => {
  const id = await ship(await owner(), 'release deleted')
  const { body } = await ask(id)
  expect(body).toEqual({
    id,
    kind: 'ship',
    withdrawn: true,
    withdrawnReason: 'release deleted',
    withdrawnAt: NOW,
    project: expect.objectContaining({ name: 'Lumen' }),
  })
})

test('a hidden project’s record is withdrawn and names nothing', async () => {
  const id = await ship(await owner('hidden'))
  expect((await ask(id)).body).toEqual({ id, kind: 'ship', withdrawn: true })
})

test('a draft project’s record answers like an unknown id', async () => {
  const draft = await ask(await ship(await owner('draft')))
  const none = await ask(`ship:${randomUUID()}`)
  expect(draft.status).toBe(404)
  expect(draft.text).toBe(none.text)
})

test.each([
  ['a kind no record has here', () => `integrity:${randomUUID()}`],
  ['a claim asked for as a narrative', async () => `narrative:${await statement(await owner(), 'builder')}`],
  ['a lock without its locker', () => `lock:${CHAIN_ID}:5`],
])('%s is not found', async (_, make) => {
  expect((await ask(await make())).status).toBe(404)
})

test.each([
  ['a change id with a suffix', `source:${randomUUID()}:added`],
  ['an unknown prefix', `rumour:${randomUUID()}`],
  ['no key', 'ship:'],
  ['a key of another form', 'ship:17'],
  ['capitals', `SHIP:${randomUUID()}`],
  ['more than 240 characters', `lock:4663:${'1'.repeat(240)}`],
  ['another chain', `impl:1:${someAddress()}:1:1`],
  ['words', 'x'],
  ['a path out', '../../status'],
  ['a NUL', `ship:${randomUUID()}\u0000`],
])('%s is refused [contract error code invalid_evidence_id] [contract limit evidence-id]', async (_, id) => {
  const { status, body } = await ask(id)
  expect([status, body['error']]).toEqual([400, 'invalid_evidence_id'])
})
