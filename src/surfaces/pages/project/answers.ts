import type { Slug } from '#contract/ids.ts'
import { addDays, dateOf } from '#contract/time.ts'
import { builtOnOf } from '#reads/built-on.ts'
import { readFullProject } from '#reads/full-project.ts'
import { readHistory } from '#reads/history.ts'
import { projectContractsOf } from '#reads/project-contracts.ts'
import { readReadings } from '#reads/readings.ts'
import { readShipDays } from '#reads/ship-days.ts'
import type { LoadDeps } from '../page.ts'

/** The answers of the API that a project's page prints. */
export type ProjectAnswers = Awaited<ReturnType<typeof loadProject>>

/** Days of the history that the page draws. */
const HISTORY_DAYS = 90

export async function loadProject(slug: Slug, given: LoadDeps) {
  const of = { slug }
  const to = addDays(dateOf(given.now), -1)
  const span = { from: addDays(to, 1 - HISTORY_DAYS), to }
  const found = readFullProject(of, given)
  const project = found.then((full) => full.project)
  const [full, history, shipDays, contracts, builtOn, readings] = await Promise.all([
    found,
    readHistory({ ...of, ...span, series: ['status', 'momentum'] }, given),
    readShipDays(of, given),
    found.then((own) => projectContractsOf(own, given)),
    project.then((own) => builtOnOf(own, given)),
    readReadings([of], given),
  ])
  return { ...full, history, shipDays, contracts, builtOn, span, readings }
}
