import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { addDays, DAY_MS, dateOf, HOUR_MS } from '#contract/time.ts'
import { RULE_BOOK } from '#domain/rule-book.ts'
import { hideProject, renameProject } from '#operator/projects.ts'
import { SCRIPT, STYLE } from '#surfaces/pages/assets.ts'
import { PAGES } from '#surfaces/pages/pages.ts'
import { storeMonthlyReport } from '#test/given/monthly-report.ts'
import { pageAddresses, pageValuesOf } from '#test/pages/page-addresses.ts'
import { type Crawled, crawlPages } from '#test/pages/page-crawl.ts'
import { forFile } from '#test/run/for-file.ts'
import { failAll, SPANS } from '#test/world/outage.ts'
import { openWorld } from '#test/world/world.ts'
import { REASON_WORDS } from '#views/words/figures.ts'

/** Projects whose sources are read in each state. The sources of all others grow old, which is a state of its own. */
const READ = ['lumen', 'gantry']
/** The most bytes of a project's page with style and script, compressed. */
const MOST_BYTES = 30_000
const WORDS = ['Shipping', 'Active', 'Quiet', 'Dormant', 'Not known']

const world = await forFile(openWorld({ reading: READ }))
await storeMonthlyReport(world.service.database)

const browserAsks = (address: string) => world.get(address, { accept: 'text/html,*/*;q=0.8' })

async function publishedSlugs(): Promise<readonly string[]> {
  const rows = await world.service.database
    .selectFrom('projects')
    .select('slug')
    .where('state', '=', 'published')
    .execute()
  return rows.map(({ slug }) => slug)
}

async function crawled(): Promise<Crawled> {
  const [rich, poor] = [await pageValuesOf('rich', world), await pageValuesOf('poor', world)]
  const pages = [...pageAddresses(rich), ...pageAddresses(poor)]
  const cast = (await publishedSlugs()).map((slug) => `/projects/${slug}`)
  const yesterday = addDays(dateOf(world.service.clock.now()), -1)
  const days = [rich, poor].map(({ slug }) => `/projects/${slug}?at=${yesterday}`)
  return await crawlPages({
    start: [...new Set(['/', '/sitemap.xml', ...pages, ...cast, ...days])],
    baseUrl: world.service.config.baseUrl,
    ask: browserAsks,
    words: WORDS,
    rules: new Set(RULE_BOOK.map(({ id }) => id)),
    reasons: new Set(Object.keys(REASON_WORDS)),
  })
}

/** Each kind of fault once: the first page that has it, and how many pages have it. */
function told({ faults }: Crawled): readonly string[] {
  const kindOf = (fault: string) => fault.slice(fault.indexOf(': ')).replace(/\d+/g, '0')
  return [...Map.groupBy(faults, kindOf).values()].map((of) => `${of[0]} (${of.length} such)`)
}

async function expectFaultless(): Promise<void> {
  const found = await crawled()
  expect.soft(told(found)).toEqual([])
  expect.soft(found.compared).toBeGreaterThan(1000)
}

test(
  'every figure of every page is accounted for and equals its JSON, and every link of ours leads somewhere',
  {
    timeout: 900_000,
  },
  () => expectFaultless(),
)

test('the page of every project is at most 30 kB compressed, with its style and script', async () => {
  const sizeOf = async (address: string) => gzipSync((await world.get(address)).text).length
  const shared = (await sizeOf(STYLE.operation.path)) + (await sizeOf(SCRIPT.operation.path))
  const large: string[] = []
  for (const slug of await publishedSlugs()) {
    const bytes = shared + (await sizeOf(`/projects/${slug}`))
    if (bytes > MOST_BYTES) large.push(`${slug}: ${bytes} bytes`)
  }
  expect(large).toEqual([])
})

test('so it is during three days of outage, after it, and a month later', {
  timeout: 1_800_000,
}, async () => {
  const failing = { github: 'a 403 challenge', dexscreener: 'a reset', site: 'a wrong body' } as const
  await failAll(failing, world)
  for (const hours of SPANS['3 days']) await world.advance(hours * HOUR_MS)
  await expectFaultless()
  await world.ask('/fault/clear', {})
  await world.advance(HOUR_MS)
  await world.advance(DAY_MS)
  await expectFaultless()
  await world.advance(30 * DAY_MS)
  await expectFaultless()
})

test('a page of a hidden project answers as of one that never was, and a renamed one moves', async () => {
  const operating = { database: world.service.database, now: world.service.clock.now() }
  const bytes = async (address: string) => {
    const { status, text, headers } = await world.get(address, {
      'x-request-id': 'same',
      accept: 'text/html',
    })
    return { status, text, headers: { ...headers, date: null } }
  }
  await hideProject({ slug: 'kitehouse' }, operating)
  await renameProject({ slug: 'marlow', newSlug: 'marlow-labs' }, operating)
  const templates = Object.values(PAGES).map(({ operation }) => String(operation.path))
  const ofProjects = templates.filter((path) => path.includes('{slug}'))
  expect(ofProjects.length).toBeGreaterThan(0)
  for (const template of ofProjects) {
    const at = (slug: string) => template.replace('{slug}', slug)
    expect(await bytes(at('kitehouse'))).toEqual(await bytes(at('never-there')))
    expect((await bytes(at('kitehouse'))).status).toBe(404)
    const moved = await world.get(`${at('marlow')}?x=1`)
    expect([moved.status, moved.headers['location']]).toEqual([308, `${at('marlow-labs')}?x=1`])
  }
  for (const path of ['/', '/sitemap.xml', '/projects?q=kitehouse', '/radar?q=kitehouse'])
    expect((await world.get(path)).text, path).not.toContain('/projects/kitehouse')
})
