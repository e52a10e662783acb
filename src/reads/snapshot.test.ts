import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unknown } from '#contract/claim.ts'
import { CoverageState } from '#contract/enums.ts'
import { addMs, DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { scoringVersion } from '#domain/scoring-version.ts'
import { runLedger } from '#ledger/write.ts'
import { inTransaction } from '#records/database.ts'
import { savePublication } from '#records/market/integrity.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { evaluateAt } from '#test/given/evaluate-at.ts'
import { type GivenListing, storeListed, tokenOf } from '#test/given/listed-project.ts'
import * as given from '#test/given/records.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, storeToken } from '#test/service/http-service.ts'
import { expectSameFigures } from '#test/world/same-figures.ts'

const service = await httpServiceOfFile()

type Body = Readonly<Record<string, unknown>>
let asked = 0

async function bodyOf(path: string): Promise<Body> {
  asked += 1
  const { status, body } = await service.get(`${path}${path.includes('?') ? '&' : '?'}asked=${asked}`)
  expect([path, status]).toEqual([path, 200])
  return body
}

const snapshotOf = (slug: string) => bodyOf(`/api/projects/${slug}/snapshot`)
const section = async (slug: string, name: string) => (await snapshotOf(slug))[name] as Body

async function expectSame(slug: string): Promise<void> {
  const listed = (await bodyOf(`/api/projects?q=${slug}`))['items'] as readonly Body[]
  const card = listed.find((one) => one['slug'] === slug)
  const dossier = await bodyOf(`/api/projects/${slug}`)
  expectSameFigures({ snapshot: await snapshotOf(slug), dossier, card: card ?? {} })
}

/** A project with a token, a repository that ships, a market and a locker, evaluated now. */
async function storeEvaluated(reading: { readonly liquidity: string; readonly hoursAgo: number }) {
  const { database } = service
  const project = await given.aProject({ slug: `s-${randomUUID().slice(0, 8)}` }, database)
  const projectId = String(project.id)
  const token = tokenOf(7000 + asked)
  await given.aToken({ project_id: projectId, address: token }, database)
  const attached = { project_id: projectId, attached_at: addMs(NOW, -90 * DAY_MS) }
  const locatorOf = (kind: string) =>
    kind === 'locker' ? `${given.addressOf(0x10c)}:${token}` : `${kind}:${projectId}`
  const own = async (kind: string, streams: readonly string[], provider: string) => {
    const source = await given.aSource({ ...attached, kind, locator: locatorOf(kind) }, database)
    for (const stream of streams)
      await given.aStream({ source_id: String(source.id), stream, provider, last_ok_at: NOW }, database)
    return { project_id: projectId, source_id: String(source.id) }
  }
  const repository = await own('github_repository', ['releases', 'commits'], 'github')
  const market = await own('market', ['market'], 'dexscreener')
  await own('locker', ['locks'], 'chain')
  await given.aShip({ ...repository, occurred_at: addMs(NOW, -3 * DAY_MS) }, database)
  await database
    .insertInto('market_readings')
    .values({
      ...market,
      id: randomUUID(),
      chain_id: 4663,
      address: token,
      provider: 'dexscreener',
      pools: 1,
      observed_at: addMs(NOW, -reading.hoursAgo * HOUR_MS),
      price_usd: '1',
      liquidity_usd: reading.liquidity,
      volume_24h_usd: '900',
      valuation_usd: '1000000',
      valuation_kind: 'fdv',
    })
    .execute()
  await evaluateAt({ projectId: projectId, now: NOW }, service.database)
  return { slug: String(project.slug), projectId, token, own: repository }
}

describe('the figures of card and dossier', () => {
  test.each([
    { liquidity: '90000', hoursAgo: 1 },
    { liquidity: '900', hoursAgo: 30 },
    { liquidity: '0', hoursAgo: 90 },
  ])('are those of the snapshot after an evaluation with a market of %o', async (reading) => {
    const { slug } = await storeEvaluated(reading)
    await expectSame(slug)
    expect((await section(slug, 'build'))['meaningfulShips30d']).toBe(1)
  })

  test('a known zero of locks cites the locker that was read, and none that is detached', async () => {
    const { slug, projectId } = await storeEvaluated({ liquidity: '90000', hoursAgo: 1 })
    const { id } = await service.database
      .selectFrom('sources')
      .select('id')
      .where((source) => source.and({ project_id: projectId, kind: 'locker' }))
      .executeTakeFirstOrThrow()
    const former = { project_id: projectId, kind: 'locker', detached_at: NOW }
    await given.aSource({ ...former, locator: given.addressOf(0x10f) }, service.database)
    const { locks, claims } = await snapshotOf(slug)
    expect(locks).toMatchObject({ state: 'MEASURED', total: 0, items: [] })
    const cited = { kind: 'FACT', observed_at: NOW, evidence: [`source:${id}`], evidence_total: 1 }
    expect(claims).toHaveProperty('locks', cited)
  })

  const REASONS = CoverageState.enum.filter((state) => state !== 'MEASURED')
  const CLAIMS = ['activity', 'lastActivityAt', 'meaningfulShips30d', 'latestMeaningfulShip'] as const
  const unheld = fc.dictionary(
    fc.constantFrom(...CLAIMS, 'tokenVerification', 'researchLevel', 'market'),
    fc.constantFrom(...REASONS),
  )

  test('are absent from the snapshot exactly where they are absent there [contract GET /api/projects/{slug}/snapshot] [contract snapshot *] [contract snapshot build.buildMomentum|build.underTheRadar]', async () => {
    await fc.assert(
      fc.asyncProperty(
        unheld,
        fc.record({ fdv: fc.integer({ min: 1 }), liquidity: fc.nat() }, { requiredKeys: [] }),
        async (unknowns, figures) => {
          const claims = Object.entries(unknowns).map(([name, reason]) => [name, unknown(reason)])
          const evidence = { ...KNOWN, ...Object.fromEntries(claims) } as CardEvidence
          asked += 1
          const listing: GivenListing = { token: { address: tokenOf(8000 + asked) }, evidence, ...figures }
          await expectSame(await storeListed(listing, service.database))
        },
      ),
      { numRuns: 15 },
    )
  })
})

test('a project that was never scored has its identity, and the state of every section [contract snapshot *] [contract snapshot build.buildMomentum|build.underTheRadar]', async () => {
  const { slug } = await storeToken({}, service.database)
  const snapshot = await snapshotOf(slug)
  await expectSame(slug)
  const unread = { state: 'NOT_ENOUGH_YET' }
  expect(snapshot).toMatchObject({
    identity: { slug },
    build: { ...unread, status: 'UNKNOWN', underTheRadar: { value: 'NOT_MEASURED', reason: 'not_scored' } },
    market: { ...unread, status: 'INSUFFICIENT_DATA', integrity: { state: 'WITHHELD' } },
    onChainUse: unread,
    verification: unread,
    locks: unread,
    freshness: {},
    scoringVersion: scoringVersion(),
  })
  const absent = {
    build: ['buildMomentum', 'meaningfulShips30d', 'lastActivityAt', 'lastShip'],
    market: ['valuation', 'valuationWithheld', 'liquidity', 'readings'],
    onChainUse: ['contracts', 'calls', 'methods', 'from', 'to', 'since'],
    locks: ['total', 'items'],
    freshness: ['asOf', 'providers'],
  }
  for (const [name, fields] of Object.entries(absent))
    for (const field of fields) expect(snapshot[name]).not.toHaveProperty(field)
})

test('a project without a token has no market status, and says why', async () => {
  const slug = await storeListed(
    {
      evidence: {
        ...KNOWN,
        coverage: { ...KNOWN.coverage, market: { state: 'NOT_APPLICABLE', observedAt: null } },
      },
    },
    service.database,
  )
  expect(await section(slug, 'market')).toEqual({
    state: 'NOT_APPLICABLE',
    integrity: { state: 'WITHHELD' },
  })
  await expectSame(slug)
})

test('the valuation of a dead market is withheld with the reason [contract snapshot market.valuationWithheld]', async () => {
  asked += 1
  const slug = await storeListed(
    { token: { address: tokenOf(8000 + asked) }, withheld: 'LIQUIDITY_GONE' },
    service.database,
  )
  const market = await section(slug, 'market')
  expect(market).toMatchObject({ valuationWithheld: 'LIQUIDITY_GONE' })
  expect(market).not.toHaveProperty('valuation')
  await expectSame(slug)
})

test('market integrity has a value only while it is published', async () => {
  const { slug, projectId } = await storeEvaluated({ liquidity: '90000', hoursAgo: 1 })
  const shown = async () => (await section(slug, 'market'))['integrity']
  await service.database
    .updateTable('evaluations')
    .set({
      state: 'MEASURED',
      supported_until: NOW,
      evidence: [`source:${projectId}`],
      latest_evidence: null,
    })
    .set({ value: JSON.stringify({ status: 'OBSERVED', reasons: ['providers_disagree'], since: NOW }) })
    .where('project_id', '=', projectId)
    .where('fact', '=', 'market_integrity.state')
    .execute()
  expect(await shown()).toEqual({ state: 'WITHHELD' })
  const save = (marketIntegrity: 'published' | 'withheld') =>
    inTransaction(service.database, (writer) => savePublication({ marketIntegrity, now: NOW }, writer))
  await save('published')
  expect(await shown()).toEqual({
    state: 'MEASURED',
    status: 'OBSERVED',
    checks: ['providers_disagree'],
    since: NOW,
    evidenceId: expect.stringMatching(/^integrity:/),
  })
  const unscored = await storeToken({}, service.database)
  expect(await section(unscored.slug, 'market')).toMatchObject({ integrity: { state: 'NOT_ENOUGH_YET' } })
  await save('withheld')
})

test('locks that were read and not found are an empty list; recorded ones are listed, withdrawn ones last [contract snapshot locks]', async () => {
  const { slug, token, own } = await storeEvaluated({ liquidity: '90000', hoursAgo: 1 })
  expect(await section(slug, 'locks')).toMatchObject({ state: 'MEASURED', total: 0, items: [] })
  asked += 1
  const lockId = String(100 + asked)
  const gone = { lock_id: `${lockId}1`, withdrawn: true, unlock_at: NOW }
  await given.aLock({ ...own, token, lock_id: lockId }, service.database)
  await given.aLock({ ...own, token, ...gone }, service.database)
  const { total, items } = await section(slug, 'locks')
  expect(total).toBe(2)
  expect(items).toMatchObject([
    {
      id: `lock:4663:${given.addressOf(0x10c)}:${lockId}`,
      amount: '1000000000000000000000',
      unlockAt: '2026-11-30T12:00:00.000Z',
      withdrawn: false,
    },
    { withdrawn: true },
  ])
})

test('locks in a locker that is not read any more are neither listed nor counted', async () => {
  const { slug, projectId, token, own } = await storeEvaluated({ liquidity: '90000', hoursAgo: 1 })
  asked += 1
  const former = {
    locker: given.addressOf(0x10f),
    lock_id: String(200 + asked),
    observed_at: addMs(NOW, -DAY_MS),
  }
  await given.aLock({ ...own, token, ...former }, service.database)
  const detached = { project_id: projectId, kind: 'locker', detached_at: NOW }
  await given.aSource({ ...detached, locator: `${former.locker}:${token}` }, service.database)
  const { locks, claims } = await snapshotOf(slug)
  expect(locks).toMatchObject({ state: 'MEASURED', total: 0, items: [] })
  expect(claims).toHaveProperty('locks.observed_at', NOW)
})

test('[R115] on-chain use is the stored conclusion with its days and their end, the same on every surface [contract snapshot onChainUse]', async () => {
  const { slug, projectId } = await storeEvaluated({ liquidity: '90000', hoursAgo: 1 })
  expect(await section(slug, 'onChainUse')).toMatchObject({ state: 'NO_SOURCE' })
  const contracts = [
    { contract: tokenOf(1), from: '2026-11-12', days: 7, collectedFrom: NOW, collectedTo: NOW, calls: 5 },
    { contract: tokenOf(2) },
  ]
  const evidence = [`source:${projectId}`, `method:${randomUUID()}`, `method:${randomUUID()}`]
  await service.database
    .updateTable('evaluations')
    .set({
      state: 'MEASURED',
      supported_until: NOW,
      value: JSON.stringify({ calls: 5, days: 7 }),
      latest_evidence: evidence,
    })
    .set({ evidence, latest_inputs: JSON.stringify({ contracts }) })
    .where('project_id', '=', projectId)
    .where('fact', '=', 'contract.use')
    .execute()
  const { scope, ...use } = await section(slug, 'onChainUse')
  expect(use).toEqual({
    state: 'MEASURED',
    contracts: 2,
    contractsDecoded: 1,
    calls: 5,
    days: 7,
    methods: 2,
    from: '2026-11-12',
    to: '2026-11-18',
    since: NOW,
  })
  const { onChainUse: note } = (await snapshotOf(slug))['claims'] as Record<string, unknown>
  expect(note).toMatchObject({ kind: 'DERIVED', as_of: '2026-11-19T00:00:00.000Z' })
  const told = JSON.stringify(await bodyOf(`/api/agent/research_project?project=${slug}`))
  expect(told).toContain('5 in 7 whole days, 2026-11-12 to 2026-11-18.')
  expect(scope).toEqual(expect.any(String))
})

test('changes are unavailable until the ledger ran over the project, then none or the newest [contract snapshot latestChanges.available]', async () => {
  const { slug, own, projectId } = await storeEvaluated({ liquidity: '90000', hoursAgo: 1 })
  const { database } = service
  await database
    .updateTable('project_work')
    .set({ ledger_due_since: addMs(NOW, -400 * DAY_MS) })
    .where('project_id', '=', projectId)
    .execute()
  expect(await section(slug, 'latestChanges')).toEqual({ available: false, reason: 'ledger_not_run' })
  await given.aShip({ ...own, occurred_at: addMs(NOW, -HOUR_MS) }, database)
  await runLedger({ now: NOW }, { database })
  const shown = await section(slug, 'latestChanges')
  const { items } = await bodyOf(`/api/changes?project=${slug}&limit=10`)
  expect(shown).toEqual({ available: true, items })
  expect(items).not.toEqual([])
  const quiet = await storeToken({}, database)
  await runLedger({ now: NOW }, { database })
  expect(await section(quiet.slug, 'latestChanges')).toMatchObject({ available: true })
})

test('freshness names the newest successful reading of each provider [contract snapshot freshness]', async () => {
  const { slug } = await storeEvaluated({ liquidity: '90000', hoursAgo: 1 })
  const providers = ['chain', 'dexscreener', 'github'].map((provider) => ({ provider, lastReadAt: NOW }))
  expect(await section(slug, 'freshness')).toEqual({ asOf: NOW, providers })
})

test('a former slug answers 308 to the snapshot', async () => {
  const { slug, projectId } = await storeToken({}, service.database)
  const former = { slug: `${slug.slice(0, 20)}-old`, project_id: projectId, since: NOW, former_since: NOW }
  await service.database.insertInto('project_slugs').values(former).execute()
  const { status, headers } = await service.get(`/api/projects/${former.slug}/snapshot`)
  expect([status, headers['location']]).toEqual([308, `/api/projects/${slug}/snapshot`])
})
