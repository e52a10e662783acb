import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { RuleId } from '#contract/claim.ts'
import { type ContractAddress, type EvidencePrefix, evidenceId } from '#contract/ids.ts'
import { addMs, dateOf, HOUR_MS, type Instant, toInstant } from '#contract/time.ts'
import type { ReceiptRecord } from '#domain/project/receipt-record.ts'
import { getRankedGrounds } from '#records/attention/rankings.ts'
import { inTransaction } from '#records/database.ts'
import { type MarketReadingDraft, saveMarketReading } from '#records/market/readings.ts'
import * as given from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { type EvaluationDraft, saveEvaluations } from './evaluations.ts'
import { findReceiptRecord } from './receipts.ts'

const NOW = given.DEFAULT_NOW
const at = (hours: number) => addMs(NOW, hours * HOUR_MS)
const day = (date: string) => dateOf(toInstant(`${date}T00:00:00Z`))
const { database } = await fileDatabase()

type Own = { readonly project_id: string; readonly source_id: string }

async function owner(kind: string, locator = given.addressOf(1)): Promise<Own> {
  const project = await given.aProject({}, database)
  const source = await given.aSource({ project_id: String(project.id), kind, locator }, database)
  return { project_id: String(project.id), source_id: String(source.id) }
}

async function receiptOf(prefix: EvidencePrefix, key: unknown): Promise<ReceiptRecord> {
  const record = await findReceiptRecord({ prefix, key: String(key) }, database)
  if (record === undefined) throw new Error(`no record of ${prefix}:${key}`)
  return record
}
const factsOf = async ({ source_id }: Own) => (await receiptOf('source', source_id)).recorded['facts']

let tokens = 100
async function readMarket(own: Own, times: readonly Instant[]): Promise<void> {
  tokens += 1
  const address = given.addressOf(tokens) as ContractAddress
  const reading = {
    projectId: own.project_id,
    sourceId: own.source_id,
    address,
    provider: 'dexscreener',
    pools: 1,
    priceUsd: 0.5,
    liquidityUsd: 20_000.25,
    volume24hUsd: 0,
    trades24h: null,
    valuation: { usd: 9_000, kind: 'fdv' },
    poolLiquidityUsd: {},
  } satisfies Omit<MarketReadingDraft, 'observedAt'>
  for (const observedAt of times) {
    await inTransaction(database, (writer) => saveMarketReading({ ...reading, observedAt }, writer))
  }
}

test('[R68] the receipt of a market source holds each reading with its provider, time, figures and their kinds', async () => {
  const own = await owner('market')
  await readMarket(own, [NOW])
  expect(await factsOf(own)).toEqual({
    readings: [
      {
        provider: 'dexscreener',
        observedAt: NOW,
        pools: 1,
        priceUsd: 0.5,
        liquidityUsd: 20_000.25,
        volume24hUsd: 0,
        trades24h: null,
        valuation: { usd: 9_000, kind: 'fdv' },
      },
    ],
  })
})

test('[R68] it holds every reading of a day, and the last of each hour of the two days before', async () => {
  const own = await owner('market')
  const early = [at(-72), at(-71.9), at(-30.75), at(-30.25)]
  const late = [at(-23.75), at(-23.25), at(-0.5), NOW]
  await readMarket(own, [...early, ...late])
  const { readings } = (await factsOf(own)) as { readings: readonly { observedAt: Instant }[] }
  expect(readings.map(({ observedAt }) => observedAt)).toEqual([...late.toReversed(), at(-30.25), at(-71.9)])
})

test('[R68] the receipt of a token holds the block, transaction, time and deployer of its deployment', async () => {
  const own = await owner('token')
  const address = given.addressOf(0xa1)
  const { creation_tx, deployer } = await given.aContract({ ...own, address, role: 'token' }, database)
  await given.aContract(
    { ...own, address: given.addressOf(0xa2), withdrawn_at: NOW, withdrawn_reason: 'reorganised' },
    database,
  )
  expect(await factsOf(own)).toEqual({
    contractsTotal: 1,
    contracts: [
      {
        contract: address,
        role: 'token',
        deployer,
        block: 100,
        transaction: creation_tx,
        createdAt: '2026-11-20T10:00:00.000Z',
      },
    ],
  })
})

test('[R68] the receipt of a deployer holds what it launched and its newest deployments, 100 in all, and their number', async () => {
  const own = await owner('deployer')
  const address = (block: number) => given.addressOf(0xd000 + block)
  for (let block = 1; block <= 104; block += 1) {
    const role = block === 1 ? 'launch' : 'deployment'
    await given.aContract({ ...own, address: address(block), role, creation_block: block }, database)
  }
  const facts = await factsOf(own)
  const { contracts } = facts as { contracts: readonly { block: number }[] }
  expect(contracts.map(({ block }) => block)).toEqual([1, ...Array.from({ length: 99 }, (_, at) => at + 6)])
  expect(facts).toMatchObject({ contractsTotal: 104 })
})

/** Stores the calls of a named method and of an unnamed one. Returns the id of the first. */
async function storeCallsOfTwoMethods({
  contract,
  ...own
}: Awaited<ReturnType<typeof owner>> & { readonly contract: string }): Promise<string> {
  const { id: interfaceId } = await given.anInterface({ ...own, contract }, database)
  const span = { collected_from: at(-800), collected_to: NOW, since_creation: false }
  await database
    .insertInto('contract_use')
    .values({
      ...own,
      ...span,
      chain_id: 4663,
      contract,
      read_at: NOW,
      to_block: 900,
      to_block_hash: '0xcc',
      selectors_left_out: false,
    })
    .execute()
  const call = { chain_id: 4663, contract, first_since_creation: false, detected_at: NOW }
  const placed = {
    first_block: 1,
    first_tx_index: 0,
    first_tx: '0x01',
    first_at: at(-700),
    last_block: 9,
    last_tx_index: 0,
    last_tx: '0x09',
    last_at: at(-1),
  }
  const named = { signature: 'mint()', interface_id: String(interfaceId), decoded_at: NOW }
  const [decoded, other] = [randomUUID(), randomUUID()]
  await database
    .insertInto('method_use')
    .values([
      { ...own, ...call, ...placed, ...named, id: decoded, selector: '0x00000001' },
      { ...own, ...call, ...placed, id: other, selector: '0x00000002' },
    ])
    .execute()
  await database
    .insertInto('method_use_days')
    .values([
      { method_id: decoded, day: day('2026-11-15'), calls: 5 },
      { method_id: decoded, day: day('2026-11-16'), calls: 20 },
      { method_id: decoded, day: day('2026-11-18'), calls: 3 },
      { method_id: other, day: day('2026-11-18'), calls: 90 },
    ])
    .execute()
  await database
    .insertInto('method_resumptions')
    .values({
      method_id: decoded,
      block: 8,
      tx_index: 0,
      tx: '0x08',
      at: at(-2),
      previous_at: at(-740),
      detected_at: NOW,
    })
    .execute()
  return decoded
}

test('[R68] the receipt of an explorer holds the decoded calls of each week that is compared', async () => {
  const own = await owner('explorer')
  const contract = given.addressOf(0xb1)
  const decoded = await storeCallsOfTwoMethods({ ...own, contract })
  expect(await factsOf(own)).toEqual({
    contractsReadTotal: 1,
    calls: [
      {
        contract,
        collectedFrom: at(-800),
        collectedTo: NOW,
        weeksTotal: 2,
        weeks: [
          { weekStart: '2026-11-16', calls: 23 },
          { weekStart: '2026-11-09', calls: 5 },
        ],
      },
    ],
  })
  expect((await receiptOf('method', decoded)).recorded).toMatchObject({
    resumptions: [{ at: at(-2), block: 8, transaction: '0x08', previousAt: at(-740) }],
  })
})

test('[R68] the receipt of an explorer holds the last 60 weeks with calls, of the 50 contracts that were called last', async () => {
  const own = await owner('explorer')
  const contracts = Array.from(
    { length: 53 },
    (_, index) => given.addressOf(0xe000 + index) as ContractAddress,
  )
  for (const [index, contract] of contracts.entries()) {
    const id = await storeCallsOfTwoMethods({ ...own, contract })
    const last = { last_at: at(-100 + index) }
    await database.updateTable('method_use').set(last).where('contract', '=', contract).execute()
    if (index < 52) continue
    const weeks = Array.from({ length: 61 }, (_, week) => dateOf(addMs(NOW, -(week + 2) * 7 * 24 * HOUR_MS)))
    const days = weeks.map((date) => ({ method_id: id, day: date, calls: 1 }))
    await database.insertInto('method_use_days').values(days).execute()
  }
  const facts = await factsOf(own)
  type Calls = { readonly contract: string; readonly weeks: readonly object[]; readonly weeksTotal: number }
  const { calls } = facts as { calls: readonly Calls[] }
  expect(calls.map(({ contract }) => contract)).toEqual(contracts.slice(3))
  expect(facts).toMatchObject({ contractsReadTotal: 53 })
  const last = calls.at(-1)
  expect([last?.weeks.length, last?.weeksTotal]).toEqual([60, 63])
  expect(last?.weeks[0]).toEqual({ weekStart: '2026-11-16', calls: 23 })
})

test('[R68] the receipt of a source says how each of its streams was last read', async () => {
  const own = await owner('github_repository', 'lumen-labs/lumen')
  await given.aStream({ source_id: own.source_id, last_outcome: 'not_modified' }, database)
  const { recorded } = await receiptOf('source', own.source_id)
  expect(recorded).toMatchObject({
    facts: {},
    streams: [
      {
        stream: 'releases',
        provider: 'github',
        firstReadAt: '2026-08-13T12:00:00.000Z',
        lastReadAt: '2026-11-20T11:00:00.000Z',
        lastTriedAt: '2026-11-20T11:00:00.000Z',
        lastOutcome: 'not_modified',
        coversFrom: null,
      },
    ],
  })
})

test('[R68] the receipt of an interface names the interface that it replaced', async () => {
  const own = await owner('explorer')
  const contract = given.addressOf(0xc1)
  const made = async (digest: string, detected: Instant, superseded: Instant | null) =>
    String(
      (
        await given.anInterface(
          { ...own, contract, digest, detected_at: detected, superseded_at: superseded },
          database,
        )
      ).id,
    )
  const first = await made('d1', at(-9), at(-1))
  const between = await made('d2', at(-5), at(-3))
  const newest = await made('d3', at(-1), null)
  const replaced = async (id: string) => (await receiptOf('abi', id)).recorded['replaces']
  expect(await replaced(newest)).toEqual({
    id: `abi:${first}`,
    digest: 'd1',
    functions: 12,
    events: 3,
    match: 'exact',
  })
  expect(await replaced(between)).toMatchObject({ id: `abi:${first}` })
  expect(await replaced(first)).toBeNull()
})

test('[R68] the receipt of a statement names the site where it was read; a quotation has none', async () => {
  const own = await owner('website', 'https://lumen.example')
  const read = await given.aClaim({ ...own, kind: 'token_named', by: 'site' }, database)
  const quoted = await given.aClaim({ project_id: own.project_id, kind: 'utility', by: 'site' }, database)
  const sourceOf = async ({ id }: { readonly id: unknown }) =>
    (await receiptOf('claim', String(id).replace('claim:', ''))).source
  expect(await sourceOf(read)).toMatchObject({ id: evidenceId('source', own.source_id), kind: 'website' })
  expect(await sourceOf(quoted)).toBeNull()
})

test('[R68] the receipt of a conclusion keeps the inputs of its time when it is confirmed', async () => {
  const own = await owner('github_repository', 'lumen-labs/other')
  const ship = (n: number) => evidenceId('ship', `00000000-0000-4000-8000-00000000000${n}`)
  const draft = {
    projectId: own.project_id,
    fact: 'build.momentum',
    rule: 'build.momentum@1' as RuleId,
    state: 'MEASURED' as const,
    value: { score: 61.5 },
    unknownInputs: [],
    supportedUntil: NOW,
  }
  const conclude = (change: Pick<EvaluationDraft, 'inputs' | 'evidence'>, now: Instant) =>
    inTransaction(database, (writer) => saveEvaluations({ drafts: [{ ...draft, ...change }], now }, writer))
  await conclude({ inputs: { ships: 1 }, evidence: [ship(1)] }, at(-2))
  const { id } = await database
    .selectFrom('evaluations')
    .select('id')
    .where('project_id', '=', own.project_id)
    .executeTakeFirstOrThrow()
  const before = await receiptOf('state', id)
  expect(before).toMatchObject({ recorded: { inputs: { ships: 1 }, evidence: [ship(1)] } })
  expect(await conclude({ inputs: { ships: 2 }, evidence: [ship(2)] }, NOW)).toEqual(new Set())
  expect(await receiptOf('state', id)).toEqual(before)
  const grounds = await getRankedGrounds([own.project_id], database)
  expect(grounds.get(own.project_id)).toMatchObject({ evidence: [ship(2)] })
})

test.each([
  ['undated', null, { from: at(-6), to: at(-1) }],
  ['dated by its block', at(-2), null],
])(
  '[R128] the receipts of an upgrade that is %s have the readings between which it happened',
  async (_, blockTime, between) => {
    const own = await owner('contract')
    const contract = given.addressOf(blockTime === null ? 0x77 : 0x78)
    await given.aContract({ ...own, address: contract, role: 'declared' }, database)
    const dated = blockTime === null ? { ...UNDATED, basis: 'slot' } : { block_time: blockTime }
    const row = { ...own, contract, ...dated, unchanged_until: at(-6), detected_at: at(-1) }
    const { key } = await given.anImplementation(row as never, database)
    expect((await receiptOf('impl', key)).recorded['between']).toEqual(between)
    const precision = blockTime === null ? 'OBSERVED' : 'EXACT'
    const ship = await given.aShip(
      {
        ...own,
        kind: 'upgrade',
        natural_key: `impl:${key}`,
        occurred_at: blockTime,
        precision,
        detected_at: at(-1),
      },
      database,
    )
    expect((await receiptOf('ship', ship.id)).recorded['between']).toEqual(between)
  },
)
const UNDATED = {
  block_time: null,
  block_number: null,
  block_hash: null,
  tx_index: null,
  tx_hash: null,
  log_index: null,
}

test.each([
  { name: 'a week with commits since it was detected', readTo: at(5), known: at(5) },
  { name: 'an older record without the end of the reading', readTo: undefined, known: NOW },
])('the receipt of $name was read when its commits were', async ({ readTo, known }) => {
  const own = await owner('github_repository', `lumen/${crypto.randomUUID()}`)
  const facts = { codeWeek: { weekStart: '2026-11-16', ...(readTo !== undefined && { readTo }) } }
  const week = { ...own, kind: 'code_week', occurred_at: at(3), detected_at: NOW, facts } as const
  const { id } = await given.aShip(week, database)
  expect(await receiptOf('ship', id)).toMatchObject({
    occurredAt: at(3),
    observedAt: known,
    detectedAt: known,
  })
})
