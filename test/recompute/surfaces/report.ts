import type { Expected } from '../expected.ts'
import { concludedAtPasses } from '../rules/activity.ts'
import { statusHeldTo } from '../rules/held.ts'
import { lastGood, streamOf } from '../rules/known.ts'
import { passesOf } from '../rules/passes.ts'
import { countedShips, shipsOf } from '../rules/ships.ts'
import { DAY } from '../rules/times.ts'
import { at, listAt, type Values } from '../values.ts'
import type { Json, Project, State } from '../world/state.ts'

const KINDS = ['release', 'prerelease', 'code_week', 'deployment', 'upgrade'] as const
const STATUSES = ['SHIPPING', 'ACTIVE', 'QUIET', 'DORMANT', 'RESUMED'] as const

/** Compares the newest monthly report: the statuses at the end of the month, and the ships dated within it. */
export async function compareReport(state: State, all: readonly Expected[], values: Values): Promise<void> {
  const { body: index } = await state.get('/api/reports/monthly')
  const month = at(listAt(index, 'items')[0] ?? null, 'month')
  if (typeof month !== 'string') return
  const { body } = await state.get(`/api/reports/monthly/${month}`)
  const from = Date.parse(`${month}-01T00:00:00.000Z`)
  const next = new Date(from)
  const end = next.setUTCMonth(next.getUTCMonth() + 1)
  const written = Date.parse(String(at(body, 'writtenAt')))
  const passes = passesOf(state).filter((pass) => pass <= Math.max(written, end + DAY))
  const published = all.filter(({ project }) => (project.publishedAt ?? end) < end)
  const where = { surface: `report ${month}`, project: '*', rule: 'report.monthly, R113' }
  const stood = published.map(({ project }) => {
    const last = concludedAtPasses(state, project, passes).findLast(({ pass }) => pass < end)
    return last !== undefined && end <= statusHeldTo(project, last) ? last.status : undefined
  })
  const isKnown = stood.some((status) => status !== undefined)
  const countOf = (list: string, key: string, name: string, count: string): Json | undefined =>
    at(listAt(body, list).find((entry) => at(entry, key) === name) ?? null, count)
  for (const status of STATUSES)
    values.check({
      ...where,
      field: `status ${status}`,
      expected: isKnown ? stood.filter((each) => each === status).length : undefined,
      got: countOf('statuses', 'status', status, 'projects'),
    })
  const ships = published.flatMap(({ project }) => countedShips(shipsOf(state, project, written), written))
  const deploymentsKnown = published.some(({ project }) => knowsDeployments(project, { end, written }))
  for (const kind of KINDS)
    values.check({
      ...where,
      field: `ships ${kind}`,
      expected: (kind === 'deployment' ? deploymentsKnown : isKnown)
        ? ships.filter((ship) => ship.kind === kind && !ship.undated && ship.at >= from && ship.at < end)
            .length
        : undefined,
      got: countOf('ships', 'kind', kind, 'ships'),
    })
}

/** Whether a project has deployers, and all of them were read up to three days before the end of the month or later. */
function knowsDeployments(
  { sources }: Project,
  { end, written }: { readonly end: number; readonly written: number },
): boolean {
  const deployers = sources.filter(({ kind, attachedAt }) => kind === 'deployer' && attachedAt <= written)
  const reads = deployers.map((source) => lastGood(streamOf(source, 'deployments'), written))
  return reads.length > 0 && reads.every((read) => read !== undefined && read >= end - 3 * DAY)
}
