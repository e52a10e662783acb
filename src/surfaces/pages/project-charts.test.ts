import { beforeAll, expect, test } from 'vitest'
import { addDays, type CalendarDate, toInstant } from '#contract/time.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { aPoint } from '#test/given/days.ts'
import { aShip, aSource } from '#test/given/records.ts'
import { listeningServiceOfFile } from '#test/service/file-service.ts'
import { storeToken } from '#test/service/http-service.ts'

const listening = await listeningServiceOfFile()
let page: string
let slug: string
beforeAll(async () => {
  const { database } = listening.service
  const stored = await storeToken({ evidence: KNOWN }, database)
  const { projectId: project_id } = stored
  const { id: source_id } = await aSource({ project_id }, database)
  for (let n = 0; n < 130; n += 1) {
    const day = addDays('2026-01-05' as CalendarDate, n % 26)
    const occurred_at = toInstant(`${day}T10:00:00Z`)
    await aShip({ project_id, source_id: String(source_id), title: `Ship ${n}`, occurred_at }, database)
  }
  const on = (day: string) => `2026-11-${day}` as CalendarDate
  await aPoint({ project_id, day: on('17'), value: 'SHIPPING' }, database)
  await aPoint({ project_id, day: on('18'), state: 'SOURCE_UNAVAILABLE' }, database)
  slug = stored.slug
  page = (await listening.send(`/projects/${slug}`)).text
})

const hrefs = () =>
  [...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => String(href).replaceAll('&amp;', '&'))
const linesOf = async (path: string) => (await listening.send(path)).text.split('\r\n').slice(1, -1)

test('the calendar places undated ships, says so, and links a list that has them', async () => {
  const { database } = listening.service
  const { projectId: project_id, slug: other } = await storeToken({ evidence: KNOWN }, database)
  const { id } = await aSource({ project_id }, database)
  const own = { project_id, source_id: String(id) }
  await aShip({ ...own, title: 'Dated', occurred_at: toInstant('2026-11-02T10:00:00Z') }, database)
  const upgrade = { ...own, kind: 'upgrade', occurred_at: null, precision: 'OBSERVED', title: 'Undated' }
  await aShip({ ...upgrade, detected_at: toInstant('2026-11-03T10:00:00Z') }, database)
  const { text } = await listening.send(`/projects/${other}`)
  expect(text).toMatch(/datetime="2026-11-03">[^<]*<\/time><\/td><td class="number">1</)
  expect(text).toContain('1 ship has no date from its source. It is on the day when it was first read.')
  const [, href = ''] = /<a href="(\/api\/ships\?[^"]*)">Data as JSON/.exec(text) ?? []
  const { items } = JSON.parse((await listening.send(href.replaceAll('&amp;', '&'))).text)
  const placed = items.map(({ title, occurredAt, detectedAt }: Readonly<Record<string, string>>) => [
    title,
    String(occurredAt ?? detectedAt).slice(0, 10),
  ])
  expect(placed).toEqual([
    ['Undated', '2026-11-03'],
    ['Dated', '2026-11-02'],
  ])
  expect(page).not.toContain('no date from')
  expect(text).toContain('<td>not read: silence says nothing</td>')
})

test('the calendar counts every ship of the year, as their export has them', async () => {
  const shown = [...page.matchAll(/datetime="(2026-01-\d\d)">[^<]*<\/time><\/td><td class="number">(\d+)</g)]
  const lines = (await listening.send(`/api/export/ships?project=${slug}`)).text.split('\n').slice(0, -1)
  const days = Map.groupBy(lines, (line) => String(JSON.parse(line).occurredAt).slice(0, 10))
  expect(lines).toHaveLength(130)
  expect(new Map(shown.map(([, day, count]) => [day, Number.parseInt(String(count), 10)]))).toEqual(
    new Map([...days].toReversed().map(([day, ships]) => [day, ships.length])),
  )
  expect(page).toContain(' and 2 more')
})

test('each chart says its unit, its source and its rule, and links the page of the rule', async () => {
  const captions = [...page.matchAll(/<figcaption>(.*?)<\/figcaption>/g)].map(([, caption]) =>
    String(caption),
  )
  expect(captions.map((caption) => caption.replace(/<[^>]+>/g, '').replace(/@\d+/, '@N'))).toEqual([
    'Recorded ships by day, 52 weeks: one square a day, in UTC. Source: the sources of the project. Rule: ships.counted@N. Earlier weeks to the left',
    'Activity status by day: the status at the end of each day. Source: the days that this service stored. Rule: history.days@N',
    'Build Momentum by day: points from 0 to 100 at the end of each day. Source: the days that this service stored. Rule: history.days@N',
  ])
  for (const caption of captions) {
    const [, rule = ''] = /<a href="(\/methodology\/[^"]+)"/.exec(caption) ?? []
    expect([rule, (await listening.send(rule)).status]).toEqual([rule, 200])
  }
})

test('each chart links its data as CSV and as JSON, and both answer', async () => {
  const data = hrefs().filter((href) => /^\/api\/export\//.test(href))
  expect(data.map((href) => href.replace(/&(from|to)=[^&]*/g, ''))).toEqual([
    `/api/export/ships?project=${slug}&format=csv`,
    `/api/export/projects/${slug}/history?series=status&format=csv`,
    `/api/export/projects/${slug}/history?series=momentum&format=csv`,
  ])
  expect(await linesOf(data[0] as string)).toHaveLength(130)
  expect((await linesOf(data[1] as string)).map((line) => line.split(',').slice(4, 7))).toEqual([
    ['2026-11-17', 'SHIPPING', ''],
    ['2026-11-18', '', 'SOURCE_UNAVAILABLE'],
  ])
  expect(page).toMatch(/2026-11-18">[^<]*<\/time><\/td><td><span data-unknown="SOURCE_UNAVAILABLE">/)
  const json = hrefs().filter((href) => /^\/api\/(ships|projects\/[^/]+\/history)\?/.test(href))
  for (const href of json) expect([href, (await listening.send(href)).status]).toEqual([href, 200])
})

test('a day that fills the list of the newest ships is said to have more, here and in the Markdown', async () => {
  const { database } = listening.service
  const { projectId: project_id, slug: other } = await storeToken({ evidence: KNOWN }, database)
  const { id } = await aSource({ project_id }, database)
  const own = { project_id, source_id: String(id) }
  for (let n = 0; n < 12; n += 1) {
    const occurred_at = toInstant(`2026-11-02T10:00:${String(n).padStart(2, '0')}Z`)
    await aShip({ ...own, title: `v${n}`, occurred_at }, database)
  }
  const words = '2 Nov 2026 alone has 12 ships. Listed are the 10 newest of them.'
  const { text } = await listening.send(`/projects/${other}`)
  expect(text).toContain(`data-service="/api/ships?project=${other}">${words}`)
  expect(page).not.toContain('alone has')
  const twin = (await listening.send(`/projects/${other}.md`)).text
  expect(twin).toMatch(new RegExp(`${words} All ships: https?://\\S+/api/ships\\?project=${other}\n`))
})
