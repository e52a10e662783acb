import { beforeAll, expect, test } from 'vitest'
import { aShip, DEFAULT_NOW } from '#test/given/records.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW } from '#test/service/http-service.ts'
import { aWatchedProject, runFor } from '#test/webhooks/ledger.ts'

const service = await httpServiceOfFile({ sandbox: true })
let slug: string
let withdrawn: string
beforeAll(async () => {
  const { database } = service
  const { project, ship } = await aWatchedProject(database)
  slug = String(project.slug)
  for (let n = 1; n <= 3; n += 1) await aShip({ ...ship, title: `release-${n}` }, database)
  const gone = await aShip({ ...ship, title: 'the-withdrawn-title' }, database)
  withdrawn = gone.evidence
  await runFor(String(project.id), database)
  await database
    .updateTable('ships')
    .set({ withdrawn_at: DEFAULT_NOW, withdrawn_reason: 'release deleted' })
    .where('id', '=', String(gone.id))
    .execute()
  await runFor(String(project.id), database)
})

const textOf = async (path: string) => (await service.get(path)).text
/** The receipts of the entries of the list, in order. */
const listed = (text: string) =>
  [...text.matchAll(/<li class="row" data-evidence="([^"]+)"/g)].map(([, id]) => id)

test('the page has the entries of the API in the same order', async () => {
  for (const query of ['', '?domain=build', `?project=${slug}`, '?type=research.published', '?limit=2']) {
    const items = (await service.get(`/api/changes${query}`)).body['items'] as {
      evidence: string[]
      id: string
    }[]
    const shown = listed(await textOf(`/changes${query}`))
    expect([query, shown.length]).toEqual([query, items.length])
    expect(shown.filter((id) => id?.startsWith('ship:'))).toEqual(
      items.map(({ id }) => id).filter((id) => id.startsWith('ship:')),
    )
  }
})

test('the day over the entries is said to be that on which they were seen', async () => {
  for (const path of ['/', '/changes']) {
    const text = await textOf(path)
    expect(text).toMatch(/<h[23]><span data-service="\/api\/changes">Seen on <time/)
    expect(text).toContain('A date in a row is that of its source.')
  }
})

test('the next page continues where the last one ended, and only the newest is refreshed', async () => {
  const first = await textOf('/changes?limit=2')
  expect(first).toContain('id="live-changes" data-live')
  const next = /rel="next" href="([^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&')
  const second = await textOf(String(next))
  expect(second).not.toContain('data-live')
  expect(listed(second).some((id) => listed(first).includes(id))).toBe(false)
})

test('a retraction is a tombstone that names nothing', async () => {
  const text = await textOf('/changes?after=c1.0')
  expect(text).toContain(
    `Retracted: an entry that was here is no longer public. <span class="kind"><code>${withdrawn}`,
  )
  expect(text).not.toContain('the-withdrawn-title')
  expect(await textOf('/changes')).not.toContain(withdrawn)
  const twin = await textOf('/changes.md?after=c1.0')
  expect(twin).toContain(`retracted, \`${withdrawn}\``)
  expect(twin).not.toContain('the-withdrawn-title')
})

test('each filter is a link, and a chosen one can be removed', async () => {
  const text = await textOf(`/changes?project=${slug}&domain=build`)
  expect(text).toContain(`<a href="/changes?domain=contract&amp;project=${slug}">Contract</a>`)
  expect(text).toContain('<a href="/changes?domain=build" rel="nofollow">remove</a>')
  expect(text).toContain(`href="/api/changes?domain=build&amp;project=${slug}"`)
})

test('a page without entries says so, and a malformed filter is refused as by the API', async () => {
  expect(await textOf('/changes?project=never-was')).toContain('No change of the ledger matches.')
  for (const query of ['?domain=prices', '?before=x', `?since=${NOW}x`])
    expect([query, (await service.get(`/changes${query}`)).status]).toEqual([
      query,
      (await service.get(`/api/changes${query}`)).status,
    ])
})
