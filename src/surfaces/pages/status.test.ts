import { beforeAll, expect, test } from 'vitest'
import { addMs, DAY_MS, dateOf, startOfDate } from '#contract/time.ts'
import { getShownFields, getUnaccounted } from '#test/pages/unaccounted.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW } from '#test/service/http-service.ts'
import { instantWords } from '#views/words/clocks.ts'

const service = await httpServiceOfFile()
beforeAll(async () => {
  const { database } = service
  const read = { counted_at: NOW, total: 4, fresh: 3, failing: 1, missing: 0 }
  await database
    .insertInto('provider_readings')
    .values([
      { ...read, provider: 'answers', last_tried_at: NOW, last_read_at: addMs(NOW, -90_000) },
      { ...read, provider: 'old', last_tried_at: NOW, last_read_at: addMs(NOW, -4 * DAY_MS) },
      { ...read, provider: 'refuses', last_tried_at: NOW, last_read_at: null },
      { ...read, provider: 'untried', last_tried_at: null, last_read_at: null },
    ])
    .execute()
  await database
    .insertInto('provider_budgets')
    .values([
      {
        provider: 'answers',
        day: dateOf(NOW),
        used: 12,
        daily_limit: 1000,
        outage_since: addMs(NOW, -DAY_MS),
      },
      { provider: 'untried', day: dateOf(NOW), used: 5, daily_limit: 5 },
    ])
    .execute()
})

test('shows the figures of the API, equal to its answer', async () => {
  const { text } = await service.get('/status')
  const { body } = await service.get('/api/status')
  const shown = getShownFields(text)
  expect(shown.get('status:providers.0.streams.fresh')).toBe('3')
  expect(shown.get('status:providers.0.budget.usedToday')).toBe('12')
  for (const [field, value] of shown) {
    const told = field
      .slice('status:'.length)
      .split('.')
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], body)
    expect([field, value]).toEqual([field, String(told)])
  }
})

test('draws the age of each reading, and a provider without one with its reason', async () => {
  const { text } = await service.get('/status')
  const [chart = ''] = /<table class="ages">.*?<\/table>/s.exec(text) ?? []
  const [, answers = '', old = '', refuses = '', untried = ''] = chart.split('<tr>').slice(1)
  expect(answers).toMatch(/class="dot".*1 min ago/s)
  expect(old).toMatch(/class="dot late".*4 days ago.*last read too long ago to describe now/s)
  expect(refuses).toMatch(/class="gap".*data-unknown="SOURCE_UNAVAILABLE"/s)
  expect(untried).toMatch(/class="gap".*data-unknown="NOT_ENOUGH_YET"/s)
  expect(text).toMatch(
    /<figcaption>.*logarithmic scale\. Source: the readings of this service\. Rule: <a href="\/methodology\/watching">/,
  )
  expect(getUnaccounted(text)).toEqual([])
})

test('a chain that was tried in vain is unavailable, and before it is tried it is too early', async () => {
  const { database } = service
  const unread = { counted_at: NOW, total: 1, fresh: 0, failing: 1, missing: 0, last_read_at: null }
  await database
    .insertInto('provider_readings')
    .values({ ...unread, provider: 'chain', last_tried_at: NOW })
    .execute()
  const { text } = await service.get('/status')
  expect(text).toMatch(
    /<dt>Latest block<\/dt><dd><span class="figure unknown" data-unknown="SOURCE_UNAVAILABLE"/,
  )
  await database.deleteFrom('provider_readings').where('provider', '=', 'chain').execute()
  expect((await service.get('/status')).text).toMatch(
    /<dt>Latest block<\/dt><dd><span class="figure unknown" data-unknown="NOT_ENOUGH_YET"/,
  )
})

test('names a running outage with its beginning', async () => {
  const { text } = await service.get('/status')
  expect(text).toMatch(
    new RegExp(
      `<strong>answers</strong>: outage <span class="clock">since <time[^>]*>${instantWords(addMs(NOW, -DAY_MS))}</time>`,
    ),
  )
  expect(text).toContain('<title>Not all fresh: 0 of 4 providers, 0 of 0 pipelines</title>')
})

test('a pipeline is due now once its time has come, and before it in the time that is left', async () => {
  const { database } = service
  const run = { cadence_seconds: 60, last_finished_at: NOW, last_succeeded_at: NOW }
  await database
    .insertInto('pipelines')
    .values([
      { ...run, name: 'late', due_at: addMs(NOW, -DAY_MS) },
      { ...run, name: 'later', due_at: addMs(NOW, DAY_MS) },
    ])
    .execute()
  const { text } = await service.get('/status')
  const dueOf = (name: string) =>
    new RegExp(`<code>${name}</code></td>.*?<span data-service="/api/status">(?:<[^>]*>)*([^<]*)`, 's').exec(
      text,
    )?.[1]
  expect([dueOf('late'), dueOf('later')]).toEqual(['now', 'in 24 h'])
  await database.deleteFrom('pipelines').execute()
})

test('says until when a provider whose budget is spent is not asked', async () => {
  const { text } = await service.get('/status')
  const until = addMs(startOfDate(dateOf(NOW)), DAY_MS)
  expect(text).toMatch(
    new RegExp(
      `<strong>untried</strong>: budget spent <span class="clock">not asked until <time datetime="${until}"[^>]*>${instantWords(until)}</time>`,
    ),
  )
})

test('the ages link their data, a line a provider with the time of its ages [contract GET /api/export/providers]', async () => {
  const { text } = await service.get('/status')
  const { body } = await service.get('/api/status')
  const { now, providers } = body as { now: string; providers: readonly Record<string, unknown>[] }
  const [, href = ''] =
    /<a href="([^"]*)" rel="nofollow">Data as CSV<\/a> <a href="\/api\/status">/.exec(text) ?? []
  const csv = await service.get(href)
  expect(csv.headers['content-disposition']).toBe('attachment; filename="providers.csv"')
  const [names = [], ...rows] = csv.text.split('\r\n').map((row) => row.split(','))
  const shown = rows.slice(0, -1).map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])))
  expect(shown).toMatchObject(
    providers.map(({ provider, lastReadAt }) => ({ provider, lastReadAt: lastReadAt ?? '', now })),
  )
  expect(shown[0]).toMatchObject({ 'streams.fresh': '3', 'budget.usedToday': '12', state: 'outage' })
  expect(shown[1]).toMatchObject({ 'budget.usedToday': '', coolOffUntil: '' })
  const lines = (await service.get('/api/export/providers')).text.split('\n').slice(0, -1)
  expect(lines.map((line) => JSON.parse(line))).toEqual(providers.map((one) => ({ ...one, now })))
})

test('has a twin in Markdown', async () => {
  const { headers, text } = await service.get('/status.md')
  expect(headers['content-type']).toBe('text/markdown; charset=utf-8')
  expect(text).toMatch(
    /^# Not all fresh: .*- refuses: Not known, never read, because no attempt has read anything so far;/s,
  )
})

test('a provider that was never read is not known to answer, on the page and in its Markdown', async () => {
  const { database } = service
  const read = { counted_at: NOW, total: 1, fresh: 0, failing: 0, missing: 0 }
  await database
    .insertInto('provider_readings')
    .values({ ...read, provider: 'unasked', last_tried_at: null, last_read_at: null })
    .execute()
  const { text } = await service.get('/status')
  expect(text).toMatch(
    /data-unknown="NOT_ENOUGH_YET">(?:(?!<li).)*<strong>unasked<\/strong>: Not known, because it was not asked yet\./,
  )
  expect(text).toMatch(
    /data-unknown="SOURCE_UNAVAILABLE">(?:(?!<li).)*<strong>refuses<\/strong>: Not known, because no attempt has read anything so far\./,
  )
  expect(text).not.toContain('<strong>refuses</strong>: late')
  const twin = (await service.get('/status.md')).text
  expect(twin).toContain('- unasked: Not known, because it was not asked yet.')
  expect(twin).toContain('- refuses: Not known, because no attempt has read anything so far.')
  expect(twin).toContain(`- answers: outage since ${addMs(NOW, -DAY_MS)}.`)
  await database.deleteFrom('provider_readings').where('provider', '=', 'unasked').execute()
})
