import { expect, test } from 'vitest'
import { addMs, DAY_MS, HOUR_MS } from '#contract/time.ts'
import { evaluateAt } from '#test/evaluate-at.ts'
import { httpServiceOfFile } from '#test/file-service.ts'
import { NOW, someAddress } from '#test/http-service.ts'
import * as given from '#test/records.ts'

const service = await httpServiceOfFile()

type Body = Readonly<Record<string, unknown>>
type Shown = { readonly status: unknown; readonly ships?: unknown; readonly asOf?: unknown }

/** What each surface shows of a project. The badge has the day of the evaluation alone. */
async function shownOf(project: { readonly slug: string; readonly address: string }, asked: string) {
  const { slug, address } = project
  const get = async (path: string) => service.get(`${path}${path.includes('?') ? '&' : '?'}asked=${asked}`)
  const builder = (await get(`/api/v1/builder?token=${address}`)).body
  const scan = (await get(`/api/v1/scan?token=${address}`)).body
  const activity = scan['activity'] as Body
  const dossier = (await get(`/api/projects/${slug}`)).body
  const snapshot = (await get(`/api/projects/${slug}/snapshot`)).body
  const ofSnapshot = { ...(snapshot['build'] as Body), ...(snapshot['freshness'] as Body) }
  const listed = (await get(`/api/projects?q=${slug}`)).body['items'] as readonly Body[]
  const badge = (await get(`/badge/${slug}.svg`)).text
  const ofCard = (card: Body | undefined): Shown => ({
    status: card?.['status'],
    ships: card?.['meaningfulShips30d'],
    asOf: card?.['asOf'],
  })
  return {
    builder: {
      status: builder['svc_status'],
      ships: builder['meaningful_ships_30d'],
      asOf: builder['as_of'],
    },
    scan: { status: scan['svc_status'], ships: activity['meaningful_ships_30d'], asOf: scan['as_of'] },
    dossier: ofCard(dossier),
    snapshot: ofCard(ofSnapshot),
    listed: ofCard(listed[0]),
    badge: { status: /<title[^>]*>[^:]+: ([^<]+)</.exec(badge)?.[1]?.toUpperCase() },
  }
}

/** The same for every surface. */
const everywhere = (shown: Required<Shown>) => ({
  builder: shown,
  scan: shown,
  dossier: shown,
  snapshot: shown,
  listed: shown,
  badge: { status: shown.status },
})

test('[R79] status, counts and time on every surface are of one evaluation, and change together', async () => {
  const { database } = service
  const { id, slug } = await given.aProject({ slug: 'same-evaluation' }, database)
  const [projectId, address] = [String(id), someAddress()]
  await given.aToken({ project_id: projectId, address }, database)
  const source = await given.aSource({ project_id: projectId }, database)
  for (const stream of ['releases', 'commits']) {
    await given.aStream({ source_id: String(source.id), stream, last_ok_at: NOW }, database)
  }
  const own = { project_id: projectId, source_id: String(source.id) }
  await given.aShip({ ...own, occurred_at: addMs(NOW, -20 * DAY_MS) }, database)
  const first = addMs(NOW, -2 * HOUR_MS)
  await evaluateAt({ projectId: projectId, now: first }, service.database)
  const before = everywhere({ status: 'ACTIVE', ships: 1, asOf: first })
  expect(await shownOf({ slug, address }, 'first')).toEqual(before)
  await given.aShip({ ...own, occurred_at: addMs(NOW, -HOUR_MS) }, database)
  expect(await shownOf({ slug, address }, 'recorded')).toEqual(before)
  await evaluateAt({ projectId: projectId, now: NOW }, service.database)
  const after = everywhere({ status: 'SHIPPING', ships: 2, asOf: NOW })
  expect(await shownOf({ slug, address }, 'evaluated')).toEqual(after)
})
