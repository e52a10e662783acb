import type { Expected } from '../expected.ts'
import { concludedAtPasses, type Pass } from '../rules/activity.ts'
import { momentumHeldTo, statusHeldTo } from '../rules/held.ts'
import { momentumOf } from '../rules/momentum.ts'
import { passesOf } from '../rules/passes.ts'
import { DAY, dayBegins, dayOf, daysBetween, HOUR } from '../rules/times.ts'
import { at, listAt, type Values } from '../values.ts'
import type { Json, Project, State } from '../world/state.ts'
import { compareCountedMoves } from './moves.ts'

/** A day is written this long after its end (history.days). */
const WRITTEN_AFTER = HOUR / 12
const SERIES = ['status', 'momentum'] as const
/** The instant until which the conclusion of a pass is shown. */
const HELD_TO = {
  status: statusHeldTo,
  momentum: (project: Project, { pass }: Pass) => momentumHeldTo(project, pass),
} as const

/**
 * Compares the days of two series. A day has the conclusion of the last pass before its end, if that conclusion is
 * still shown at the end (R113).
 */
export async function compareHistory(state: State, all: readonly Expected[], values: Values): Promise<void> {
  const passes = passesOf(state)
  const to = dayOf(state.now - DAY)
  for (const expected of all) {
    const { project } = expected
    const { slug } = project
    const concluded = concludedAtPasses(state, project, passes)
    const from = dayOf(Math.max(project.publishedAt ?? 0, state.now - 390 * DAY))
    if (from > to) continue
    const { body } = await state.get(`/api/projects/${slug}/history?from=${from}&to=${to}`)
    const days = daysBetween(from, to)
    for (const name of SERIES) {
      const items = listAt(
        listAt(body, 'series').find((series) => at(series, 'name') === name),
        'items',
      )
      const said = new Map(items.map((item) => [at(item, 'day'), at(item, 'value')]))
      for (const day of days) {
        const end = dayBegins(day) + DAY
        const last = concluded.findLast(({ pass }) => pass < end)
        const isWritten = end + WRITTEN_AFTER <= state.now
        const held = isWritten && last !== undefined && end <= HELD_TO[name](project, last)
        values.check({
          surface: `history ${name}`,
          project: slug,
          field: day,
          rule: 'R113',
          expected: held ? conclusionOf(name, { state, expected, last }) : undefined,
          got: said.get(day),
        })
      }
    }
    await compareDiff(state, { expected, from, to, said: body, values })
    await compareComingDays(state, { slug, values })
  }
}

/** Expects that a diff of days that have not begun counts no type of event. */
async function compareComingDays(
  state: State,
  { slug, values }: { readonly slug: string; readonly values: Values },
): Promise<void> {
  const days = `from=${dayOf(state.now + DAY)}&to=${dayOf(state.now + 7 * DAY)}`
  const { body } = await state.get(`/api/projects/${slug}/diff?${days}`)
  const where = { surface: 'diff of coming days', project: slug, rule: 'history.days' }
  values.check({ ...where, field: 'state', expected: 'unavailable', got: at(body, 'state') })
  for (const item of listAt(body, 'events.items'))
    values.check({ ...where, field: String(at(item, 'type')), expected: undefined, got: at(item, 'count') })
}

function conclusionOf(
  name: (typeof SERIES)[number],
  { state, expected, last }: { state: State; expected: Expected; last: { pass: number; status: string } },
): Json | undefined {
  if (name === 'status') return last.status === 'UNKNOWN' ? undefined : last.status
  return momentumOf(state, expected.project, last.pass)
}

/** Expects that the diff of the whole span ends with the value that the history has for the last day. */
async function compareDiff(
  state: State,
  input: {
    readonly expected: Expected
    readonly from: string
    readonly to: string
    readonly said: Json
    readonly values: Values
  },
): Promise<void> {
  const { expected, from, to, said, values } = input
  const { slug } = expected.project
  const { body } = await state.get(`/api/projects/${slug}/diff?from=${from}&to=${to}`)
  if (at(body, 'state') === 'unavailable') return
  compareCountedMoves(state, { expected, body, from, to, values })
  for (const series of listAt(body, 'series')) {
    const name = String(at(series, 'name'))
    const items = listAt(
      listAt(said, 'series').find((each) => at(each, 'name') === name),
      'items',
    )
    const onDay = (day: string) => at(items.find((item) => at(item, 'day') === day) ?? null, 'value')
    const where = { surface: `diff ${name}`, project: slug, rule: 'history.days' }
    values.check({ ...where, field: 'atTo', expected: onDay(to), got: at(series, 'atTo.value') })
  }
}
