import { expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { type CalendarDate, toInstant } from '#contract/time.ts'
import { aProject, aShip, aSource } from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { getShipDays } from './ship-days.ts'

const NOW = toInstant('2026-11-20T12:00:00Z')
const at = (text: string) => toInstant(`${text}Z`)

const { database } = await fileDatabase()

async function stored() {
  const { id, slug } = await aProject({}, database)
  const project_id = String(id)
  const { id: source_id } = await aSource({ project_id }, database)
  const ship = (title: string, given: object) =>
    aShip({ project_id, source_id: String(source_id), title, ...given }, database)
  const days = (from = '2026-01-01') =>
    getShipDays({ slug: slug as Slug, from: from as CalendarDate, now: NOW }, database)
  return { ship, days }
}

test('counts every ship of a day and names three of them, newest first and code weeks last', async () => {
  const { ship, days } = await stored()
  const week = { kind: 'code_week', occurred_at: at('2026-11-18T23:59:59.999'), facts: { codeWeek: {} } }
  await ship('week', week)
  for (const hour of ['01', '02', '03', '04'])
    await ship(hour, { occurred_at: at(`2026-11-18T${hour}:00:00`) })
  await ship('alone', { occurred_at: at('2026-11-19T00:00:00') })
  const [first, second] = await days()
  expect([first?.day, first?.ships, first?.named.map(({ title }) => title)]).toEqual([
    '2026-11-18',
    5,
    ['04', '03', '02'],
  ])
  expect([second?.day, second?.ships, second?.named[0]?.codeWeek]).toEqual(['2026-11-19', 1, null])
})

test('says how many ships of a day count, and names those first', async () => {
  const { ship, days } = await stored()
  const on = (time: string) => ({ occurred_at: at(`2026-11-18T${time}:00:00`) })
  const aside = { counts_as: null, not_counted_reason: 'no_human_commit' }
  const week = { kind: 'code_week', counts_as: 'code_week', facts: { codeWeek: {} } }
  await ship('week', { ...on('01'), ...week })
  await ship('release', { ...on('02'), counts_as: 'release' })
  await ship('aside', { ...on('03'), ...aside })
  await ship('alone', { occurred_at: at('2026-11-19T03:00:00'), ...aside })
  const found = await days()
  expect(found.map(({ ships, counted }) => [ships, counted])).toEqual([
    [3, 2],
    [1, 0],
  ])
  expect(found[0]?.named.map(({ title, counts }) => [title, counts])).toEqual([
    ['release', true],
    ['week', true],
    ['aside', false],
  ])
})

test('of more ships than a list has, no day is missing', async () => {
  const { ship, days } = await stored()
  for (let day = 1; day <= 28; day += 1)
    for (let hour = 10; hour < 15; hour += 1)
      await ship('many', { occurred_at: at(`2026-02-${String(day).padStart(2, '0')}T${hour}:00:00`) })
  const found = await days()
  expect(found).toHaveLength(28)
  expect(new Set(found.map(({ ships }) => ships))).toEqual(new Set([5]))
})

test('leaves out withdrawn ships, those too far ahead and those before the first day; an undated one is placed at its detection', async () => {
  const { ship, days } = await stored()
  await ship('withdrawn', {
    occurred_at: at('2026-11-10T10:00:00'),
    withdrawn_at: NOW,
    withdrawn_reason: 'gone',
  })
  await ship('ahead', { occurred_at: at('2026-11-22T10:00:00') })
  await ship('before', { occurred_at: at('2026-10-31T23:59:59') })
  await ship('first', { occurred_at: at('2026-11-01T00:00:00') })
  await ship('undated', {
    kind: 'upgrade',
    occurred_at: null,
    precision: 'OBSERVED',
    detected_at: at('2026-11-15T10:00:00'),
  })
  await ship('dated', { occurred_at: at('2026-11-15T09:00:00') })
  expect((await days('2026-11-01')).map(({ day, ships, undated }) => [day, ships, undated])).toEqual([
    ['2026-11-01', 1, 0],
    ['2026-11-15', 2, 1],
  ])
})
