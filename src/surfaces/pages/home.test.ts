import { beforeAll, expect, test } from 'vitest'
import { KNOWN } from '#test/given/card-evidence.ts'
import { storeListed } from '#test/given/listed-project.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { storeToken } from '#test/service/http-service.ts'

const BROWSER = { accept: 'text/html' }
const CORRECTIONS = 'mailto:errors@svc.example'

const service = await httpServiceOfFile({ corrections: CORRECTIONS })
let known: string
beforeAll(async () => {
  known = (await storeToken({ evidence: KNOWN }, service.database)).slug
  await storeListed({}, service.database)
})

const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

test('the first page counts projects as their list does, and says why a clock is not known', async () => {
  const { total } = (await service.get('/api/projects')).body
  const { text } = await service.get('/')
  expect(text).toMatch(new RegExp(`<dt>Published projects</dt><dd>.{0,120}<data value="${total}">`))
  expect(text).toMatch(/<dt>Newest reading of a provider<\/dt><dd><span class="figure unknown" data-unknown/)
  expect(textOf(text)).toContain('Last ship')
})

test('the first page has a Markdown twin with the same counts', async () => {
  const { total } = (await service.get('/api/projects')).body
  const { status, headers, text } = await service.get('/index.md')
  expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8'])
  expect(text).toContain(`- Published projects: ${total}\n`)
  expect(text).toContain('- Newest reading of a provider: unknown (not watched for long enough yet)')
  expect(text).toContain(`https://svc.example/projects/${known}`)
  expect((await service.get('/')).text).toContain('type="text/markdown" href="/index.md"')
})

test('a page of a refusal names the address for corrections', async () => {
  const { status, text } = await service.get('/projects/never-was', BROWSER)
  expect(status).toBe(404)
  expect(text).toContain(`href="${CORRECTIONS}?subject=Correction`)
})

test('a project that is chosen alone for a comparison has its name; an unknown slug is not found', async () => {
  expect((await service.get(`/compare?slugs=${known}`, BROWSER)).status).toBe(200)
  const { status, text } = await service.get('/compare?slugs=never-was', BROWSER)
  expect(status).toBe(404)
  expect(textOf(text)).toContain('No project is published under never-was .')
})

test('the first page says how many providers are read in time, and links to which', async () => {
  const { text } = await service.get('/')
  expect(text).toMatch(/<a href="\/status">Providers read in time<\/a><\/dt><dd><span class="figure unknown"/)
})
