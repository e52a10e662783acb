import { expect, test } from 'vitest'
import { addDays, DAY_MS, dateOf, HOUR_MS, msOf, startOfDate } from '#contract/time.ts'
import { forFile } from '#test/run/for-file.ts'
import { failAll } from '#test/world/outage.ts'
import { READ } from '#test/world/outage-run.ts'
import { bodyOf } from '#test/world/shown-answers.ts'
import { openWorld } from '#test/world/world.ts'

const world = await forFile(openWorld({ reading: READ }))

type Calendar = {
  readonly days: readonly { readonly from: string; readonly to: string; readonly state: string }[]
  readonly newest: readonly { readonly beganAt: string; readonly endedAt: string | null }[]
}

const calendarOf = async (provider: string) => {
  const { outageCalendar } = bodyOf((await world.get('/api/status')).body)
  return (outageCalendar as readonly (Calendar & { readonly provider: string })[]).find(
    (calendar) => calendar.provider === provider,
  )
}
/** The states of the days since the first one of the test. */
const statesSince = async (provider: string, first: string) =>
  (await calendarOf(provider))?.days
    .filter(({ to }) => to >= first)
    .map(({ from, to, state }) => ({ from: from < first ? first : from, to, state }))

test('an outage of three days and a day without runs stand in the calendar, and the days before are not recorded', async () => {
  const first = addDays(dateOf(world.service.clock.now()), 1)
  const dayAfter = (days: number) => addDays(first, days)
  await world.advance(msOf(startOfDate(first)) + 6 * HOUR_MS - msOf(world.service.clock.now()))
  await failAll({ github: 'a reset' }, world)
  for (let day = 1; day <= 3; day += 1) await world.advance(DAY_MS)
  const running = await calendarOf('github')
  expect(running?.days.slice(0, 1)).toMatchObject([{ state: 'not_recorded' }])
  expect(running?.days.at(-1)).toEqual({ from: dayAfter(1), to: dayAfter(3), state: 'outage' })
  expect(running?.newest).toEqual([{ beganAt: expect.stringContaining(dayAfter(1)), endedAt: null }])
  await world.ask('/fault/clear', {})
  await world.advance(DAY_MS)
  await world.advance(2 * DAY_MS)
  expect(await statesSince('github', first)).toEqual([
    { from: first, to: first, state: 'no_outage' },
    { from: dayAfter(1), to: dayAfter(4), state: 'outage' },
    { from: dayAfter(5), to: dayAfter(5), state: 'not_judged' },
    { from: dayAfter(6), to: dayAfter(6), state: 'no_outage' },
  ])
  expect((await calendarOf('github'))?.newest).toEqual([
    {
      beganAt: expect.stringContaining(dayAfter(1)),
      endedAt: expect.stringContaining(dayAfter(4)),
    },
  ])
  expect(await statesSince('dexscreener', first)).toEqual([
    { from: first, to: dayAfter(4), state: 'no_outage' },
    { from: dayAfter(5), to: dayAfter(5), state: 'not_judged' },
    { from: dayAfter(6), to: dayAfter(6), state: 'no_outage' },
  ])
})
