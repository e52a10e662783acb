import { beforeAll, describe, expect, test } from 'vitest'
import { derived, unknown } from '#contract/claim.ts'
import { ZERO_ADDRESS } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { storeProjectWithSource } from '#test/given/evidence-kinds.ts'
import { aContract, addressOf, anInterface, aSource } from '#test/given/records.ts'
import { getShownFields, getUnaccounted } from '#test/pages/unaccounted.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { type StoredToken, storeToken } from '#test/service/http-service.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
const UNKNOWN = addressOf(0xabcdef)

const service = await httpServiceOfFile({ sandbox: true })
let known: StoredToken
let hidden: StoredToken
beforeAll(async () => {
  known = await storeToken({ evidence: KNOWN }, service.database)
  hidden = await storeToken({ state: 'hidden', evidence: KNOWN }, service.database)
})

const page = (path: string) => service.get(path, BROWSER)

describe('the page of a token', () => {
  test('[R75] shows figures of the lookup and the scan, equal to their answers', async () => {
    const { status, text } = await page(`/token/4663/${known.address}`)
    const lookup = (await service.get(`/api/token/4663/${known.address}`)).body
    const scan = (await service.get(`/api/v1/scan?token=${known.address}`)).body
    const shown = getShownFields(text)
    expect([status, shown.get('token:activityStatus')]).toEqual([200, lookup['activityStatus']])
    expect(shown.get('token:tokenVerification')).toBe(lookup['tokenVerification'])
    expect(shown.get('scan:market.status')).toBe((scan['market'] as { status: string }).status)
    expect(text).toContain(`href="/projects/${known.slug}"`)
    expect(text).toContain('>receipt</a>')
  })

  test('reads an address in any case, and has one canonical address', async () => {
    const upper = `0x${known.address.slice(2).toUpperCase()}`
    const { status, text } = await page(`/token/4663/${upper}`)
    expect(status).toBe(200)
    expect(text).toContain(`<link rel="canonical" href="https://svc.example/token/4663/${known.address}">`)
  })

  test.each([
    ['an unpublished token', `/token/4663/${UNKNOWN}`, 'No project is published for this token'],
    ['another chain, whatever its id', `/token/2147483648/${UNKNOWN}`, 'This chain is not indexed'],
    ['the zero address', `/token/4663/${ZERO_ADDRESS}`, 'This address is not a token'],
  ])('of %s is the answer of the scan, not a refusal', async (_name, path, heading) => {
    const { status, text } = await page(path)
    expect(status).toBe(200)
    expect(text).toContain(`<h1>${heading}</h1>`)
    expect(text).not.toContain('class="verdict"')
  })

  test('of a hidden project is that of an unpublished token', async () => {
    const [of, never] = await Promise.all(
      [hidden.address, UNKNOWN].map(async (address) =>
        (await page(`/token/4663/${address}`)).text
          .replaceAll(address, 'X')
          .replaceAll(address.slice(0, 6), 'Y'),
      ),
    )
    expect(of?.replaceAll(/Y…\w{4}/g, 'Z')).toBe(never?.replaceAll(/Y…\w{4}/g, 'Z'))
  })

  test('of another contract of a project leads to the page of the contract', async () => {
    const { own } = await storeProjectWithSource(service.database)
    const address = addressOf(0xc0ffee)
    await aContract({ ...own, address }, service.database)
    const { text } = await page(`/token/4663/${address}`)
    expect(text).toContain(`<a href="/contracts/4663/${address}">`)
    expect((await page(`/contracts/4663/${address}`)).status).toBe(200)
  })

  test('of a malformed address is refused as by the API', async () => {
    expect((await page('/token/4663/0x12')).status).toBe(400)
  })

  test('is where a search for an address leads', async () => {
    expect((await page(`/projects?q=${UNKNOWN}`)).text).toContain(
      `<a href="/token/4663/${UNKNOWN}">Open the token`,
    )
  })

  test('is also Markdown', async () => {
    for (const address of [known.address, UNKNOWN]) {
      const { status, headers, text } = await service.get(`/token/4663/${address}.md`)
      expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8'])
      expect(text).toContain(`- Contract: ${address} on chain 4663`)
    }
  })
})

test('the page of a token accounts for the day on which building was last read, where it is not measured', async () => {
  const observedAt = toInstant('2026-11-17T09:00:00Z')
  const building = { state: 'SOURCE_UNAVAILABLE', observedAt } as const
  const unread = {
    ...KNOWN,
    activityMeasured: false,
    meaningfulShips30d: unknown('SOURCE_UNAVAILABLE'),
    coverage: { ...KNOWN.coverage, building },
  }
  const { address } = await storeToken({ evidence: unread }, service.database)
  const { text } = await page(`/token/4663/${address}`)
  expect(text).toContain('it was last read in full on 17 Nov 2026.')
  expect(getUnaccounted(text)).toEqual([])
})

describe('the page of a contract', () => {
  test('[R75] shows figures of the API, and names the state of what is not measured', async () => {
    const { own, slug } = await storeProjectWithSource(service.database)
    const address = addressOf(0xbeef01)
    await aContract({ ...own, address }, service.database)
    const { text, status } = await page(`/contracts/4663/${address}`)
    const { body } = await service.get(`/api/contracts/4663/${address}`)
    expect(status).toBe(200)
    for (const section of ['proxy', 'verifiedSource', 'interface', 'activity']) {
      const { state } = body[section] as { state: string }
      if (state !== 'MEASURED') expect(text).toContain(`data-unknown="${state}"`)
    }
    expect(text).toContain(`datetime="${(body['creation'] as { createdAt: string }).createdAt}"`)
    expect(text).toContain(`href="/projects/${slug}"`)
    expect((await service.get(`/contracts/4663/${address}.md`)).text).toContain(`${address} on chain 4663`)
  })

  test.each([
    [1, 1, '1 function, 1 event '],
    [12, 0, '12 functions, 0 events '],
  ])('of a verified source has %i functions and %i events', async (functions, events, words) => {
    const { own } = await storeProjectWithSource(service.database)
    const address = addressOf(0xbeef10 + functions)
    await aContract({ ...own, address }, service.database)
    await anInterface({ ...own, contract: address, functions, events }, service.database)
    expect((await page(`/contracts/4663/${address}`)).text).toContain(`: ${words}<`)
  })

  test.each([
    [`/contracts/4663/${UNKNOWN}`, 404],
    [`/contracts/1/${UNKNOWN}`, 400],
    ['/contracts/4663/0x12', 400],
  ])('%s is the refusal of the API as a page: %i', async (path, code) => {
    const { status, headers } = await page(path)
    expect([status, headers['content-type']]).toEqual([code, 'text/html; charset=utf-8'])
    expect((await service.get(`/api${path}`)).status).toBe(code)
  })
})

test('the page of the contract of a token that the project does not name says so, as does the page of the project', async () => {
  const reason = 'site_names_another'
  const tokenVerification = derived({ status: 'MISMATCH' as const, reason }, 'token.verification@1', [
    'source:1',
  ])
  const of = await storeToken({ evidence: { ...KNOWN, tokenVerification } }, service.database)
  await aSource({ project_id: of.projectId, kind: 'token', locator: of.address }, service.database)
  const address = `/contracts/4663/${of.address}`
  const other = 'The project names another contract as its token.'

  const { text } = await page(address)
  expect(text).toContain('<h1>Token contract registered for')
  expect(text).toContain(`${other} This token is not linked to the project.`)
  expect(text).not.toContain('counted as the project’s own')
  const { body } = await service.get(`/api${address}`)
  expect([body['role'], body['tokenVerification']]).toEqual(['token', 'MISMATCH'])
  const markdown = (await service.get(`${address}.md`)).text
  expect(markdown).toContain(`${other} This token is not linked to the project.`)
  expect(markdown).toContain('- Token verification: mismatch')
  const { items } = (await service.get(`/api/projects/${of.slug}/contracts`)).body as { items: object[] }
  expect(items).toMatchObject([{ tokenVerification: 'MISMATCH' }])

  const token = (await page(`/token/4663/${of.address}`)).text
  expect(token).toContain('Recorded for <a')
  expect(token).not.toContain('Token of <a')
  const verdict = /<p class="verdict[\s\S]*?<\/p>/.exec(token)?.[0]
  expect(verdict).toContain(other)
  expect(verdict).not.toContain('activityStatus')
  expect(token.indexOf('Activity of the project')).toBeGreaterThan(token.indexOf(other))

  const project = (await page(`/projects/${of.slug}`)).text
  expect(project).toContain('not the one that the project names')
  expect(project).toContain(`${other} Calls of the registered token are counted here.`)
  expect(project).toContain(`${other} This is the market of the registered token`)
  const compared = (await page(`/compare?slugs=${of.slug},${known.slug}`)).text
  expect(compared.split(`${other} These figures are of the registered token.`)).toHaveLength(2)
})
