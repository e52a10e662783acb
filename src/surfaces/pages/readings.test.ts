import { beforeAll, expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { addMs, HOUR_MS } from '#contract/time.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { projectIdOf, storeListed } from '#test/given/listed-project.ts'
import { anEvaluation, aSource, aStream } from '#test/given/records.ts'
import { UNTRIED_DUE } from '#test/providers/trial-provider.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, storeToken } from '#test/service/http-service.ts'
import { exactWords, instantWords } from '#views/words/clocks.ts'

const service = await httpServiceOfFile()
let slugs: { readonly old: string; readonly fresh: string; readonly untried: string }
const ATTACHED = addMs(NOW, -HOUR_MS)
beforeAll(async () => {
  const { database } = service
  const building = { state: 'STALE', observedAt: NOW } as const
  const listed = { activity_status: 'SHIPPING', meaningful_ships_30d: 4 } as const
  const old = { ...KNOWN, coverage: { ...KNOWN.coverage, building } }
  slugs = {
    old: await storeListed({ evidence: old, listed }, database),
    fresh: await storeListed({ evidence: KNOWN, listed }, database),
    untried: await storeListed({ evidence: KNOWN, listed }, database),
  }
  const projectOf = (slug: string) =>
    database
      .selectFrom('projects')
      .select('id')
      .where('slug', '=', slug as Slug)
      .executeTakeFirstOrThrow()
  const source = await aSource({ project_id: (await projectOf(slugs.fresh)).id }, database)
  const attached = { project_id: (await projectOf(slugs.untried)).id, attached_at: ATTACHED }
  const untried = await aSource({ ...attached, locator: 'lumen-labs/untried' }, database)
  await aStream({ source_id: String(untried.id), due_at: UNTRIED_DUE }, database)
  for (const [stream, hours] of [
    ['releases', 2],
    ['commits', 5],
    ['registry_listing', 1],
  ] as const)
    await aStream({ source_id: String(source.id), stream, due_at: addMs(NOW, hours * HOUR_MS) }, database)
})

/** The entry of one project in the list of a page. */
async function entryOf(slug: string, path: string): Promise<string> {
  const { text } = await service.get(path)
  const entries = text.split('<li class="entry').filter((entry) => entry.includes(`/projects/${slug}"`))
  return String(entries[0]).split('</li>')[0] ?? ''
}

test('a list greys a figure whose last reading is too old, and says so', async () => {
  const [old, fresh] = await Promise.all([entryOf(slugs.old, '/projects'), entryOf(slugs.fresh, '/projects')])
  expect(old).toMatch(/class="figure status shipping"/)
  expect(old).toMatch(/class="figure stale"[^>]*data-field="projects:items\.\d\.meaningfulShips30d"/)
  expect(old).toContain('last read too long ago to describe now')
  expect(fresh).not.toContain('stale')
  const compared = (await service.get(`/compare?slugs=${slugs.old},${slugs.fresh}`)).text
  expect(compared.match(/class="figure stale"[^>]*\.meaningfulShips30d"/g)).toHaveLength(1)
})

test('the market of a token that nobody has read is unknown, with the reason', async () => {
  const { slug } = await storeToken({}, service.database)
  const { text } = await service.get(`/projects/${slug}`)
  expect(text).toMatch(
    /<dt>Market<\/dt><dd><span class="figure unknown" data-unknown="NOT_ENOUGH_YET" data-field="snapshot:market.status"/,
  )
  expect(text).not.toContain('last read too long ago to describe now')
})

test('[R55] a source that was never tried is due since it was attached', async () => {
  const untried = await entryOf(slugs.untried, '/projects')
  expect(untried).toContain(`The next reading is due since <time datetime="${ATTACHED}">`)
})

test('the pop-up of a figure says when its source is read next, or that no reading is scheduled', async () => {
  const [old, fresh] = await Promise.all([entryOf(slugs.old, '/projects'), entryOf(slugs.fresh, '/projects')])
  const next = addMs(NOW, 2 * HOUR_MS)
  expect(fresh).toContain(`Read next: <time datetime="${next}">${exactWords(next)}</time>.`)
  expect(old).toContain('No next reading is scheduled.')
  expect(old).not.toContain('Read next:')
  const page = (await service.get(`/projects/${slugs.fresh}`)).text
  expect(page).toContain(`Read next: <time datetime="${next}">`)
  expect(page).not.toContain('It is not known when it is read next.')
})

test('a source that fails says since which instant', async () => {
  const { database } = service
  const building = { state: 'SOURCE_UNAVAILABLE', observedAt: null } as const
  const evidence = { ...KNOWN, coverage: { ...KNOWN.coverage, building } }
  const slug = (await storeListed({ evidence }, database)) as Slug
  const project_id = await projectIdOf(slug, database)
  const { id } = await aSource({ project_id }, database)
  const since = addMs(NOW, -15 * HOUR_MS)
  const stream = { source: `source:${id}`, provider: 'github', stream: 'releases', outcome: 'error', since }
  await anEvaluation(
    {
      project_id,
      evaluated_at: NOW,
      fact: 'coverage.building',
      rule: 'coverage@8',
      state: 'SOURCE_UNAVAILABLE',
      value: null,
      inputs: JSON.stringify({ unread: [stream] }),
    },
    database,
  )
  const { text } = await service.get(`/projects/${slug}`)
  expect(text).toContain(
    `title="${instantWords(since)}">${instantWords(since)}</time></span> (releases)</li>`,
  )
})
