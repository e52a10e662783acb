import { DAY, dayOf } from '../rules/times.ts'
import { at, listAt, type Values } from '../values.ts'
import { eachOf } from '../world/observe.ts'
import type { Json, Project, State } from '../world/state.ts'

const DAYS = 60
/** Series whose days can be written late, because the chain dates their facts. A written day stays (history.days). */
const WRITTEN_LATE = new Set(['contract_use', 'contract_changes'])

type Said = { readonly surface: string; readonly project: string; readonly field: string; readonly got: Json }

/**
 * The first answers about past days, from 60 days before the first comparison: every series of each project's history,
 * its market days, the pictures of chain days, and the monthly reports. Later answers must be equal.
 */
export class KeptDays {
  readonly #first = new Map<string, Said>()
  #from: string | undefined
  #writtenTo = ''

  /**
   * Reads every past day again. A value that changed or disappeared is a mismatch, and so is a day that was added
   * later.
   */
  async compare(state: State, values: Values): Promise<void> {
    this.#from ??= dayOf(state.now - DAYS * DAY)
    const from = this.#from
    const projects = state.projects.filter((project) => project.state === 'published')
    const histories = await eachOf(projects, (project) => historyOf(state, project, from))
    const markets = await eachOf(projects, (project) => marketOf(state, project, from))
    const said = [
      ...histories.flat(),
      ...markets.flat(),
      ...(await chainOf(state, from)),
      ...(await reportsOf(state)),
    ]
    const now = new Map(said.map((one) => [keyOf(one), one]))
    const read = new Set(projects.map(({ name }) => name))
    for (const [key, { got: expected, ...where }] of this.#first)
      if (where.project === '*' || read.has(where.project))
        values.check({ ...where, rule: 'history.days', expected, got: now.get(key)?.got })
    for (const [key, one] of now) {
      if (this.#first.has(key)) continue
      if (this.#isLate(one)) values.check({ ...one, rule: 'history.days', expected: null })
      else this.#first.set(key, one)
    }
    const { body } = await state.get(`/api/projects/${projects[0]?.slug}/history`)
    this.#writtenTo = String(at(body, 'recordedTo') ?? '')
  }

  /**
   * Whether an already written day has gained a value. A project without earlier values was published since, so its
   * days are not late.
   */
  #isLate({ surface, project, field }: Said): boolean {
    if (project === '*' || field > this.#writtenTo) return false
    if (WRITTEN_LATE.has(surface.replace('kept ', ''))) return false
    return this.#first.values().some((kept) => kept.project === project)
  }
}

function keyOf({ surface, project, field }: Said): string {
  return `${surface} ${project} ${field}`
}

async function historyOf(state: State, { slug, name }: Project, from: string): Promise<readonly Said[]> {
  const { body } = await state.get(`/api/projects/${slug}/history?from=${from}&to=${dayOf(state.now - DAY)}`)
  return listAt(body, 'series').flatMap((series) =>
    listAt(series, 'items').map((item) => ({
      surface: `kept ${at(series, 'name')}`,
      project: name,
      field: String(at(item, 'day')),
      got: item,
    })),
  )
}

async function marketOf(
  state: State,
  { slug, name, token }: Project,
  from: string,
): Promise<readonly Said[]> {
  if (token === undefined) return []
  const { body } = await state.get(`/api/projects/${slug}/market?days=100`)
  return listAt(body, 'items')
    .filter((item) => at(item, 'complete') === true && String(at(item, 'day')) >= from)
    .map((item) => ({
      surface: `kept market ${at(item, 'provider')}`,
      project: name,
      field: String(at(item, 'day')),
      got: item,
    }))
}

async function chainOf(state: State, from: string): Promise<readonly Said[]> {
  const days: string[] = []
  for (let at = Date.parse(from); at < state.now - DAY; at += DAY) days.push(dayOf(at))
  const pictures = await eachOf(days, async (day) => ({
    day,
    answer: await state.get(`/api/share/chain-day?day=${day}`),
  }))
  return pictures
    .filter(({ answer }) => answer.status === 200)
    .map(({ day, answer }) => ({ surface: 'kept chain day', project: '*', field: day, got: answer.text }))
}

async function reportsOf(state: State): Promise<readonly Said[]> {
  const { body } = await state.get('/api/reports/monthly')
  return eachOf(listAt(body, 'items'), async (item) => {
    const month = String(at(item, 'month'))
    const report = await state.get(`/api/reports/monthly/${month}`)
    return { surface: 'kept report', project: '*', field: month, got: report.body }
  })
}
