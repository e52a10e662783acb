import { beforeAll, describe, expect, test } from 'vitest'
import { ExplainFact } from '#contract/enums.ts'
import type { ProjectCoverage } from '#contract/shapes/coverage.ts'
import type { Dossier } from '#contract/shapes/dossier.ts'
import type { Explanation } from '#contract/shapes/explanation.ts'
import type { ProjectCard } from '#contract/shapes/project-card.ts'
import { addMs, HOUR_MS, type Instant } from '#contract/time.ts'
import { scoringVersion } from '#domain/scoring-version.ts'
import { evaluatedCast } from '#test/given/evaluated-cast.ts'
import * as given from '#test/given/records.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW } from '#test/service/http-service.ts'

const DERIVED = ExplainFact.enum.filter((fact) => fact !== 'source.counted')
const READ_AGAIN = addMs(NOW, -HOUR_MS)
const SHOWN = DERIVED.filter((fact) => fact !== 'market_integrity.state')

const service = await httpServiceOfFile()
let cast: readonly Told[]
beforeAll(async () => {
  const projects = await evaluatedCast(NOW, service.database)
  // A conclusion that was replaced is the last row that a scan finds.
  const replaced = { evaluated_at: addMs(NOW, -2 * HOUR_MS), superseded_at: READ_AGAIN }
  for (const { id } of projects)
    await given.anEvaluation({ project_id: id, fact: 'activity.status', ...replaced }, service.database)
  const cards = await items<ProjectCard>('/api/projects?limit=48')
  const still = (await items<ProjectCard>('/api/projects?limit=48&tab=still-building')).map(
    ({ slug }) => slug,
  )
  cast = await Promise.all(
    projects.map(async ({ slug }) => ({
      slug,
      isStillBuilding: still.some((listed) => listed === slug),
      card: cards.find((card) => card.slug === slug),
      dossier: await body<Dossier>(`/api/projects/${slug}`),
      coverage: await body<ProjectCoverage>(`/api/projects/${slug}/coverage`),
      explained: new Map(
        await Promise.all(DERIVED.map(async (fact) => [fact, await explain(slug, fact)] as const)),
      ),
    })),
  )
})

/** The service's answers about one project. */
type Told = {
  readonly slug: string
  readonly card: ProjectCard | undefined
  readonly dossier: Dossier
  readonly isStillBuilding: boolean
  readonly coverage: ProjectCoverage
  readonly explained: ReadonlyMap<ExplainFact, Explanation>
}

async function body<T>(path: string): Promise<T> {
  const { status, body: answered } = await service.get(path)
  expect([path, status]).toEqual([path, 200])
  return answered as T
}
const items = async <T>(path: string) => (await body<{ items: readonly T[] }>(path)).items
const explain = (slug: string, fact: string) =>
  body<Explanation>(`/api/projects/${slug}/explain?fact=${fact}`)

/** The values of each fact, wherever card, dossier and lists show it; undefined where they do not. */
const SHOWN_AS: Readonly<Record<(typeof SHOWN)[number], (told: Told) => readonly unknown[]>> = {
  'market.valuation': ({ card, dossier }) => [card?.marketCap, dossier.marketCap, dossier.market?.valuation],
  'market.status': ({ card, dossier }) => [card?.marketStatus, dossier.marketStatus],
  'activity.status': ({ card, dossier }) =>
    [card?.status, dossier.status].map((status) => (status === 'UNKNOWN' ? undefined : status)),
  'build.momentum': ({ dossier }) => [dossier.score.buildMomentum],
  discovery_gap: ({ dossier }) => [dossier.score.discoveryGap],
  still_building: ({ isStillBuilding, explained }) =>
    explained.get('still_building')?.state === 'UNKNOWN' && !isStillBuilding
      ? [undefined]
      : [isStillBuilding],
  'research.level': ({ card, dossier }) => [card?.researchLevel, dossier.researchLevel],
  'token.verification': ({ card, dossier }) => [
    ...(card?.token === undefined ? [undefined] : [card.tokenVerification]),
    dossier.tokenVerification,
  ],
}

describe.each(SHOWN)('%s', (fact) => {
  test('has the value that card, dossier and lists show, byte for byte [contract GET /api/projects/{slug}/explain] [contract explanation value] [contract explain fact *]', () => {
    for (const told of cast) {
      const value = JSON.stringify(told.explained.get(fact)?.value)
      const shown = SHOWN_AS[fact](told).map((one) => JSON.stringify(one))
      expect([told.slug, ...shown]).toEqual([told.slug, ...shown.map(() => value)])
    }
    const states = new Set(cast.map(({ explained }) => explained.get(fact)?.state))
    expect(states).toEqual(new Set(['DERIVED', 'UNKNOWN']))
  })

  test('is either derived with evidence or unknown with the reason of the coverage', () => {
    for (const { slug, explained, coverage } of cast) {
      const { state, value, reason, evidence } = explained.get(fact) ?? {}
      const covered = coverage.facts.find((stated) => stated.fact === fact)
      expect([slug, covered?.reason]).toEqual([slug, reason])
      expect([slug, state, value === undefined, reason === undefined, evidence === undefined]).toEqual(
        state === 'DERIVED' ? [slug, state, false, true, false] : [slug, 'UNKNOWN', true, false, true],
      )
    }
  })
})

test('a figure that a later reading confirmed is the newest one, and supersedes no row', async () => {
  const told = cast.find(({ dossier }) => dossier.marketCap?.kind === 'fdv')
  expect(told?.dossier.marketCap).toMatchObject({ value: 2_000_000, observedAt: READ_AGAIN })
  const rows = await service.database
    .selectFrom('evaluations')
    .select(['value', 'superseded_at'])
    .where('fact', '=', 'market.valuation')
    .where('state', '=', 'MEASURED')
    .execute()
  expect(rows.filter((row) => row.superseded_at !== null)).toEqual([])
})

test('the details of a rank and of a verification are those of the dossier', () => {
  for (const { explained, dossier } of cast) {
    const { momentumPercentile, attentionPercentile, underTheRadar } = dossier.score
    const { detail, inputs } = explained.get('discovery_gap') ?? {}
    if (detail !== undefined)
      expect(detail).toEqual({ momentumPercentile, attentionPercentile, underTheRadar: underTheRadar.value })
    const notMeasured = inputs?.find(({ name }) => name === 'notMeasured')?.value
    expect(notMeasured).toBe(detail === undefined && inputs !== undefined ? underTheRadar.reason : undefined)
    const reason = explained.get('token.verification')?.detail?.['reason']
    expect(reason).toBe(dossier.tokenVerificationReason)
  }
})

test('every evidence id resolves, and so does the id of a conclusion [contract explanation evidence]', async () => {
  const explained = cast.flatMap((told) => [...told.explained.values()])
  const urls = explained.flatMap(({ evidence }) =>
    evidence === undefined ? [] : evidence.map(({ url }) => url),
  )
  const own = explained.flatMap(({ conclusion }) =>
    conclusion === undefined ? [] : [`https://svc.example/api/evidence/${encodeURIComponent(conclusion)}`],
  )
  expect(own.length).toBeGreaterThan(cast.length)
  for (const url of new Set([...urls, ...own])) {
    const { pathname } = new URL(url)
    expect([url, (await service.get(pathname)).status]).toEqual([url, 200])
  }
})

test('coverage has the states of the dossier, with since, as of and meaning [contract GET /api/projects/{slug}/coverage]', () => {
  for (const { coverage, dossier } of cast) {
    const dimensions = coverage.items.map(({ dimension }) => dimension)
    expect(dimensions.toSorted()).toEqual(Object.keys(dossier.coverage).toSorted())
    for (const { dimension, state, reason, since, asOf, meaning } of coverage.items) {
      const { state: shown, observedAt } = dossier.coverage[dimension]
      expect([dimension, state]).toEqual([dimension, shown])
      if (observedAt !== undefined) expect(asOf).toBe(observedAt)
      expect(reason).toBe(state === 'MEASURED' ? undefined : state)
      expect([since === undefined, meaning]).toEqual([
        coverage.asOf === undefined,
        expect.stringMatching(/\.$/),
      ])
    }
  }
})

test('coverage names the streams that were not read, and when each stream was read last', () => {
  const unread = cast.flatMap(({ coverage }) => coverage.items.flatMap((item) => item.unread ?? []))
  expect(unread).toContainEqual(
    expect.objectContaining({ stream: 'releases', outcome: 'rate_limited', since: expect.any(String) }),
  )
  expect(cast[0]?.coverage.freshness).toContainEqual({
    provider: 'github',
    stream: 'releases',
    sources: 1,
    lastReadAt: NOW,
    allReadAt: NOW,
    lastTriedAt: expect.any(String),
  })
  expect(cast.at(-1)?.coverage).toMatchObject({ freshness: [] })
})

test('freshness leaves out a detached source; a stream is read as a whole when every source was read', async () => {
  const { database } = service
  const { id, slug } = await given.aProject({ slug: 'read-in-part' }, database)
  const attach = async (readAt: Instant | null, detached_at: Instant | null = null) => {
    const attached = await given.aSource({ project_id: String(id), detached_at }, database)
    const read = { provider: 'github', last_ok_at: readAt, last_tried_at: addMs(NOW, -HOUR_MS) }
    await given.aStream({ source_id: String(attached.id), stream: 'releases', ...read }, database)
  }
  const freshness = async () => (await body<ProjectCoverage>(`/api/projects/${slug}/coverage`)).freshness
  const [early, late] = [addMs(NOW, -3 * HOUR_MS), addMs(NOW, -2 * HOUR_MS)]
  await attach(NOW, NOW)
  await attach(late)
  await attach(early)
  const releases = { provider: 'github', stream: 'releases', lastTriedAt: addMs(NOW, -HOUR_MS) }
  const read = { ...releases, sources: 2, lastReadAt: late }
  expect(await freshness()).toEqual([{ ...read, allReadAt: early }])
  await attach(null)
  expect(await freshness()).toEqual([{ ...read, sources: 3 }])
})

test('the rule has its text, each input its source and time, and the lineage its steps in order [contract explanation rule|inputs|lineage]', () => {
  let traced = 0
  for (const { explained } of cast)
    for (const { rule, lineage } of explained.values()) {
      expect(rule).toMatchObject({ title: expect.any(String), text: expect.stringMatching(/\.$/) })
      const steps = lineage?.map(({ step }) => step)
      if (steps === undefined) continue
      traced += 1
      expect(steps).toEqual(['source', 'reading', 'selection', 'rule', 'published'])
    }
  expect(traced).toBeGreaterThan(cast.length)
  const { inputs } = cast[1]?.explained.get('market.valuation') ?? {}
  expect(inputs).toContainEqual({
    name: 'figures',
    source: expect.stringMatching(/^source:/),
    observedAt: READ_AGAIN,
    value: { provider: 'geckoterminal', kind: 'marketCap', usd: 1_000_000.5 },
  })
})

test('a dead market shows no valuation among the inputs of any fact [contract coverage state WITHHELD]', () => {
  const dead = cast.filter(({ dossier }) => dossier.valuationWithheld !== undefined)
  expect(dead.length).toBeGreaterThan(2)
  for (const { explained } of dead) {
    expect(explained.get('market.valuation')).toMatchObject({ state: 'UNKNOWN', reason: 'WITHHELD' })
    expect(JSON.stringify([...explained.values()])).not.toMatch(/"valuation":|[12]00000[0-9]/)
  }
})

test('the index lists every fact and every source, each with an address that answers the same state', async () => {
  const [told] = cast
  const index = await body<Explanation>(`/api/projects/${told?.slug}/explain`)
  expect(index).toMatchObject({ project: { slug: told?.slug }, scoringVersion: scoringVersion() })
  expect(index.items?.map(({ fact }) => fact)).toEqual(
    ExplainFact.enum.flatMap((fact) =>
      fact === 'source.counted' ? told?.dossier.sources.map(() => fact) : [fact],
    ),
  )
  for (const { url, fact, state, reason, source } of index.items ?? []) {
    const { pathname, search } = new URL(url)
    const explained = await body<Explanation>(pathname + search)
    expect([explained.fact, explained.state, explained.reason, explained.source]).toEqual([
      fact,
      state,
      reason,
      source,
    ])
  }
})

describe('source.counted', () => {
  const ask = (slug: string | undefined, source: string) =>
    service.get(`/api/projects/${slug}/explain?fact=source.counted&source=${encodeURIComponent(source)}`)

  test('is a fact from the record of the source [contract explain fact source.counted]', async () => {
    const [told] = cast
    for (const source of told?.dossier.sources ?? []) {
      const { body: explained } = await ask(told?.slug, source.id)
      const { counted: value, notCountedReason, establishedBy } = source
      expect(explained).toMatchObject({ fact: 'source.counted', source: source.id, state: 'FACT', value })
      expect(explained).not.toHaveProperty('rule')
      const detail = explained['detail'] as Readonly<Record<string, unknown>>
      expect([detail['establishedBy'], detail['notCountedReason']]).toEqual([establishedBy, notCountedReason])
    }
  })

  test('is 404 for a source of another project, one that is unknown and one that was detached', async () => {
    const [one, other] = cast
    const detached = await given.aSource(
      {
        project_id: String((await given.aProject({ slug: 'detached' }, service.database)).id),
        detached_at: NOW,
      },
      service.database,
    )
    const foreign = await ask(one?.slug, other?.dossier.sources[0]?.id ?? '')
    const unknown = await ask(one?.slug, `source:${crypto.randomUUID()}`)
    const gone = await ask('detached', detached.evidence)
    expect([foreign, unknown, gone].map(({ status }) => status)).toEqual([404, 404, 404])
    expect(foreign.body['message']).toBe(unknown.body['message'])
  })

  test.each([
    ['fact=source.counted', 'source_required'],
    ['fact=source.counted&source=1', 'invalid_parameter'],
    ['fact=source.counted&source=ship:5b1e9c77-2f4d-5a60-b8c3-1d2e3f405162', 'invalid_parameter'],
    ['fact=market.price', 'invalid_parameter'],
  ])('%s is refused with %s [contract error code source_required]', async (query, code) => {
    const { status, body: refusal } = await service.get(`/api/projects/${cast[0]?.slug}/explain?${query}`)
    expect([status, refusal['error']]).toEqual([400, code])
  })
})

test('a former slug answers 308 to the same address under the current one', async () => {
  const { database } = service
  const project = await given.aProject({ slug: 'renamed-now' }, database)
  await database
    .insertInto('project_slugs')
    .values({ slug: 'renamed-once', project_id: String(project.id), since: NOW, former_since: NOW })
    .execute()
  for (const rest of ['explain?fact=activity.status', 'coverage']) {
    const { status, headers } = await service.get(`/api/projects/renamed-once/${rest}`)
    expect([status, headers['location']]).toEqual([
      308,
      expect.stringContaining(`/projects/renamed-now/${rest}`),
    ])
  }
})
