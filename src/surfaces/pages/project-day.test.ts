import { beforeAll, expect, test } from 'vitest'
import { HISTORY_SERIES_NAMES, type HistorySeriesName } from '#contract/history-series.ts'
import { addDays, addMs, type CalendarDate, DAY_MS, dateOf, HOUR_MS, startOfDate } from '#contract/time.ts'
import { append } from '#ledger/append.ts'
import { inTransaction } from '#records/database.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { aFigure, aPoint } from '#test/given/days.ts'
import { getShownFields, getUnaccounted, partsOf } from '#test/pages/unaccounted.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, type StoredToken, storeToken } from '#test/service/http-service.ts'
import { aFinding } from '#test/webhooks/ledger.ts'

const BROWSER = { accept: 'text/html,*/*;q=0.8' }
const DAY = '2026-11-18' as CalendarDate

const service = await httpServiceOfFile()
let project: StoredToken
/** Two projects: one with as many entries as a day lists, and one with one more. */
let full: StoredToken
let overfull: StoredToken

/** A project with entries that the ledger recorded when the day began. */
async function storeSeen(entries: number): Promise<StoredToken> {
  const stored = await storeToken({ evidence: KNOWN }, service.database)
  const now = startOfDate(DAY)
  const events = Array.from({ length: entries }, (_, n) => ({
    draft: { ...aFinding(100 * entries + n, `seen ${n}`), occurredAt: null, detectedAt: now },
    projectId: stored.projectId,
    publishedAt: addMs(NOW, -30 * DAY_MS),
  }))
  await inTransaction(service.database, (writer) => append({ events, retractions: [], now }, writer))
  return stored
}

beforeAll(async () => {
  const { database } = service
  project = await storeToken({ evidence: KNOWN }, database)
  const own = { project_id: project.projectId }
  await aPoint({ ...own, day: '2026-11-16' as CalendarDate }, database)
  await aPoint(own, database)
  await aPoint({ ...own, series: 'momentum', value: 41.5, rule: 'build.momentum@2' }, database)
  await aPoint({ ...own, series: 'discovery_gap', state: 'SOURCE_UNAVAILABLE' }, database)
  await aFigure({ ...own, series: 'price', value: 0.0125 }, database)
  const written = { first: startOfDate(DAY), later: startOfDate(addDays(DAY, 1)) }
  full = await storeSeen(20)
  overfull = await storeSeen(21)
  const due = { occurredAt: written.later, precision: 'SCHEDULED' } as const
  for (const [n, words, now, dated] of [
    [1, 'known on the day', written.first, {}],
    [2, 'known at the end of the day', addMs(written.later, -3), {}],
    [5, 'known of a week that runs on', addMs(written.later, -2), { occurredAt: written.first }],
    [6, 'known to be due', addMs(written.later, -1), due],
    [3, 'known on the next day', written.later, {}],
    [4, 'known an hour later', addMs(written.later, HOUR_MS), {}],
    [3, 'known on the next day, and revised', addMs(written.later, 2 * HOUR_MS), {}],
    [5, 'known of a week that ran on', addMs(written.later, 2 * HOUR_MS), { occurredAt: written.later }],
  ] as const) {
    const event = {
      draft: { ...aFinding(n, words), occurredAt: null, detectedAt: now, ...dated },
      projectId: project.projectId,
      publishedAt: addMs(NOW, -30 * DAY_MS),
    }
    await inTransaction(database, (writer) => append({ events: [event], retractions: [], now }, writer))
  }
})

/** The field name that a page gives to the value of a series. */
const fieldOf = (name: HistorySeriesName) =>
  `history:series.${HISTORY_SERIES_NAMES.indexOf(name)}.items.0.value`
const pageOf = (day: string) => service.get(`/projects/${project.slug}?at=${day}`, BROWSER)

test('a day has the values of the API with their rules, and what has no value has its reason', async () => {
  const { status, text } = await pageOf(DAY)
  const { body } = await service.get(`/api/projects/${project.slug}/history?from=${DAY}&to=${DAY}`)
  const told = (body['series'] as { name: HistorySeriesName; items: { value: unknown }[] }[]).flatMap(
    ({ name, items: [item] }) =>
      item === undefined || item.value === null ? [] : [[fieldOf(name), `${item.value}`]],
  )
  expect(status).toBe(200)
  expect(told.map(([field]) => field)).toEqual([fieldOf('status'), fieldOf('momentum'), fieldOf('price')])
  const shown = getShownFields(text)
  expect([...shown]).toEqual(told)
  expect(getUnaccounted(text, ['Active', 'unknown'])).toEqual([])
  expect(text).toContain(`data-rule="activity.status@2" data-field="${fieldOf('status')}"`)
  expect(text).toContain(`data-unknown="SOURCE_UNAVAILABLE" data-field="${fieldOf('discovery_gap')}"`)
  const unwritten = (await pageOf('2026-11-17')).text
  expect(unwritten).toContain(`data-unknown="NOT_RECORDED" data-field="${fieldOf('status')}"`)
  expect(unwritten).toMatch(/<title>[^<]+ on 17 Nov 2026: status not recorded<\/title>/)
  expect(text).toMatch(/<title>[^<]+ on 18 Nov 2026: active<\/title>/)
})

test('a day before the record does not have the reasons of today', async () => {
  const reasonsOn = async (day: string) =>
    new Set([...(await pageOf(day)).text.matchAll(/data-unknown="([A-Z_]+)"/g)].map(([, reason]) => reason))
  expect([...(await reasonsOn('2026-11-15'))]).toEqual(['NOT_RECORDED'])
  expect((await reasonsOn('2026-11-17')).size).toBeGreaterThan(1)
})

test('market figures stand in their own section, apart from those of building', async () => {
  const { text } = await pageOf(DAY)
  const [, market = ''] = text.split('<section id="market"')
  const [before = ''] = text.split('<section id="market"')
  for (const name of ['price', 'liquidity', 'volume', 'valuation'] as const) {
    expect([name, market.includes(`data-field="${fieldOf(name)}"`)]).toEqual([name, true])
    expect([name, before.includes(`data-field="${fieldOf(name)}"`)]).toEqual([name, false])
  }
})

test.each([
  ['2026-11-17', []],
  ['2026-11-18', ['known to be due', 'known at the end of the day', 'known on the day']],
])('the ledger to the end of %s has what it had then', async (day, expected) => {
  const { text } = await pageOf(day)
  const found = [...text.matchAll(/<span class="said"><bdi>(known [^<]+)<\/bdi>/g)].map(([, words]) => words)
  expect(found).toEqual(expected)
})

test('a day of more entries than it lists says that there are others', async () => {
  const textOf = async ({ slug }: StoredToken) =>
    (await service.get(`/projects/${slug}?at=${DAY}`, BROWSER)).text
  const listed = (text: string) => text.match(/<bdi>seen \d+<\/bdi>/g)?.length
  const more = 'The ledger had earlier entries too, which are not listed here.'
  const whole = await textOf(full)
  expect([listed(whole), whole.includes(more)]).toEqual([20, false])
  const part = await textOf(overfull)
  expect(listed(part)).toBe(20)
  expect(part).toContain(`${more} <a href="/changes?project=${overfull.slug}">All changes of the project</a>`)
})

test('changes are dated by the day on which they were seen, and figures lead to the answer that keeps them', async () => {
  const { text } = await pageOf(DAY)
  expect(text).toContain(
    'seen <time datetime="2026-11-18T00:00:00.000Z" title="18 Nov 2026, 00:00 UTC">18 Nov 2026',
  )
  expect(text).not.toMatch(/<main[\s\S]*class="age"[\s\S]*<\/main>/)
  const json = `/api/projects/${project.slug}/history?from=${DAY}&amp;to=${DAY}`
  expect(text).toContain(`Recorded in <a href="${json}">this answer as JSON</a>.`)
})

test('a day before the ledger says when it begins', async () => {
  const begins = 'The ledger begins on <time datetime="2026-11-18">18 Nov 2026</time>'
  expect((await pageOf('2026-11-17')).text).toContain(begins)
  expect((await pageOf('2026-11-18')).text).not.toContain('The ledger begins')
})

test.each([
  ['2026-11-15', 'before the first record', []],
  ['2026-11-16', 'the first record', ['2026-11-17']],
  ['2026-11-17', 'a day without a record', ['2026-11-16', '2026-11-18']],
  ['2026-11-18', 'the newest day that ended', ['2026-11-17']],
])('%s, %s, links the days beside it that have records', async (day, _, expected) => {
  const { text } = await pageOf(day)
  const days = partsOf(text)
    .links.filter((href) => href.startsWith(`/projects/${project.slug}?at=`))
    .map((href) => href.slice(-10))
    .filter((linked) => linked !== day)
  expect(days).toEqual(expected)
})

test('a day that has not ended, and one that is no day, are refused by name', async () => {
  for (const day of [dateOf(NOW), '2027-01-01', '2026-02-30', '']) {
    const { status, text } = await pageOf(day)
    expect([day, status]).toEqual([day, 400])
    expect(text).toContain('`at`')
  }
})

test('has a twin in Markdown and a picture, and a hidden project has no day', async () => {
  const twin = await service.get(`/projects/${project.slug}.md?at=${DAY}`)
  expect(twin.text).toContain('- Momentum: 41.5 (points from 0 to 100, build.momentum@2)')
  expect(twin.text).toContain('- Discovery gap: unknown (the source cannot be read)')
  expect(twin.text).toMatch(
    /“known at the end of the day”.*\/evidence\/signal.*\n.*“known on the day”.*\/evidence\/signal/,
  )
  const named = /<meta property="og:image" content="https:\/\/svc.example([^"]+)"/.exec(
    (await pageOf(DAY)).text,
  )?.[1]
  expect(named).toBe(`/projects/${project.slug}/card.png?at=${DAY}`)
  const picture = await service.get(String(named))
  expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png'])
  const hidden = await storeToken({ state: 'hidden', evidence: KNOWN }, service.database)
  expect((await service.get(`/projects/${hidden.slug}?at=${DAY}`, BROWSER)).status).toBe(404)
})
