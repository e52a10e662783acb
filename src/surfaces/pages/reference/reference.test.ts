import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import { CHANGE_TYPES, EVENT_TYPES, UNCAUSED_TYPES } from '#contract/events.ts'
import { openApi } from '#contract/openapi/openapi.ts'
import { errorsOf, type Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { UNCAUSED } from '#domain/ledger/rules.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { REPORTED_MONTH, storeMonthlyReport } from '#test/given/monthly-report.ts'
import { getUnaccounted, partsOf } from '#test/pages/unaccounted.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { type Answer, DOCUMENTS, storeToken } from '#test/service/http-service.ts'
import { REFERENCE_PAGE } from '#views/reference/addresses.ts'

/** The most bytes of a page, compressed, without the style and the script of every page. */
const MOST_BYTES = 20_000
/** The most bytes of the script of a page, as it is written. */
const MOST_SCRIPT_BYTES = 8000
const operations = Object.values<Operation>(OPERATIONS)
const document = openApi({ baseUrl: '', version: '1', publishes: { marketIntegrity: true } })
type Node = Readonly<Record<string, unknown>>
const described: Readonly<Record<string, Readonly<Record<string, Node>>>> = JSON.parse(
  JSON.stringify(document.paths),
)
const schemas: Readonly<Record<string, Node>> = JSON.parse(JSON.stringify(document.components.schemas))

const service = await httpServiceOfFile()
let addresses: readonly string[]
/** Every page of the reference, by its address. */
const pages = new Map<string, Answer>()
beforeAll(async () => {
  await storeMonthlyReport(service.database)
  await storeToken({ evidence: KNOWN, name: 'Lumen' }, service.database)
  const { text } = await service.get('/sitemap.xml')
  addresses = [...text.matchAll(/<loc>https:\/\/svc\.example([^<]*)<\/loc>/g)]
    .map(([, path]) => String(path))
    .filter((path) => path.startsWith(REFERENCE_PAGE))
  for (const path of addresses) pages.set(path, await service.get(path))
})

const pageOf = async (path: string) => (pages.get(path) ?? (await service.get(path))).text
const operationPage = async (operationId: string) => read(await pageOf(`${REFERENCE_PAGE}/${operationId}`))
/** Markup as people read it. */
const read = (text: string) =>
  text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')
/** The texts of a page that are code, without markup. */
const codesOf = (text: string) =>
  new Set([...text.matchAll(/<code[^>]*>([^<]*)<\/code>/g)].map(([, code]) => String(code)))

describe('every page of the reference', () => {
  test('is in the sitemap: one for each operation, event type, part of a delivery and language', () => {
    const rest = addresses.map((path) => path.slice(REFERENCE_PAGE.length))
    expect(rest.filter((path) => path.startsWith('/events/'))).toEqual(
      CHANGE_TYPES.map((type) => `/events/${type}`),
    )
    expect(rest).toEqual(expect.arrayContaining(operations.map(({ operationId }) => `/${operationId}`)))
    expect(rest).toEqual(
      expect.arrayContaining(['', '/values', '/webhooks/signature', '/clients/python', '/clients/rust']),
    )
    expect(new Set(rest).size).toBe(rest.length)
  })

  test('is a whole document with one h1, within its size, by the policy and the cache of pages', async () => {
    for (const [path, { status, headers, text }] of pages) {
      expect([path, status]).toEqual([path, 200])
      expect(text.match(/<h1>/g)).toHaveLength(1)
      expect(text).toContain(`<link rel="canonical" href="https://svc.example${path}">`)
      expect([path, gzipSync(text).length <= MOST_BYTES]).toEqual([path, true])
      expect(headers['content-security-policy']).toMatch(/^default-src 'self';/)
      expect(headers['content-security-policy']).not.toContain('unsafe')
      expect(headers['cache-control']).toBe('public, max-age=60')
      expect(text).not.toMatch(/<style| style="| on\w+="|<script>/)
      expect([path, getUnaccounted(text)]).toEqual([path, []])
    }
  })

  test('has a title of its own, and a twin in Markdown', async () => {
    const titles = new Set<string>()
    for (const path of addresses) {
      titles.add(String(/<title>(.*?)<\/title>/.exec(await pageOf(path))?.[1]))
      const twin = await service.get(`${path}.md`)
      expect([path, twin.headers['content-type']]).toEqual([path, 'text/markdown; charset=utf-8'])
      expect(twin.text).toMatch(/^# /)
    }
    expect(titles.size).toBe(addresses.length)
  })

  test('loads one script of at most 8 kB, and no file of another origin', async () => {
    const loaded = new Set<string>()
    for (const path of addresses) {
      const text = await pageOf(path)
      const [script = '', ...others] = [...text.matchAll(/<script [^>]*src="([^"]*)"/g)].map(([, src]) => src)
      expect([path, others]).toEqual([path, []])
      loaded.add(script)
      const files = [...text.matchAll(/<(?:link|img|script|iframe|source)\b[^>]*?(?:href|src)="([^"]*)"/g)]
      const ofOthers = files.filter(([, file = '']) => !/^(?:\/(?!\/)|https:\/\/svc\.example\/)/.test(file))
      expect([path, ofOthers]).toEqual([path, []])
    }
    const [script = '', ...others] = loaded
    expect(others).toEqual([])
    expect(Buffer.byteLength((await service.get(script)).text)).toBeLessThanOrEqual(MOST_SCRIPT_BYTES)
  })

  test('answers 304 to its ETag', async () => {
    for (const path of [REFERENCE_PAGE, `${REFERENCE_PAGE}/listProjects`]) {
      const { headers } = await service.get(path)
      expect((await service.get(path, { 'if-none-match': String(headers['etag']) })).status).toBe(304)
    }
  })
})

describe('a page of the reference', () => {
  test('has links that lead somewhere, and no id twice', async () => {
    const ids = new Map<string, ReadonlySet<string>>()
    for (const path of addresses) {
      const text = await pageOf(path)
      const given = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
      expect([path, given.filter((id, at) => given.indexOf(id) !== at)]).toEqual([path, []])
      ids.set(path, partsOf(text).ids)
    }
    const asked = new Map<string, number>()
    for (const path of addresses) {
      for (const link of partsOf(await pageOf(path)).links) {
        const { pathname, search, hash } = new URL(link, `https://svc.example${path}`)
        const target = `${pathname}${search}`
        if (!ids.has(target) && !asked.has(target)) asked.set(target, (await service.get(target)).status)
        expect([path, link, asked.get(target) ?? 200]).toEqual([path, link, 200])
        const anchor = decodeURIComponent(hash.slice(1))
        if (anchor !== '' && ids.has(target))
          expect([path, link, ids.get(target)?.has(anchor)]).toEqual([path, link, true])
      }
    }
  })

  test('is not found for a name that nothing has', async () => {
    for (const path of [
      '/none',
      '/events/none',
      '/webhooks/none',
      '/clients/cobol',
      '/events/build.release.md.md',
    ])
      expect([path, (await service.get(`${REFERENCE_PAGE}${path}`)).status]).toEqual([path, 404])
  })
})

describe('the page of an operation', () => {
  test.each(operations)(
    '$operationId has every parameter with its limits',
    async ({ operationId, input }) => {
      const text = await operationPage(operationId)
      for (const [name, { schema, aliases, header }] of Object.entries({ ...input.path, ...input.query })) {
        expect(text).toContain(`<code id="parameter-${name}">${name}</code>`)
        const codes = codesOf(text)
        for (const also of [...aliases, ...(header === undefined ? [] : [header])])
          expect(codes).toContain(also)
        for (const value of valuesIn(schema))
          expect([name, value, text.includes(value)]).toEqual([name, value, true])
        for (const limit of limitsIn(schema))
          expect([name, limit, text.includes(limit)]).toEqual([name, limit, true])
      }
    },
  )

  test.each(operations)('$operationId has every refusal with what to do', async (operation) => {
    const text = await operationPage(operation.operationId)
    for (const code of errorsOf(operation)) {
      const { status, retryable } = ERRORS[code]
      expect(text).toContain(
        `<code id="error-${code}">${code}</code><span class="aside">status ${status}, ${retryable ? '' : 'not '}retryable</span>`,
      )
    }
  })

  test.each(operations.filter(({ status }) => status !== 204))(
    '$operationId has every field of its answer',
    async ({ operationId, path, method, lines }) => {
      const last = new Set(
        [...codesOf(await operationPage(operationId))].map((code) => code.split(/[.\]]/).at(-1)),
      )
      const answer = described[path]?.[method.toLowerCase()]?.['responses']
      const fields =
        lines === undefined
          ? fieldsBelow(answerSchema(answer))
          : Object.keys(Object(Reflect.get(lines, 'properties')))
      expect([...fields].filter((name) => !last.has(name.split(/[.\]]/).at(-1)))).toEqual([])
    },
  )

  test.each(operations.filter(({ input }) => input.body !== undefined))(
    '$operationId has every field of its body',
    async ({ operationId, input }) => {
      const codes = codesOf(await operationPage(operationId))
      for (const name of Object.keys(Object(input.body?.properties))) expect(codes).toContain(name)
    },
  )
})

describe('the request on the page of an operation', () => {
  test.each(operations)(
    '$operationId has its request in three ways, and what the sandbox answered',
    async ({ operationId, method }) => {
      const text = await operationPage(operationId)
      const stored = DOCUMENTS.reference.answers.get(operationId)
      expect(text).toContain(`svc.${operationId}(`)
      expect(text).toContain('<code>curl')
      expect(text).toContain("await fetch('https://svc.example/")
      expect(text).toContain(`status <code>${stored?.status}</code>`)
      expect(text).toContain(method)
      expect(text).not.toContain('127.0.0.1:4663')
    },
  )

  test('says what a call counts', async () => {
    expect(await operationPage('exportShips')).toContain('Counts as 20 requests')
    expect(await operationPage('createWebhook')).toContain('At most 10 such calls an hour')
    expect(await operationPage('validateReceipt')).toContain('At most 30 such calls a minute')
    expect(await operationPage('getHealth')).toContain('Counts against no limit')
  })

  test('has a form where anyone may read, but none for an export or a call', async () => {
    expect(await operationPage('listShips')).toContain('<form class="try" method="get" action="/api/ships"')
    expect(await operationPage('exportShips')).not.toContain('class="try"')
    expect(await operationPage('createWebhook')).not.toContain('class="try"')
  })

  test('has a form that asks for a month of which this deployment has a report', async () => {
    expect(await operationPage('getMonthlyReport')).toContain(
      `<form class="try" method="get" action="/api/reports/monthly/${REPORTED_MONTH}"`,
    )
  })
})

describe('the page of an event type', () => {
  test.each(CHANGE_TYPES)('%s says where it is, and has every field of an event', async (type) => {
    const text = await pageOf(`${REFERENCE_PAGE}/events/${type}`)
    const codes = codesOf(text)
    expect(codes).toContain(`type=${type}`)
    for (const name of Object.keys(Object(schemas['ChangeEvent']?.['properties'])))
      expect(codes).toContain(name)
    const isPushed = EVENT_TYPES[type].delivery === 'webhooks'
    expect(text.includes('In webhooks, while')).toBe(isPushed)
    const uncaused = UNCAUSED_TYPES.find((one) => one === type)
    expect(DOCUMENTS.reference.events[type] === undefined).toBe(uncaused !== undefined)
    if (uncaused !== undefined) expect(text).toContain(`it would take ${UNCAUSED[uncaused]}`)
  })
})

describe('the pages of webhook deliveries', () => {
  test('have every header, the fields of both bodies, and the schedule', async () => {
    const headers = codesOf(await pageOf(`${REFERENCE_PAGE}/webhooks/headers`))
    for (const name of [
      'svc-signature',
      'svc-event-id',
      'svc-delivery-id',
      'svc-payload-version',
      'webhook-id',
    ])
      expect(headers).toContain(name)
    const payload = codesOf(await pageOf(`${REFERENCE_PAGE}/webhooks/payload`))
    for (const name of ['payloadVersion', 'deliveryId', 'sentAt', 'event.revision', 'subscriptionId'])
      expect(payload).toContain(name)
    const retries = await pageOf(`${REFERENCE_PAGE}/webhooks/retries`)
    for (const wait of ['1 minute', '5 minutes', '30 minutes', '2 hours', '6 hours', '12 hours', 'DEAD'])
      expect(retries).toContain(`>${wait}`.replace('>DEAD', 'DEAD'))
  })
})

function answerSchema(responses: unknown): Node {
  const { 200: ok, 201: made } = Object(responses) as Readonly<Record<number, Node>>
  const [content] = Object.values(Object(Object(ok ?? made)['content']))
  return Object(Object(content)['schema']) as Node
}

/** The names of all fields below a schema of the API description, through references. */
function fieldsBelow(
  node: unknown,
  seen = new Set<string>(),
  names = new Set<string>(),
): ReadonlySet<string> {
  if (typeof node !== 'object' || node === null) return names
  const { $ref, properties, items, anyOf, additionalProperties } = node as Node
  if (typeof $ref === 'string') {
    if (seen.has($ref)) return names
    seen.add($ref)
    return fieldsBelow(schemas[$ref.split('/').at(-1) ?? ''], seen, names)
  }
  for (const [name, one] of Object.entries(Object(properties))) {
    names.add(name)
    fieldsBelow(one, seen, names)
  }
  for (const one of [items, additionalProperties, ...((anyOf as readonly unknown[]) ?? [])])
    fieldsBelow(one, seen, names)
  return names
}

/** The values of a closed list in a schema of a parameter. */
function valuesIn(schema: object): readonly string[] {
  const { enum: values, items, allOf } = schema as { enum?: string[]; items?: object; allOf?: object[] }
  const all = [
    ...(values ?? []),
    ...(items === undefined ? [] : valuesIn(items)),
    ...(allOf ?? []).flatMap(valuesIn),
  ]
  return all.length > 12 ? [] : all.map(String)
}

/** The bounds of a parameter as the page writes numbers. */
function limitsIn(schema: object): readonly string[] {
  const { minimum, maximum, minLength, maxLength } = schema as Readonly<Record<string, number | undefined>>
  return [minimum, maximum, minLength, maxLength].flatMap((bound) =>
    bound === undefined || bound === Number.MAX_SAFE_INTEGER ? [] : [bound.toLocaleString('en-US')],
  )
}
