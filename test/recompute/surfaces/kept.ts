import { DAY, dayOf } from '../rules/times.ts'
import { at, listAt, type Values } from '../values.ts'
import { eachOf } from '../world/observe.ts'
import type { Json, Project, State } from '../world/state.ts'

const DAYS = 60
/** The chain dates these days, so that a day can be written late; once written it stays (history.days). */
const WRITTEN_LATE = new Set(['contract_use', 'contract_changes'])

type Said = { readonly surface: string; readonly project: string; readonly field: string; readonly got: Json }

/**
 * The past days as they were answered first, from 60 days before that: every series of each project's history, its
 * market days, the pictures of chain days, and the monthly reports. Later answers must say the same.
 */
export class KeptDays {
  readonly #first = new Map<string, Said>()
  #from: string | undefined
  #writtenTo = ''

  /** Reads every past day again. A value that changed or went away, and a day that was added later, is a mismatch. */
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

  /** Whether a day that was already written has gained a value; a project that was published since had none. */
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
