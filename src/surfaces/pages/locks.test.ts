import { beforeAll, expect, test } from 'vitest'
import { KNOWN } from '#test/given/card-evidence.ts'
import { aContract, addressOf, aLock, anEvaluation, aSource, aStream } from '#test/given/records.ts'
import { getUnaccounted } from '#test/pages/unaccounted.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, type StoredToken, storeToken } from '#test/service/http-service.ts'
import { instantWords } from '#views/words/clocks.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
const READ = addressOf(0xa11ce)
const UNREAD = addressOf(0xb0b)

const FAILED = { provider: 'chain', stream: 'locks', outcome: 'unavailable', since: NOW }

const service = await httpServiceOfFile({ sandbox: true })
let known: StoredToken
let receipts: readonly string[]
beforeAll(async () => {
  const { database } = service
  const locks = { state: 'SOURCE_UNAVAILABLE', observedAt: NOW } as const
  known = await storeToken({ evidence: { ...KNOWN, coverage: { ...KNOWN.coverage, locks } } }, database)
  const { projectId: project_id, address: token } = known
  const source = await aSource({ project_id, kind: 'token', locator: token }, database)
  await aContract({ project_id, source_id: String(source.id), address: token, role: 'token' }, database)
  const read = await aSource({ project_id, kind: 'locker', locator: `${READ}:${token}` }, database)
  const unread = await aSource({ project_id, kind: 'locker', locator: `${UNREAD}:${token}` }, database)
  const stream = { stream: 'locks', provider: 'chain' }
  await aStream({ ...stream, source_id: String(read.id), position: { unreadLocks: 2 } }, database)
  await aStream({ ...stream, source_id: String(unread.id), last_ok_at: null, first_ok_at: null }, database)
  const lock = await aLock({ project_id, source_id: String(read.id), token, locker: READ }, database)
  await anEvaluation(
    {
      project_id,
      fact: 'coverage.locks',
      rule: 'coverage@1',
      state: 'SOURCE_UNAVAILABLE',
      value: null,
      evaluated_at: NOW,
      evidence: [unread.evidence],
      inputs: JSON.stringify({ unread: [{ ...FAILED, source: unread.evidence }] }),
    },
    database,
  )
  await database
    .updateTable('tokens')
    .set({ symbol: 'LUM', decimals: 18, metadata_read_at: NOW })
    .where('address', '=', token)
    .execute()
  receipts = [`lock:4663:${READ}:${lock.lock_id}`, read.evidence, unread.evidence]
})

const pagesOf = ({ slug, address }: StoredToken) => [
  `/projects/${slug}`,
  `/token/4663/${address}`,
  `/contracts/4663/${address}`,
]
const pages = () => pagesOf(known)

/** The section about locks of each page, and of the page's twin in Markdown. */
async function sectionsOf(paths: readonly string[]) {
  const sections: string[] = []
  const twins: string[] = []
  for (const path of paths) {
    const { text } = await service.get(path, BROWSER)
    const [section = ''] = /<section id="locks"[\s\S]*?<\/section>/.exec(text) ?? []
    sections.push(section.replaceAll(/(id|popovertarget)="f\d+"/g, ''))
    const [, twin = ''] = (await service.get(`${path}.md`)).text.split('## Locks\n')
    twins.push(twin.split(/\n\n(?:## |JSON)/)[0] ?? '')
  }
  return { sections, twins }
}

test('the pages of a project, of its token and of its contract name the locker of each lock, with its receipt', async () => {
  for (const path of pages()) {
    const { status, text } = await service.get(path, BROWSER)
    const section = /<section id="locks"[\s\S]*?<\/section>/.exec(text)?.[0]
    expect([path, status, section]).toEqual([path, 200, expect.any(String)])
    for (const id of receipts)
      expect(section).toContain(`href="/evidence/${encodeURIComponent(id)}">receipt</a>`)
    expect(section).toContain(`<span class="whole">${READ}</span>`)
    expect(section).toMatch(new RegExp(`${UNREAD}(?:(?!<li).)*never read`))
    expect(section).toContain('without some of its locks')
    expect(getUnaccounted(text)).toEqual([])
  }
})

test('the three pages, and their twins, have the same section', async () => {
  const { sections, twins } = await sectionsOf(pages())
  expect(sections[0]).toContain('attempts fail since')
  expect(sections[0]).toContain('1,000 <span class="unit"><bdi class="said">LUM</bdi>')
  expect(new Set(sections)).toEqual(new Set(sections.slice(0, 1)))
  expect(twins[0]).toContain('Locker')
  expect(new Set(twins)).toEqual(new Set(twins.slice(0, 1)))
})

test.each([
  ['MEASURED', NOW, 'Read <time'],
  ['NOT_ENOUGH_YET', NOW, 'not watched for long enough yet'],
] as const)('so have they where locks are %s', async (state, observedAt, words) => {
  const { database } = service
  const evidence = { ...KNOWN, coverage: { ...KNOWN.coverage, locks: { state, observedAt } } }
  const other = await storeToken({ evidence, scoredAt: NOW }, database)
  const { projectId: project_id, address: token } = other
  const source = await aSource({ project_id, kind: 'token', locator: token }, database)
  await aContract({ project_id, source_id: String(source.id), address: token, role: 'token' }, database)
  const { sections, twins } = await sectionsOf(pagesOf(other))
  expect(sections[0]).toContain(words)
  expect(new Set(sections)).toEqual(new Set(sections.slice(0, 1)))
  expect(twins[0]).toContain('Locks recorded')
  expect(new Set(twins)).toEqual(new Set(twins.slice(0, 1)))
})

test('their twins in Markdown, and the scope of the snapshot, say the same', async () => {
  const words = [
    `${READ}, last read at 2026-11-20T11:00:00.000Z without some of its locks`,
    `${UNREAD}, never read`,
  ]
  const ended = `${UNREAD}, never read; not readable, attempts fail since ${instantWords(NOW)}, `
  for (const path of pages()) {
    const { text } = await service.get(`${path}.md`)
    for (const id of receipts) expect(text).toContain(`/api/evidence/${encodeURIComponent(id)}`)
    for (const said of words) expect(text).toContain(said)
    expect(text).toContain(`in the locker ${READ}`)
    expect(text).toContain(ended)
    expect(text).toContain('Locks recorded: unknown (the source cannot be read)')
  }
  const { body } = await service.get(`/api/projects/${known.slug}/snapshot`)
  const { scope, total } = body['locks'] as { readonly scope: string; readonly total?: number }
  expect(total).toBeUndefined()
  for (const said of words) expect(scope).toContain(said)
})
