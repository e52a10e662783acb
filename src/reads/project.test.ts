import type { Insertable } from 'kysely'
import { expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { toInstant as at, type CalendarDate } from '#contract/time.ts'
import { scoringVersion } from '#domain/scoring-version.ts'
import type { Tables } from '#records/tables.ts'
import { FIGURES_READ, type GivenListing, storeListed, tokenOf } from '#test/given/listed-project.ts'
import { aClaim, anEvaluation, aShip, aSource, aStream } from '#test/given/records.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, storeToken } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()

let projects = 0

/** A project with a token, a counted repository and one reading of its market. */
async function storeProject(given: GivenListing, reading: Partial<Insertable<Tables['market_readings']>>) {
  projects += 1
  const token = { ...given.token, address: tokenOf(900 + projects) }
  const slug = await storeListed({ ...given, token }, service.database)
  const projectId = await idOf(slug)
  const source = await aSource(
    {
      project_id: projectId,
      locator: 'lumen-labs/lumen',
      established_statement: 'They link each other.',
      facts: JSON.stringify({ url: 'https://code.example/lumen' }),
    },
    service.database,
  )
  await aStream({ source_id: String(source.id) }, service.database)
  await service.database
    .insertInto('market_readings')
    .values({
      id: crypto.randomUUID(),
      chain_id: 4663,
      address: token.address,
      project_id: projectId,
      source_id: String(source.id),
      provider: 'dexscreener',
      observed_at: FIGURES_READ,
      pools: 1,
      ...reading,
    })
    .execute()
  return {
    slug,
    contract: token.address,
    own: { project_id: projectId, source_id: String(source.id) },
    source,
  }
}

async function idOf(slug: Slug): Promise<string> {
  const found = service.database.selectFrom('projects').select('id').where('slug', '=', slug)
  return (await found.executeTakeFirstOrThrow()).id
}

test('a dossier has the identity, the sources and the coverage of a project [contract GET /api/projects/{slug}] [contract dossier description|token|sources|sources.establishedBy]', async () => {
  const { slug, contract, own, source } = await storeProject(
    {
      project: { description: 'Swaps\u202Ewith receipts.', kind: 'protocol' },
      token: { address: tokenOf(1), symbol: 'DOS', decimals: 18, total_supply: '1000000000000000000000' },
      listed: { activity_status: 'SHIPPING', narratives: ['defi'] },
    },
    {},
  )
  await aSource(
    {
      project_id: own.project_id,
      kind: 'website',
      locator: 'https://dossier.example',
      counted: false,
      not_counted_reason: 'Only declares.',
    },
    service.database,
  )
  const { status, body } = await service.get(`/api/projects/${slug}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    slug,
    description: 'Swaps with receipts.',
    narratives: ['defi'],
    token: { contract, symbol: 'DOS', decimals: 18, totalSupply: '1000000000000000000000' },
    tokenVerification: 'VERIFIED',
    tokenVerificationReason: 'site_names_contract',
    statusHelp: expect.stringContaining('at most 7 days old'),
    coverage: { verified_source: { state: 'NO_SOURCE' }, building: { state: 'MEASURED' } },
    score: { underTheRadar: { value: 'NOT_MEASURED', reason: 'not_scored' } },
    changesUrl: `https://svc.example/api/changes?project=${slug}`,
    badgeUrl: `https://svc.example/badge/${slug}.svg`,
  })
  expect(body['sources']).toHaveLength(2)
  expect(body['sources']).toContainEqual(expect.objectContaining({ notCountedReason: 'Only declares.' }))
  expect(body['sources']).toContainEqual({
    id: source.evidence,
    kind: 'github_repository',
    locator: 'lumen-labs/lumen',
    url: 'https://code.example/lumen',
    establishedBy: 'mutual',
    establishedUrl: null,
    establishedStatement: 'They link each other.',
    counted: true,
    attachedAt: '2026-08-12T12:00:00.000Z',
    lastReadAt: '2026-11-20T11:00:00.000Z',
  })
})

test('[R121] momentum that was read up to an earlier instant says so', async () => {
  const { slug, own, source } = await storeProject({}, {})
  const asOf = '2026-11-18T09:00:00.000Z'
  const momentum = {
    fact: 'build.momentum',
    rule: 'build.momentum@2',
    value: JSON.stringify({ score: 61.5 }),
  }
  const concluded = { project_id: own.project_id, evaluated_at: NOW, evidence: [source.evidence] }
  await anEvaluation({ ...concluded, ...momentum, inputs: JSON.stringify({ asOf }) }, service.database)
  expect((await service.get(`/api/projects/${slug}`)).body).toMatchObject({
    score: { buildMomentum: 61.5, buildMomentumAsOf: asOf },
    claims: { buildMomentum: { as_of: asOf } },
  })
})

test('the score has its conclusions with evidence, and the reason for a missing rank [contract dossier score.underTheRadar] [contract under the radar HELD|NOT_MEASURED]', async () => {
  const { slug, own, source } = await storeProject({}, {})
  const evidence = [source.evidence]
  const momentum = { score: 61.5, ships30d: 3, beyondCodeWeeks30d: 1 }
  const concluded = { project_id: own.project_id, evaluated_at: NOW, evidence }
  await anEvaluation(
    { ...concluded, fact: 'build.momentum', rule: 'build.momentum@1', value: JSON.stringify(momentum) },
    service.database,
  )
  const gap = { ...concluded, fact: 'discovery_gap', rule: 'discovery_gap@1' }
  const unranked = await anEvaluation(
    {
      ...gap,
      state: 'NOT_ENOUGH_YET',
      value: null,
      evidence: [],
      inputs: JSON.stringify({ notMeasured: 'cohort_too_small' }),
    },
    service.database,
  )
  const before = await service.get(`/api/projects/${slug}`)
  expect(before.body).toMatchObject({
    score: {
      buildMomentum: 61.5,
      underTheRadar: { value: 'NOT_MEASURED', reason: 'cohort_too_small' },
      rankedAt: NOW,
    },
    claims: {
      buildMomentum: { kind: 'DERIVED', rule: 'build.momentum@1', evidence },
      underTheRadar: { kind: 'UNKNOWN', reason: 'NOT_ENOUGH_YET' },
    },
  })
  await service.database
    .updateTable('evaluations')
    .set({ superseded_at: NOW })
    .where('id', '=', unranked.id)
    .execute()
  const place = { underTheRadar: 'HELD', gap: 60, momentumPercentile: 80, attentionPercentile: 20 }
  await anEvaluation({ ...gap, value: JSON.stringify(place) }, service.database)
  const after = await service.get(`/api/projects/${slug}?again=1`)
  expect(after.body['score']).toEqual({
    buildMomentum: 61.5,
    momentumPercentile: 80,
    attentionPercentile: 20,
    discoveryGap: 60,
    underTheRadar: { value: 'HELD' },
    rankedAt: NOW,
    scoringVersion: scoringVersion(),
  })
})

test('lists the newest ships without withdrawn ones', async () => {
  const { slug, own } = await storeProject({}, {})
  const occurred = at('2026-11-18T10:00:00.123456Z')
  const ship = await aShip({ ...own, counts_as: 'release', occurred_at: occurred }, service.database)
  await aShip({ ...own, withdrawn_at: NOW, withdrawn_reason: 'deleted' }, service.database)
  const { body } = await service.get(`/api/projects/${slug}`)
  expect(body['newestShips']).toEqual([
    expect.objectContaining({ evidenceId: ship.evidence, occurredAt: occurred, countsAs: 'release' }),
  ])
})

test('shows the market by provider: a zero stays zero, a missing figure is absent [contract dossier market|market.observedAt]', async () => {
  const { slug, source } = await storeProject(
    { fdv: 12_000, liquidity: 300 },
    { price_usd: '0.0125', liquidity_usd: '0', valuation_usd: '12000.5', valuation_kind: 'fdv' },
  )
  const { body } = await service.get(`/api/projects/${slug}`)
  expect(body['market']).toEqual({
    status: 'LIVE',
    observedAt: '2026-11-19T10:00:00.000Z',
    valuation: { value: 12_000, kind: 'fdv', provider: 'dexscreener', observedAt: FIGURES_READ },
    readings: [
      {
        provider: 'dexscreener',
        observedAt: FIGURES_READ,
        priceUsd: 0.0125,
        liquidityUsd: 0,
        valuation: { value: 12_000.5, kind: 'fdv' },
        source: source.evidence,
        doubt: 'implausible_valuation',
      },
    ],
  })
})

test('withholds every valuation of a dead market and gives the reason', async () => {
  const { slug, source } = await storeProject(
    { withheld: 'LIQUIDITY_GONE' },
    { valuation_usd: '5', valuation_kind: 'marketCap' },
  )
  const { body } = await service.get(`/api/projects/${slug}`)
  expect(body['market']).toEqual({
    status: 'LIVE',
    observedAt: expect.any(String),
    valuationWithheld: 'LIQUIDITY_GONE',
    readings: [{ provider: 'dexscreener', observedAt: FIGURES_READ, source: source.evidence }],
  })
  expect(body).not.toHaveProperty('marketCap')
  expect(body).toMatchObject({
    valuationWithheld: 'LIQUIDITY_GONE',
    claims: { marketCap: { kind: 'UNKNOWN', reason: 'WITHHELD' } },
  })
})

test('[R69] a reading that is not believed has its doubt, and no figure is shown as a fact', async () => {
  const { slug } = await storeProject(
    { doubt: 'providers_disagree' },
    { liquidity_usd: '98000', valuation_usd: '5', valuation_kind: 'fdv' },
  )
  const { body } = await service.get(`/api/projects/${slug}`)
  expect(body).toMatchObject({
    marketDoubt: 'providers_disagree',
    market: { readings: [{ liquidityUsd: 98_000, doubt: 'providers_disagree' }] },
  })
  for (const field of ['marketCap', 'liquidity', 'volume24h']) expect(body).not.toHaveProperty(field)
})

test('[R69] an implausible turnover is the doubt of its own reading', async () => {
  const { slug } = await storeProject({ liquidity: 300 }, { liquidity_usd: '200', volume_24h_usd: '900000' })
  const { body } = await service.get(`/api/projects/${slug}`)
  expect(body).not.toHaveProperty('marketDoubt')
  expect(body).toMatchObject({ market: { readings: [{ doubt: 'implausible_turnover' }] } })
})

test('a project without a card has its identity and nothing measured', async () => {
  const { slug } = await storeToken({}, service.database)
  const { body } = await service.get(`/api/projects/${slug}`)
  expect(body).toMatchObject({ status: 'UNKNOWN', activityMeasured: false, sources: [] })
  const unheld = ['asOf', 'marketCap', 'meaningfulShips30d', 'lastShip', 'newestShips', 'researchLevel']
  for (const field of unheld) expect(body).not.toHaveProperty(field)
})

test('lists current statements newest first, cleaned for display, each with its id', async () => {
  const { slug, own } = await storeProject({}, {})
  expect((await service.get(`/api/projects/${slug}`)).body).not.toHaveProperty('statements')
  const { project_id } = own
  const stated = (given: Omit<Parameters<typeof aClaim>[0], 'project_id'>) =>
    aClaim({ project_id, ...given }, service.database)
  const review = await stated({
    kind: 'security',
    by: 'site',
    statement: 'An outside\u202E review.',
    url: 'javascript:alert(1)',
    stated_on: null,
    observed_at: at('2026-11-19T00:00:00Z'),
  })
  const named = await stated({
    kind: 'token_named',
    by: 'repository',
    statement: 'DOS: 0x…',
    url: 'https://dossier.example/token',
    stated_on: '2026-11-01' as CalendarDate,
    names: tokenOf(2),
    observed_at: at('2026-11-20T00:00:00Z'),
  })
  await stated({ withdrawn_at: NOW, withdrawn_reason: 'no longer stated' })
  const { body } = await service.get(`/api/projects/${slug}`)
  expect(body['statements']).toEqual([
    {
      id: `claim:${named.id}`,
      kind: 'token_named',
      by: 'repository',
      statement: 'DOS: 0x…',
      url: 'https://dossier.example/token',
      statedOn: '2026-11-01',
      names: tokenOf(2),
      observedAt: '2026-11-20T00:00:00.000Z',
    },
    {
      id: `security:${review.id}`,
      kind: 'security',
      by: 'site',
      statement: 'An outside review.',
      observedAt: '2026-11-19T00:00:00.000Z',
    },
  ])
})

test('a statement has what its check found, and one of a source that was removed is not listed', async () => {
  const { slug, own } = await storeProject({}, {})
  const { project_id } = own
  const site = { project_id, kind: 'website' } as const
  const former = await aSource(
    { ...site, locator: 'https://former.example', detached_at: NOW },
    service.database,
  )
  const present = await aSource({ ...site, locator: 'https://lumen.example' }, service.database)
  const stated = (given: Omit<Parameters<typeof aClaim>[0], 'project_id'>) =>
    aClaim({ project_id, kind: 'token_named', by: 'site', ...given }, service.database)
  await stated({ source_id: String(former.id), statement: 'Of the former site.' })
  await stated({ source_id: String(present.id), statement: 'Of the site.' })
  const check = { outcome: 'wrong_signature', as: null, block: 9, at: NOW }
  await stated({
    kind: 'token_signed',
    by: 'signature',
    statement: 'Signed.',
    signed: JSON.stringify({ by: tokenOf(2), text: 'DOS', value: '0x1f' }),
    signature_check: JSON.stringify(check),
  })
  await stated({ kind: 'token_signed', by: 'signature', statement: 'Not checked.' })
  const record = { outcome: 'not_named', source: present.evidence, at: NOW }
  await stated({
    kind: 'token_deploy_record',
    by: 'repository',
    statement: 'Deployed.',
    record_check: JSON.stringify(record),
  })
  const { body } = await service.get(`/api/projects/${slug}`)
  const listed = body['statements'] as { statement: string; outcome?: string }[]
  expect(listed.map(({ statement, outcome }) => `${statement} ${outcome}`).toSorted()).toEqual([
    'Deployed. not_named',
    'Not checked. undefined',
    'Of the site. undefined',
    'Signed. wrong_signature',
  ])
  expect(listed.filter((one) => 'outcome' in one)).toHaveLength(2)
})
