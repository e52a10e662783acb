import { beforeAll, describe, expect, test } from 'vitest'
import type { AgentAnswer } from '#contract/shapes/agent-answer.ts'
import type { ProjectCoverage } from '#contract/shapes/coverage.ts'
import type { Dossier } from '#contract/shapes/dossier.ts'
import type { Explanation } from '#contract/shapes/explanation.ts'
import type { Relationships } from '#contract/shapes/relationships.ts'
import { addMs, type CalendarDate, DAY_MS } from '#contract/time.ts'
import { evaluateDue } from '#evaluate/run.ts'
import { inTransaction } from '#records/database.ts'
import { markForEvaluation } from '#records/project/work.ts'
import { aProject, aSource, aStream, aToken } from '#test/given/records.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW } from '#test/service/http-service.ts'

type Stored = { readonly slug: string; readonly package: string }

const TOKEN = '0x00000000000000000000000000000000000000aa'
const UNREAD = { state: 'NOT_APPLICABLE', reason: 'NOT_APPLICABLE' }
const WORDS = /nothing reads this kind of source yet/

const service = await httpServiceOfFile()
let alone: Stored
let beside: Stored
beforeAll(async () => {
  alone = await store({ token: TOKEN })
  beside = await store({ repository: true })
})

/** An evaluated project with a site and a counted package. */
async function store(of: { readonly token?: string; readonly repository?: boolean }): Promise<Stored> {
  const { database } = service
  const { id, slug } = await aProject({}, database)
  const own = { project_id: String(id) }
  const site = { ...own, kind: 'website', locator: `https://${slug}.example`, established_by: 'site_link' }
  const read = { provider: 'site', stream: 'declarations', coverage: 'present_state' }
  await aStream({ source_id: String((await aSource(site, database)).id), ...read }, database)
  const pack = { ...own, kind: 'npm_package', locator: `@${slug}/sdk`, established_by: 'site_link' }
  const reviewed = { ...pack, established_on: '2026-10-03' as CalendarDate }
  const { evidence } = await aSource(reviewed, database)
  if (of.token !== undefined) {
    await aToken({ ...own, address: of.token }, database)
    await aSource({ ...own, kind: 'token', locator: of.token, established_by: 'token_identity' }, database)
  }
  if (of.repository === true) {
    const facts = { mutualLink: { readAt: '2026-11-04T08:00:00.000Z' } }
    const { id: source } = await aSource({ ...own, facts }, database)
    for (const stream of ['releases', 'commits'])
      await aStream(
        { source_id: String(source), stream, covers_from: addMs(NOW, -90 * DAY_MS), last_ok_at: NOW },
        database,
      )
  }
  await inTransaction(database, (writer) =>
    markForEvaluation({ projectIds: [own.project_id], now: NOW }, writer),
  )
  await evaluateDue({ signal: new AbortController().signal }, { database, clock: () => NOW })
  return { slug: String(slug), package: evidence }
}

async function answer<T>(path: string): Promise<T> {
  const { status, body } = await service.get(path)
  expect([path, status]).toEqual([path, 200])
  return body as T
}
const explain = (slug: string, query: string) =>
  answer<Explanation>(`/api/projects/${slug}/explain?fact=${query}`)
const edgeOf = async ({ slug, package: id }: Stored) =>
  (await answer<Relationships>(`/api/projects/${slug}/relationships`)).edges.find(({ evidence }) =>
    evidence.some((cited) => cited === id),
  )

describe('[R24] a project whose only builder source is a package', () => {
  test('has building not applicable, with the reason in words, and never NO_SOURCE', async () => {
    const { items } = await answer<ProjectCoverage>(`/api/projects/${alone.slug}/coverage`)
    const building = items.find(({ dimension }) => dimension === 'building')
    expect(building).toMatchObject({ ...UNREAD, meaning: expect.stringMatching(WORDS) })
  })

  test.each(['activity.status', 'build.momentum', 'still_building'])(
    'has the fact %s unknown for that reason',
    async (fact) => {
      const told = await explain(alone.slug, fact)
      expect(told).toMatchObject({
        state: 'UNKNOWN',
        reason: 'NOT_APPLICABLE',
        meaning: expect.stringMatching(WORDS),
      })
      expect(told).not.toHaveProperty('value')
    },
  )

  test('has the package as the unknown input of its status, and no count of zero', async () => {
    const { unknownInputs, inputs = [] } = await explain(alone.slug, 'activity.status')
    expect(unknownInputs).toEqual([{ input: alone.package, reason: 'NOT_APPLICABLE' }])
    const counted = inputs.find(({ name }) => name === 'countedShips')
    expect(counted).toMatchObject({ value: null, reason: 'NOT_APPLICABLE' })
  })

  test('has unknown counts in its card, its dossier and its scan', async () => {
    const { body: card } = await service.get(`/api/v1/builder?token=${TOKEN}`)
    expect(card).toMatchObject({
      svc_status: 'UNKNOWN',
      activity_measured: false,
      meaningful_ships_30d: null,
      last_activity_at: null,
    })
    const dossier = await answer<Dossier>(`/api/projects/${alone.slug}`)
    expect(dossier).not.toHaveProperty('meaningfulShips30d')
    for (const field of ['status', 'meaningfulShips30d', 'buildMomentum'])
      expect([field, dossier.claims[field]]).toEqual([
        field,
        expect.objectContaining({ kind: 'UNKNOWN', reason: 'NOT_APPLICABLE' }),
      ])
    const { body: scan } = await service.get(`/api/v1/scan?token=${TOKEN}`)
    expect(scan).toMatchObject({ coverage: { building: { state: 'NOT_APPLICABLE' } } })
  })

  test('is an open question to an agent', async () => {
    const { status, unknowns } = await answer<AgentAnswer>(`/api/agent/builder_status?project=${alone.slug}`)
    expect(status).not.toBe('answered')
    expect(unknowns).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ category: 'activity.status', reason: 'NOT_APPLICABLE' }),
      ]),
    )
    const verified = await answer<AgentAnswer>(`/api/agent/verify_project?project=${alone.slug}`)
    const claim = verified.claims.find(({ evidence }) => evidence?.some((id) => id === alone.package))
    expect(claim?.statement).toMatch(/counted; nothing reads a source of this kind yet\.$/)
  })

  test('says so on its page, as HTML and as Markdown', async () => {
    const { text } = await service.get(`/projects/${alone.slug}`, { accept: 'text/html' })
    const inSections = text.split('nothing reads its kind of source yet').length - 1
    expect([inSections, text.includes('<strong>Building:</strong> nothing reads')]).toEqual([6, true])
    expect(text).toContain('nothing reads this kind yet; counts')
    const markdown = await service.get(`/projects/${alone.slug}.md`)
    expect(markdown.text).toContain('- building: nothing reads its kind of source yet')
  })
})

test('the page says how a source was established: by whose word, when, and what both ends of a link showed', async () => {
  const page = async ({ slug }: Stored) =>
    (await service.get(`/projects/${slug}`, { accept: 'text/html' })).text.replaceAll(/<\/?time[^>]*>/g, '')
  const text = await page(alone)
  expect(text).toContain('established by a link of the site, as a reviewer stated on 3 Oct 2026,')
  expect(text).toContain('established by a link of the site, as a reviewer states, <span class="clock">read')
  expect(text).toContain('established by the token contract itself, never read')
  expect(await page(beside)).toContain(
    'established by a mutual link, as a reviewer states and both ends showed on 4 Nov 2026, <span',
  )
})

describe('[R24] a project with a package beside a repository that is read', () => {
  test('has its building measured', async () => {
    const { items } = await answer<ProjectCoverage>(`/api/projects/${beside.slug}/coverage`)
    expect(items.find(({ dimension }) => dimension === 'building')?.state).toBe('MEASURED')
    const { unknownInputs } = await explain(beside.slug, 'activity.status')
    expect(unknownInputs).toEqual([])
  })
})

test.each([
  ['alone', () => alone],
  ['beside a repository', () => beside],
])('[R24] a package %s is registered, and no word of the catalogue makes it known', async (_, of) => {
  const { slug, package: id } = of()
  const told = await explain(slug, `source.counted&source=${id}`)
  expect(told).toMatchObject({ state: 'FACT', value: true, detail: { establishedBy: 'site_link' } })
  expect(told.lineage).toContainEqual({ step: 'reading', text: 'Nothing reads a source of this kind yet.' })
  expect(await edgeOf(of())).toMatchObject({
    kind: 'official_package',
    state: 'UNKNOWN',
    reason: 'NOT_APPLICABLE',
    establishedBy: 'site_link',
  })
})
