import { expect, test } from 'vitest'
import { addMs, DAY_MS, HOUR_MS } from '#contract/time.ts'
import { rankProjects } from '#evaluate/rank.ts'
import { evaluateAt } from '#test/given/evaluate-at.ts'
import { storeContract, storeVerified } from '#test/given/owned-contracts.ts'
import * as given from '#test/given/records.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, someAddress } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()

type Body = Readonly<Record<string, unknown>>
type Shown = { readonly status: unknown; readonly ships?: unknown; readonly asOf?: unknown }

/**
 * The status, the count and the time that each surface shows of a project. Of the badge only the status is compared,
 * because it has no time but the day of the evaluation.
 */
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

/** The same status, count and time for every surface. */
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

test.each([
  [1, 'MEASURED'],
  [20, 'STALE'],
])('[R121] calls that were read %i hours ago are %s on every surface', async (hours, state) => {
  const { database } = service
  const { slug, address, own } = await storeContract(database, { streams: [] })
  const { project_id } = own
  const source = await given.aSource({ project_id }, database)
  for (const stream of ['releases', 'commits'])
    await given.aStream(
      { source_id: source.id, stream, covers_from: addMs(NOW, -100 * DAY_MS), last_ok_at: NOW },
      database,
    )
  await given.aShip({ project_id, source_id: source.id, occurred_at: addMs(NOW, -DAY_MS) }, database)
  const { sourceId: source_id } = await storeVerified(database, { projectId: project_id, at: address })
  const read = addMs(NOW, -hours * HOUR_MS)
  await database
    .updateTable('source_streams')
    .set({ last_ok_at: read, last_tried_at: read })
    .where('source_id', '=', source_id)
    .where('stream', '=', 'method_use')
    .execute()
  const span = { collected_from: addMs(NOW, -90 * DAY_MS), since_creation: true, collected_to: read }
  const block = { to_block: 9, to_block_hash: '0x9', selectors_left_out: false, read_at: read }
  await database
    .insertInto('contract_use')
    .values({ project_id, source_id, chain_id: 4663, contract: address, ...span, ...block })
    .execute()
  await evaluateAt({ projectId: project_id, now: NOW }, database)
  await rankProjects({ signal: new AbortController().signal }, { database, clock: () => NOW })
  const get = async (path: string) => (await service.get(`${path}?asked=${hours}`)).body
  const { items } = (await get('/api/builders')) as { items: readonly Body[] }
  const ranked = items.filter(({ project }) => (project as Body)['slug'] === slug)
  expect({
    snapshot: (await get(`/api/projects/${slug}/snapshot`))['onChainUse'],
    contract: (await get(`/api/contracts/4663/${address}`))['activity'],
    radar: ranked.map(({ parts }) => (parts as Body)['use']),
  }).toMatchObject({
    snapshot: { state, calls: 0 },
    contract: { state, calls: 0 },
    radar: [{ state, calls: 0, percentile: expect.any(Number), weight: 0.2 }],
  })
})
