import { beforeAll, describe, expect, test } from 'vitest'
import type { ServiceStatus } from '#contract/shapes/status.ts'
import { addMs, DAY_MS, dateOf, type Instant } from '#contract/time.ts'
import { aSheet } from '#test/pages/page-sheet.ts'
import { partsOf } from '#test/pages/unaccounted.ts'
import { faultsOf } from '#test/service/described-answers.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW } from '#test/service/http-service.ts'
import { outagesMarkdown } from '#views/status/outage-words.ts'
import { dayWords, instantWords } from '#views/words/clocks.ts'
import { outageDaysOf } from './status/outages.ts'

const service = await httpServiceOfFile()
const daysAgo = (days: number) => addMs(NOW, -days * DAY_MS)
/** An outage over midnight, one that runs, and a day between them on which nothing judged the provider. */
const OUTAGES = [
  { provider: 'github', began_at: daysAgo(7), ended_at: daysAgo(6) },
  { provider: 'github', began_at: daysAgo(1), ended_at: null },
]
const JUDGED = [8, 7, 6, 4, 3, 2, 1]

const budgetOf = (provider: string, outage_since: Instant | null) => ({
  provider,
  day: dateOf(NOW),
  used: 1,
  daily_limit: 10,
  outage_since,
})
beforeAll(async () => {
  const { database } = service
  await database
    .insertInto('provider_budgets')
    .values([budgetOf('github', daysAgo(1)), budgetOf('site', null)])
    .execute()
  const days = JUDGED.map(daysAgo).map((at) => ({
    provider: 'github',
    day: dateOf(at),
    first_judged_at: at,
    last_judged_at: at,
  }))
  await database.insertInto('provider_days').values(days).execute()
  await database.insertInto('provider_outages').values(OUTAGES).execute()
})

test('answers the days of each provider and its newest outages [contract GET /api/status]', async () => {
  const { body } = await service.get('/api/status')
  const span = (from: number, to: number, state: string) => ({
    from: dateOf(daysAgo(from)),
    to: dateOf(daysAgo(to)),
    state,
  })
  expect(body['outageCalendar']).toEqual([
    {
      provider: 'github',
      recordedFrom: daysAgo(8),
      days: [
        span(89, 9, 'not_recorded'),
        span(8, 8, 'no_outage'),
        span(7, 6, 'outage'),
        span(5, 5, 'not_judged'),
        span(4, 2, 'no_outage'),
        span(1, 0, 'outage'),
      ],
      newest: [
        { beganAt: daysAgo(1), endedAt: null },
        { beganAt: daysAgo(7), endedAt: daysAgo(6) },
      ],
    },
    { provider: 'site', recordedFrom: null, days: [span(89, 0, 'not_recorded')], newest: [] },
  ])
})

test('draws each span of days in the form of its state', async () => {
  const { text } = await service.get('/status')
  const [section = ''] = /<section id="outage-days".*?<\/section>/s.exec(text) ?? []
  const [github = '', site = ''] =
    section.split('<tbody>')[1]?.split('</tbody>')[0]?.split('<tr>').slice(1) ?? []
  const formsOf = (row: string) => [...row.matchAll(/<rect class="(\w+)"/g)].map(([, form]) => form)
  expect(formsOf(github)).toEqual(['gap', 'low', 'high', 'gap', 'low', 'high'])
  expect(formsOf(site)).toEqual(['gap'])
  expect(site).toContain('data-unknown="NOT_RECORDED"')
})

test('has a row for each provider in the table of the days, with the days of each state, the newest first', async () => {
  const { text } = await service.get('/status')
  const [, table = ''] = text.split('The same days as a table')
  const rows = table.split('</details>')[0]?.split('<tr>').slice(2) ?? []
  const said = rows.map((row) => row.replaceAll(/<\/(?:div|th)>/g, '|').replaceAll(/<[^>]*>/g, ''))
  const on = (days: number) => dayWords(daysAgo(days))
  const shown = [
    'GitHub',
    `outage: ${on(1)} to ${on(0)}, ${on(7)} to ${on(6)}`,
    `no outage: ${on(4)} to ${on(2)}, ${on(8)}`,
    `unknown, not judged: ${on(5)}`,
    `unknown, not recorded: ${on(89)} to ${on(9)}`,
  ]
  expect(said.map((row) => row.trim())).toEqual([
    `${shown.join('|')}|`,
    `Project sites|unknown, not recorded: ${on(89)} to ${on(0)}|`,
  ])
})

test('lists the newest outages, and that one still runs', async () => {
  const { text } = await service.get('/status')
  const [, newest = ''] = text.split('<span class="held">Newest outages')
  const rows = newest.split('</table>')[0]?.split('<tbody>')[1]?.split('<tr>').slice(1) ?? []
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatch(new RegExp(`GitHub.*${instantWords(daysAgo(1))}.*still runs`, 's'))
  expect(rows[1]).toMatch(new RegExp(`GitHub.*${instantWords(daysAgo(7))}.*${instantWords(daysAgo(6))}`, 's'))
})

test('every figure of the calendar says what it rests on, and equals the JSON', async () => {
  const { text } = await service.get('/status')
  const { body } = await service.get('/api/status')
  const { unaccounted, fields } = partsOf(text, ['outage', 'no outage', 'still runs'])
  const own = [...fields].filter(([field]) => field.startsWith('status:outageCalendar'))
  expect(unaccounted).toEqual([])
  expect(own.map(([field]) => field)).toEqual(
    expect.arrayContaining([
      'status:outageCalendar.0.recordedFrom',
      'status:outageCalendar.0.days.5.state',
      'status:outageCalendar.0.newest.1.endedAt',
    ]),
  )
  for (const [field, value] of own) {
    const path = field.slice('status:'.length).split('.')
    const told = path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], body)
    expect([field, value]).toEqual([field, String(told)])
  }
})

test('the Markdown has the same days and outages', async () => {
  const { text } = await service.get('/status.md')
  const [, calendar = ''] = text.split('## Outages by day')
  const [part = ''] = calendar.split('\n## ')
  const on = (days: number) => dayWords(daysAgo(days))
  expect(part).toContain(
    `- GitHub (recorded since ${on(8)}): outage ${on(1)} to ${on(0)}, ${on(7)} to ${on(6)}; no outage ${on(4)} to ${on(2)}, ${on(8)}; unknown, not judged ${on(5)}; unknown, not recorded ${on(89)} to ${on(9)}\n`,
  )
  expect(part).toContain(`- Project sites (not recorded yet): unknown, not recorded ${on(89)} to ${on(0)}\n`)
  expect(part).toContain(`- GitHub: failed from ${instantWords(daysAgo(1))} and still fails`)
  expect(part).toContain(`- GitHub: failed from ${instantWords(daysAgo(7))} to ${instantWords(daysAgo(6))}`)
})

test('before a provider is read, nothing is said of its outages', () => {
  const shown = outageDaysOf({ outageCalendar: [], now: NOW } as never, aSheet(NOW)).toString()
  expect(shown).toContain('data-unknown="NOT_ENOUGH_YET">Not known, because no provider was read yet.')
  expect(shown).not.toContain('No outage is recorded')
  expect(outagesMarkdown([])).toContain('Not known, because no provider was read yet.')
})

describe('the export of the calendar', () => {
  const PATH = '/api/export/outages'
  const linesOf = async () =>
    (await service.get(PATH)).text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))

  test('has each day of each provider in its state, oldest first, as the status has it [contract GET /api/export/outages]', async () => {
    const { body } = await service.get('/api/status')
    const calendars = body['outageCalendar'] as ServiceStatus['outageCalendar']
    const answer = await service.get(PATH)
    expect(faultsOf(answer, PATH)).toEqual([])
    const lines = await linesOf()
    const days = Array.from({ length: 90 }, (_, at) => dateOf(daysAgo(89 - at)))
    expect(lines.map(({ provider, day }) => [provider, day])).toEqual(
      ['github', 'site'].flatMap((provider) => days.map((day) => [provider, day])),
    )
    for (const { provider, days } of calendars)
      for (const { from, to, state } of days)
        for (const day of [from, to]) expect(lines).toContainEqual({ provider, day, state })
    expect(lines.slice(80, 90).map(({ state }) => state)).toEqual([
      'not_recorded',
      'no_outage',
      'outage',
      'outage',
      'not_judged',
      'no_outage',
      'no_outage',
      'no_outage',
      'outage',
      'outage',
    ])
  })

  test('is linked under the calendar, as CSV and as JSON', async () => {
    const { text } = await service.get('/status')
    const [section = ''] = /<section id="outage-days".*?<\/section>/s.exec(text) ?? []
    const hrefs = [...section.matchAll(/href="([^"]*)"[^>]*>Data as/g)].map(([, href]) =>
      String(href).replaceAll('&amp;', '&'),
    )
    expect(hrefs).toEqual([`${PATH}?format=csv`, '/api/status'])
    const csv = await service.get(`${PATH}?format=csv`)
    expect(csv.headers['content-disposition']).toBe('attachment; filename="outages.csv"')
    const [names, ...rows] = csv.text.split('\r\n').slice(0, -1)
    expect(names).toBe('provider,day,state')
    expect(rows).toEqual((await linesOf()).map(({ provider, day, state }) => `${provider},${day},${state}`))
  })

  test('is a read: a cache may hold it, 304 answers its ETag, and HEAD has no body', async () => {
    const { headers } = await service.get(PATH)
    expect(headers['cache-control']).toBe('public, max-age=60')
    const again = await service.get(PATH, { 'if-none-match': String(headers['etag']) })
    expect(again.status).toBe(304)
    const head = await service.send(`HEAD ${PATH}`)
    expect([head.status, head.text, head.headers['etag']]).toEqual([200, '', headers['etag']])
    expect((await service.get(`${PATH}?format=xml`)).status).toBe(400)
  })
})
