import { beforeAll, describe, expect, test } from 'vitest'
import { parseSlug, ZERO_ADDRESS } from '#contract/ids.ts'
import { inTransaction } from '#records/database.ts'
import { saveProjectSlug } from '#records/project/projects.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { storeProjectWithSource } from '#test/given/evidence-kinds.ts'
import { storeListed } from '#test/given/listed-project.ts'
import { storeMonthlyReport } from '#test/given/monthly-report.ts'
import { aContract, addressOf, aShip } from '#test/given/records.ts'
import { pageAddresses } from '#test/pages/page-addresses.ts'
import { getLoaded, getShownFields, getUnaccounted } from '#test/pages/unaccounted.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { type Answer, NOW, storeToken } from '#test/service/http-service.ts'
import { runFor } from '#test/webhooks/ledger.ts'
import { SCRIPT, STYLE } from './assets.ts'

const HOSTILE = `"><script>alert(1)</script><img src=x onerror='a'>\u202e\u0007`
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

const service = await httpServiceOfFile({ sandbox: true })
let ship: string
let held: string
let token: string
let slugs: {
  readonly known: string
  readonly bare: string
  readonly hostile: string
  readonly hidden: string
}
beforeAll(async () => {
  const { database } = service
  const { own, projectId } = await storeProjectWithSource(database)
  held = (await aContract({ ...own, address: addressOf(0xc1) }, database)).address as string
  token = (await storeToken({ name: HOSTILE, evidence: KNOWN }, database)).address
  await runFor(projectId, database)
  ship = (await aShip({ ...own, title: HOSTILE }, database)).evidence
  slugs = {
    known: (await storeToken({ evidence: KNOWN }, database)).slug,
    bare: await storeListed({}, database),
    hostile: await storeListed({ project: { name: HOSTILE, description: HOSTILE } }, database),
    hidden: (await storeToken({ state: 'hidden', evidence: KNOWN }, database)).slug,
  }
  await storeMonthlyReport(database)
})

const paths = () => [
  ...pageAddresses({ slug: slugs.known, other: slugs.bare, address: held, id: ship }),
  ...projectPaths(),
  '/projects?status=SHIPPING&has=token&sort=marketCap',
  '/projects?tab=shipping-now',
  '/projects?q=nothing+like+it',
  '/radar?filter=with-use',
  '/compare',
  '/compare?q=listed',
  `/compare?slugs=${[slugs.known, slugs.bare, slugs.hostile]}`,
  '/methodology/radar@1',
  '/changes?domain=build',
  '/changes?after=c1.0',
  '/changes?project=never-was',
  ...[token, addressOf(0xdead), ZERO_ADDRESS].map((address) => `/token/4663/${address}`),
  `/token/1/${addressOf(0xdead)}`,
]
const projectPaths = () => [slugs.known, slugs.bare, slugs.hostile].map((slug) => `/projects/${slug}`)
const stable = ({ status, headers, text }: Answer) => {
  const { date: _, ...same } = headers
  return { status, same, text }
}

describe('every page', () => {
  test('is a whole document with one h1, a canonical address and the policy of browsers', async () => {
    for (const path of paths()) {
      const { status, headers, text } = await service.get(path)
      expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8'])
      expect(text.match(/<h1>/g)).toHaveLength(1)
      expect(text).toContain('<link rel="canonical" href="https://svc.example/')
      expect(text).toContain('<strong>Sandbox.</strong>')
      const canonical = /rel="canonical" href="([^"]*)"/.exec(text)?.[1]
      expect(text).toContain(`<p class="printed note">Printed from <code>${canonical}</code>`)
      expect(headers['content-security-policy']).toMatch(/^default-src 'self';/)
      expect(headers['content-security-policy']).not.toContain('unsafe')
      expect(headers['cache-control']).toBe('public, max-age=60')
    }
  })

  test('accounts for every figure', async () => {
    for (const path of paths()) {
      const { text } = await service.get(path)
      expect([path, getUnaccounted(text, ['Shipping', 'Active', 'Not known', 'Dormant', 'Quiet'])]).toEqual([
        path,
        [],
      ])
    }
  })

  test('loads nothing but files of the service, and has no inline style or script', async () => {
    for (const path of paths()) {
      const { text } = await service.get(path)
      expect(getLoaded(text).filter((address) => !address.startsWith('/assets/'))).toEqual([])
      expect(text).not.toMatch(/<style| style="| on\w+="|<script>(?!alert)/)
    }
  })

  test('answers 304 to its ETag, and HEAD without a body', async () => {
    for (const path of ['/', `/projects/${slugs.known}`]) {
      const { headers } = await service.get(path)
      expect((await service.get(path, { 'if-none-match': String(headers['etag']) })).status).toBe(304)
      const head = await service.send(`HEAD ${path}`)
      expect([head.status, head.text]).toEqual([200, ''])
    }
  })
})

describe('the page of a project', () => {
  test('[R75] shows figures of the API, equal to its answers [contract GET /projects/{slug}]', async () => {
    for (const slug of [slugs.known, slugs.bare]) {
      const shown = getShownFields((await service.get(`/projects/${slug}`)).text)
      const answers = {
        dossier: (await service.get(`/api/projects/${slug}`)).body,
        snapshot: (await service.get(`/api/projects/${slug}/snapshot`)).body,
      }
      expect(shown.get('dossier:status')).toBe(answers.dossier['status'])
      for (const [field, value] of shown) {
        const [answer = '', path = ''] = field.split(':')
        const told = path
          .split('.')
          .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], Reflect.get(answers, answer))
        expect([slug, field, value]).toEqual([slug, field, String(told)])
      }
    }
  })

  test('calls unknown what is not known, with the reason', async () => {
    const { text } = await service.get(`/projects/${slugs.bare}`)
    expect(text).toMatch(/data-unknown="NOT_ENOUGH_YET" data-field="snapshot:onChainUse.calls"/)
    expect(text).toContain('not watched for long enough yet')
    expect(text).toMatch(/data-unknown="NO_SOURCE"[^>]*>No source is registered/)
  })

  test('text of a source is text: no element, attribute or script comes from it', async () => {
    const { text } = await service.get(`/projects/${slugs.hostile}`)
    expect(text).not.toMatch(/<script>|<img/)
    expect(text).not.toContain('\u0007')
    expect(text).toContain('&lt;script&gt;alert(1)')
  })

  test('has a Markdown twin and a picture, which it names', async () => {
    const { text } = await service.get(`/projects/${slugs.known}`)
    expect(text).toContain(`<link rel="alternate" type="text/markdown" href="/projects/${slugs.known}.md"`)
    expect(text).toContain(
      `<meta property="og:image" content="https://svc.example/projects/${slugs.known}/card.png">`,
    )
    const [, linked = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? []
    expect(JSON.parse(linked)).toMatchObject({ '@context': 'https://schema.org', '@type': 'Project' })
    expect(linked).not.toMatch(/status|SHIPPING|ACTIVE|momentum/i)
    const twin = await service.get(`/projects/${slugs.hostile}.md`)
    expect([twin.status, twin.headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(twin.text).not.toContain('<script')
    const picture = await service.get(`/projects/${slugs.hostile}/card.png`)
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png'])
    expect((await service.get(`/projects/${slugs.hidden}.md`)).status).toBe(404)
    expect((await service.get(`/projects/${slugs.hidden}/card.png`)).status).toBe(404)
  })
})

test('a project that was never evaluated says so on each page, and tells nothing of watching it', async () => {
  const { slug, address } = await storeToken({ name: 'Never evaluated' }, service.database)
  const { slug: other } = await storeToken({ name: 'Nor this' }, service.database)
  const compared = `slugs=${slug},${other}`
  for (const page of [
    `/projects/${slug}`,
    `/projects/${slug}.md`,
    `/token/4663/${address}`,
    `/token/4663/${address}.md`,
    `/compare?${compared}`,
    `/compare.md?${compared}`,
    '/projects?q=never+evaluated',
    '/projects.md?q=never+evaluated',
  ]) {
    const { text } = await service.get(page)
    expect([page, text]).toEqual([page, expect.stringContaining('not evaluated yet')])
    expect([page, /watched for long enough|was not read yet/.exec(text)]).toEqual([page, null])
  }
})

describe('the page of a project that is hidden or renamed', () => {
  test('of a hidden project is byte for byte that of an unknown one', async () => {
    const asked = { ...BROWSER, 'x-request-id': 'same' }
    const [hidden, unknown] = await Promise.all(
      [slugs.hidden, 'never-was'].map(async (slug) => stable(await service.get(`/projects/${slug}`, asked))),
    )
    expect(hidden).toEqual(unknown)
    expect(hidden?.status).toBe(404)
  })

  test('moves with the project', async () => {
    const from = await storeListed({ project: { slug: 'page-old-name' } }, service.database)
    const { id } = await service.database
      .selectFrom('projects')
      .select('id')
      .where('slug', '=', from)
      .executeTakeFirstOrThrow()
    const slug = parseSlug('page-new-name')
    if (slug === undefined) throw new Error('not a slug')
    await inTransaction(service.database, (writer) => saveProjectSlug({ id, slug, now: NOW }, writer))
    const { status, headers } = await service.get('/projects/page-old-name?utm_source=a', BROWSER)
    expect([status, headers['location']]).toEqual([308, '/projects/page-new-name?utm_source=a'])
  })
})

describe('errors', () => {
  test('are pages with the menu and the search where the caller prefers pages, and the envelope elsewhere', async () => {
    const page = await service.get('/nowhere', BROWSER)
    expect([page.status, page.headers['content-type'], page.headers['cache-control']]).toEqual([
      404,
      'text/html; charset=utf-8',
      'no-store',
    ])
    expect(page.text).toContain('role="search"')
    expect(getUnaccounted(page.text)).toEqual([])
    const menu = /<nav aria-label="Pages">.*<\/nav>/
    expect(menu.exec(page.text)?.[0]).toBe(menu.exec((await service.get('/', BROWSER)).text)?.[0])
    for (const [path, headers] of [
      ['/nowhere', {}],
      ['/nowhere', { accept: '*/*' }],
      ['/api/nowhere', BROWSER],
      ['/api/projects/never-was', BROWSER],
    ] as const)
      expect([path, (await service.get(path, headers)).body['error']]).toEqual([path, 'not_found'])
  })

  test('repeat nothing of the address as markup', async () => {
    const { text, status } = await service.get('/projects/%3Cscript%3Ealert(1)%3C%2Fscript%3E', BROWSER)
    expect(status).toBe(400)
    expect(text).not.toContain('<script>')
  })
})

describe('files of the pages', () => {
  test.each([
    ['text/css', STYLE, 12_000],
    ['text/javascript', SCRIPT, 8_000],
  ])('%s is cached for a year under the address of its content', async (type, { operation }, most) => {
    const { status, headers, text } = await service.get(operation.path)
    expect([status, headers['content-type']]).toEqual([200, `${type}; charset=utf-8`])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers).not.toHaveProperty('ratelimit-limit')
    expect(text.length / 3).toBeLessThan(most)
    expect(text.startsWith(type === 'text/css' ? '/* Quiet' : '// Copy a value')).toBe(true)
  })

  test('robots.txt and sitemap.xml name pages of published projects alone', async () => {
    expect((await service.get('/robots.txt')).text).toContain('Sitemap: https://svc.example/sitemap.xml')
    const { text, headers } = await service.get('/sitemap.xml')
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(text).toContain(`<loc>https://svc.example/projects/${slugs.bare}</loc>`)
    for (const page of ['/', '/status', '/methodology/activity.status', '/developers/agents'])
      expect(text).toContain(`<loc>https://svc.example${page}</loc>`)
    expect(text).not.toContain('{')
    expect(text).not.toContain(slugs.hidden)
  })
})
