import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import { toInstant } from '#contract/time.ts'
import { NEVER_SCORED } from '#domain/project/card-record.ts'
import { hideProject } from '#operator/projects.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { aRanking, storeListed, UNUSED_PARTS } from '#test/given/listed-project.ts'
import { startAnew } from '#test/given/start-anew.ts'
import { getShownFields, getUnaccounted } from '#test/pages/unaccounted.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW } from '#test/service/http-service.ts'

const BROWSER = { accept: 'text/html,*/*;q=0.8' }
const RANKED_AT = toInstant('2026-11-19T11:55:00Z')

const service = await httpServiceOfFile()
beforeEach(() => startAnew(service.database))

const store = (given: Parameters<typeof storeListed>[0] = {}) => storeListed(given, service.database)
const hrefsOf = (text: string) =>
  [...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => String(href).replaceAll('&amp;', '&'))

async function rank(...projects: readonly string[]): Promise<void> {
  const { database } = service
  for (const [place, project] of projects.entries()) {
    const { id } = await database
      .selectFrom('projects')
      .select('id')
      .where('slug', '=', project as Slug)
      .executeTakeFirstOrThrow()
    const radar_parts = JSON.stringify(UNUSED_PARTS)
    await aRanking({ project_id: id, radar: 87.9, radar_rank: place + 1, radar_parts }, database)
  }
  await database
    .insertInto('radar_state')
    .values({ rule: 'radar@2', ranked_at: RANKED_AT, ranked: projects.length })
    .execute()
}

/** Every figure of a page that names its field, beside the answer of the API. */
async function expectEqual(path: string, answers: Readonly<Record<string, unknown>>): Promise<number> {
  const { text } = await service.get(path)
  const shown = getShownFields(text)
  for (const [field, value] of shown) {
    const [answer = '', keys = ''] = field.split(':')
    const told = keys
      .split('.')
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], Reflect.get(answers, answer))
    expect([field, value]).toEqual([field, String(told)])
  }
  expect(getUnaccounted(text, ['Shipping', 'Unknown'])).toEqual([])
  return shown.size
}

describe('the list of projects', () => {
  test('shows the figures of the API, and market figures only where they choose or order the list', async () => {
    await store({ evidence: KNOWN, marketCap: 5_000_000, listed: { activity_status: 'SHIPPING' } })
    await store()
    const { body } = await service.get('/api/projects')
    expect(await expectEqual('/projects', { projects: body })).toBeGreaterThan(5)
    expect((await service.get('/projects')).text).not.toContain('5,000,000')
    const sorted = (await service.get('/projects?sort=marketCap')).text
    expect(sorted).toMatch(/class="context">Market, as context:.*Market cap.*5,000,000/)
  })

  test('each filter is a link that keeps the others, and takes itself away while it is chosen', async () => {
    await store({ listed: { activity_status: 'SHIPPING' }, project: { kind: 'app' } })
    const hrefs = hrefsOf((await service.get('/projects?status=SHIPPING&kind=app&q=listed')).text)
    expect(hrefs).toContain('/projects?q=listed&kind=app')
    expect(hrefs).toContain('/projects?q=listed&status=SHIPPING')
    expect(hrefs).toContain('/projects?q=listed&kind=app&status=SHIPPING&has=ship')
    expect(hrefs).toContain('/projects?q=listed&kind=app&status=SHIPPING&sort=newest')
    expect(hrefs).toContain('/api/projects?q=listed&kind=app&status=SHIPPING')
  })

  test('an empty result says what was searched, as text', async () => {
    await store()
    const { text } = await service.get(`/projects?q=${encodeURIComponent('<b>none</b>')}&kind=game`)
    expect(text).toContain('No published project matches all of this:')
    expect(text).toContain('<li>words: <bdi class="said">&lt;b&gt;none&lt;/b&gt;</bdi></li>')
    expect(text).toContain('<li>kind: <bdi class="said">game</bdi></li>')
    expect(text).toContain('Words match the beginnings of words')
    expect((await service.get('/projects?kind=game')).text).not.toContain('Words match')
  })

  test('a list that was not measured is unknown, not empty', async () => {
    await store()
    const { text } = await service.get('/projects?tab=under-the-radar')
    expect(text).toMatch(/data-unknown="NOT_RECORDED">This list cannot be produced/)
    expect(text).not.toContain('No published project')
  })

  test('leads from page to page, and back from behind the end', async () => {
    for (let at = 0; at < 25; at += 1) await store()
    const first = (await service.get('/projects')).text
    expect(first).toContain('1 to 24 of 25')
    expect(hrefsOf(first)).toContain('/projects?offset=24')
    const last = (await service.get('/projects?offset=24')).text
    expect(last).toContain('25 to 25 of 25')
    expect(last).toContain('rel="prev" href="/projects"')
    expect((await service.get('/projects?offset=90')).text).toContain('rel="prev" href="/projects?offset=24"')
    const { text } = await service.get('/projects.md?sort=newest')
    expect(text).toContain('; shown: 1 to 24 of 25.')
    expect(text).toMatch(/^More: https?:\/\/[^/]+\/projects\.md\?sort=newest&offset=24$/m)
    expect((await service.get('/projects.md?offset=24')).text).not.toContain('More:')
  })

  test('takes the empty fields of a form for no filter, and refuses an unknown value as a page', async () => {
    await store()
    const { status, text } = await service.get('/projects?q=&kind=&status=+&has=')
    expect([status, text.includes('Chosen filters')]).toEqual([200, false])
    const refused = await service.get('/projects?kind=boat', BROWSER)
    expect([refused.status, refused.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
  })
})

describe('the narratives and launchpads of the list', () => {
  test('filters by every narrative and launchpad of published projects, and keeps filters, order and tab', async () => {
    for (const [slug, launchpad] of [
      ['one', 'Pons'],
      ['two', 'Q&A <pad>'],
    ] as const)
      await store({ listed: { narratives: [slug], activity_status: 'SHIPPING' }, project: { launchpad } })
    const hidden = await store({ listed: { narratives: ['secret'] }, project: { launchpad: 'Secret' } })
    await hideProject({ slug: hidden }, { database: service.database, now: NOW })
    const kept = 'tab=shipping-now&status=SHIPPING&narrative=one'
    const { text } = await service.get(`/projects?${kept}&sort=newest&launchpad=Pons`)
    const hrefs = hrefsOf(text)
    const other = 'tab=shipping-now&status=SHIPPING&narrative=two&launchpad=Pons&sort=newest'
    expect(hrefs).toContain(`/projects?${other}`)
    expect(hrefs).toContain(`/projects?${kept}&launchpad=Q%26A+%3Cpad%3E&sort=newest`)
    expect(text.match(/secret/i)).toBeNull()
    expect(hrefs).toContain('/projects?tab=shipping-now&status=SHIPPING&launchpad=Pons&sort=newest')
    expect(text).toMatch(
      /<a href="[^"]*" aria-current="true"><bdi>Pons<\/bdi><\/a> <span class="kind">chosen/,
    )
    expect(text.match(/aria-current="true">(?:all|any)</g)).toHaveLength(2)
    const { text: valued } = await service.get('/projects?has=marketCap')
    expect(valued.match(/aria-current="true">(?:all|any)</g)).toHaveLength(4)
    expect(valued).toContain('<a href="/projects">any</a>')
    const empty = (await service.get(`/projects?${other}`)).text
    expect(empty).toContain('<li>narrative: <bdi class="said">two</bdi></li>')
    expect(empty).toContain('<li>launchpad: <bdi class="said">Pons</bdi></li>')
    expect(hrefsOf(empty)).toContain('/projects?tab=shipping-now&status=SHIPPING&launchpad=Pons&sort=newest')
  })

  test('says how many names have no link, and a form filters by any of them', async () => {
    const narratives = Array.from({ length: LIMITS.listedNames + 2 }, (_, at) => `n-${at}`)
    await store({ listed: { narratives: ['z-one', ...narratives], activity_status: 'SHIPPING' } })
    await store({ listed: { narratives: ['z-one'] } })
    const { text } = await service.get('/projects?status=SHIPPING&narrative=n-0&sort=newest&offset=0')
    expect(text).toContain('data-service="/api/export/projects">and 3 more</p>')
    expect(hrefsOf(text)).toContain('/projects?status=SHIPPING&narrative=z-one&sort=newest')
    const [, form = ''] =
      /(<form class="search" action="\/projects" method="get"><input.*?<\/form>)/s.exec(text) ?? []
    expect([...form.matchAll(/name="(\w+)"(?: value="(\w+)")?/g)].map(([, ...field]) => field)).toEqual([
      ['status', 'SHIPPING'],
      ['sort', 'newest'],
      ['narrative', undefined],
    ])
    expect(getUnaccounted(text)).toEqual([])
  })
})

describe('the Radar', () => {
  test('shows ranks and scores of the API, an unknown part with its reason, and the rule in words', async () => {
    await rank(await store({ evidence: KNOWN, marketCap: 5_000_000 }))
    const { body } = await service.get('/api/builders')
    expect(await expectEqual('/radar', { radar: body })).toBe(7)
    const { text } = await service.get('/radar')
    expect(text).toMatch(
      /<caption>Parts of the score: <span class="unit" data-rule="radar@2">points from 0 to 100\./,
    )
    expect(text).toMatch(/Source: records of the project, ranked .*on <time [^>]+>19 Nov 2026<\/time>/)
    expect(text).toMatch(
      /<th scope="row">Use<\/th><td colspan="2"><span class="figure unknown" data-unknown="NO_SOURCE"/,
    )
    expect(text).toContain('use as 12.5 points')
    expect(text).toContain('Of the measured parts alone the score is 83.8, rank 1')
    expect(text).toContain('The score is 65% the percentile of Build Momentum')
    expect(text).not.toMatch(/5,000,000|US dollars/)
  })

  test('says what was searched where nothing is found, and leads back', async () => {
    await rank(await store({ evidence: KNOWN }))
    const { text } = await service.get('/radar?filter=shipping&q=%3Cb%3Enone')
    expect(text).toContain('matches <bdi class="said">&lt;b&gt;none</bdi> and is in the list “Shipping now”')
    expect(text).toMatch(/<a href="\/radar\?filter=shipping" aria-label="remove words &lt;b&gt;none">remove/)
    expect(hrefsOf(text)).toContain('/radar?q=%3Cb%3Enone')
    expect(text).not.toContain('best rank first')
  })

  test('without a ranking the list is unknown, not empty, here and on the first page', async () => {
    await store()
    const unavailable =
      /data-unknown="NOT_RECORDED">This list cannot be produced now: no project was measured for it/
    expect((await service.get('/radar')).text).toMatch(unavailable)
    const first = (await service.get('/')).text
    expect(first).toMatch(unavailable)
    expect(first).toMatch(/Projects of the Radar<\/dt><dd>(?:(?!<\/dd>).)*data-unknown="NOT_RECORDED"/s)
  })

  test('its twin says which part it is and where the list goes on; behind the end the title is no finding', async () => {
    const projects = []
    for (let at = 0; at < 25; at += 1) projects.push(await store({ evidence: KNOWN }))
    await rank(...projects)
    const first = (await service.get('/radar.md?filter=all')).text
    expect(first).toMatch(/^Projects: 25, ranked \S+; shown: 1 to 24 of 25\.$/m)
    expect(first).toMatch(/^More: https?:\/\/[^/]+\/radar\.md\?offset=24$/m)
    expect((await service.get('/radar.md?offset=24')).text).not.toContain('More:')
    const { text } = await service.get('/radar?offset=48')
    expect(text).toContain('<title>Radar: 25 in the list, none from this place on')
  })

  test('its twin has the rule and the reason of an unknown part', async () => {
    await rank(await store({ evidence: KNOWN }))
    const { headers, text } = await service.get('/radar.md')
    expect(headers['content-type']).toContain('text/markdown')
    expect(text).toContain('unknown (no source has it, counts as 12.5)')
    expect(text).toContain('Rule `radar@2`')
  })
})

test('the Radar links the chosen list once, whole as CSV and as shown as JSON', async () => {
  const slug = await store({ evidence: KNOWN })
  await rank(slug)
  const dataOf = (text: string) =>
    hrefsOf([...text.matchAll(/<a [^>]*>Data as \w+</g)].map(([link]) => link).join(''))
  const { text } = await service.get('/radar')
  expect(dataOf(text)).toEqual([
    '/api/export/builders?filter=all&format=csv',
    '/api/builders?filter=all&offset=0&limit=24',
  ])
  expect(text).not.toContain('whatever is searched')
  const found = (await service.get('/radar?filter=with-use&q=lum')).text
  expect(found).toContain('data-unknown="NOT_RECORDED">This list cannot be produced now')
  const { database } = service
  await sql`update project_rankings set use_calls = 3, use_state = 'MEASURED' where radar_rank = 1`.execute(
    database,
  )
  const searched = (await service.get('/radar?filter=with-use&q=lum')).text
  expect(dataOf(searched)).toEqual([
    '/api/export/builders?filter=with-use&format=csv',
    '/api/builders?filter=with-use&q=lum&offset=0&limit=24',
  ])
  expect(searched).toContain('The CSV has every project of the list, whatever is searched.')
})

describe('the comparison', () => {
  test('has the figures of the API in the order asked, and says in words what differs', async () => {
    const [known, bare] = [await store({ evidence: KNOWN }), await store({ evidence: NEVER_SCORED })]
    await rank(known)
    const { body } = await service.get(`/api/compare?slugs=${bare},${known}`)
    expect(await expectEqual(`/compare?slugs=${bare},${known}`, { compare: body })).toBeGreaterThan(4)
    const { text } = await service.get(`/compare?slugs=${bare},${known}`)
    expect(text.indexOf(`href="/projects/${bare}"`)).toBeLessThan(text.indexOf(`href="/projects/${known}"`))
    expect(text).toMatch(/Status <span class="kind">not comparable; unknown of/)
    expect((await service.get(`/compare.md?slugs=${bare},${known}`)).text).toContain('not comparable')
  })

  test('its form keeps the chosen project and offers others, without script', async () => {
    const [first, second] = [await store(), await store()]
    const { text } = await service.get(`/compare?slugs=${first}&q=`)
    expect(text).toContain(`name="slugs" value="${first}" checked`)
    expect(text).toMatch(new RegExp(`name="slugs" value="${second}">`))
    expect(text).not.toContain('class="beside')
    const both = await service.get(`/compare?slugs=${first}&slugs=${second}&q=`)
    expect(both.text).toContain('class="beside of-2"')
  })

  test('refuses as a page, and names a hidden project like one that never was', async () => {
    const [shown, hidden] = [await store(), await store()]
    await hideProject({ slug: hidden }, { database: service.database, now: NOW })
    for (const missing of [hidden, 'never-was']) {
      const { status, text } = await service.get(`/compare?slugs=${shown},${missing}`, BROWSER)
      expect([status, text.includes(`<code>${missing}</code>`)]).toEqual([404, true])
    }
    for (const asked of ['a,b,c,d,e', 'A', `${shown},${shown}`])
      expect([asked, (await service.get(`/compare?slugs=${asked}`, BROWSER)).status]).toEqual([asked, 400])
  })
})
