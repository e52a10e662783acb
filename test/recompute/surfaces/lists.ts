import type { Expected } from '../expected.ts'
import { radarOf } from '../rules/radar.ts'
import { DAY } from '../rules/times.ts'
import { at, listAt, type Values } from '../values.ts'
import type { Json, State } from '../world/state.ts'
import { compareFields } from './fields.ts'
import { LISTED } from './of-project.ts'

const LIMIT = 48

/** The projects that each tab has. A tab is unavailable while nothing could be measured for it. */
const TABS: Readonly<Record<string, (expected: Expected, now: number) => boolean>> = {
  'shipping-now': ({ status }) => status === 'SHIPPING',
  'back-from-dormancy': ({ status }) => status === 'RESUMED',
  'most-active': ({ meaningful }) => (meaningful?.value ?? 0) > 0,
  'new-on-hey': ({ project }, now) => (project.publishedAt ?? 0) > now - 7 * DAY,
}

/** Compares the lists: every project, each tab, the Radar, a comparison, and the export. */
export async function compareLists(state: State, all: readonly Expected[], values: Values): Promise<void> {
  const listed = await itemsOf(state, '/api/projects')
  compareItems(listed.items, { surface: 'list', all, values })
  values.check({
    surface: 'list',
    project: '*',
    field: 'total',
    rule: 'catalogue',
    expected: all.length,
    got: listed.total,
  })
  for (const [tab, has] of Object.entries(TABS)) await compareTab(state, { tab, has, all, values })
  compareItems(await linesOf(state), { surface: 'export', all, values })
  for (let begin = 0; begin < all.length; begin += 4) {
    const four = all.slice(begin, begin + 4)
    if (four.length < 2) continue
    const slugs = four.map(({ project }) => project.slug).join(',')
    const compared = (await state.get(`/api/compare?slugs=${slugs}`)).body
    compareItems(listAt(compared, 'items'), { surface: 'compare', all: four, values })
  }
  await compareBuilders(state, { all, values })
}

type Listed = { readonly surface: string; readonly all: readonly Expected[]; readonly values: Values }

function compareItems(items: readonly Json[], { surface, all, values }: Listed): void {
  for (const expected of all) {
    const body = items.find((item) => at(item, 'slug') === expected.project.slug)
    compareFields(values, { surface, body, fields: LISTED, expected })
  }
}

async function compareTab(
  state: State,
  {
    tab,
    has,
    all,
    values,
  }: { tab: string; has: (of: Expected, now: number) => boolean; all: readonly Expected[]; values: Values },
): Promise<void> {
  const { items, available } = await itemsOf(state, '/api/projects', `tab=${tab}`)
  const shown = new Set(items.map((item) => at(item, 'slug')))
  const isMeasured =
    tab === 'new-on-hey' ||
    all.some(({ status, meaningful }) =>
      tab === 'most-active' ? meaningful !== undefined : status !== 'UNKNOWN',
    )
  values.check({
    surface: `tab ${tab}`,
    project: '*',
    field: 'available',
    rule: 'R120',
    expected: isMeasured,
    got: available ?? true,
  })
  for (const expected of all)
    values.check({
      surface: `tab ${tab}`,
      project: expected.project.slug,
      field: 'listed',
      rule: 'lists',
      expected: has(expected, state.now),
      got: shown.has(expected.project.slug),
    })
}

/** The Radar: a project without Build Momentum has no place, and each figure is that of its dossier. */
async function compareBuilders(
  state: State,
  { all, values }: { all: readonly Expected[]; values: Values },
): Promise<void> {
  const { body } = await state.get('/api/builders?limit=200')
  const items = listAt(body, 'items')
  const ranked = all.filter(({ momentum }) => momentum !== undefined)
  values.check({
    surface: 'radar',
    project: '*',
    field: 'available',
    rule: 'R120',
    expected: ranked.length > 0,
    got: at(body, 'available') ?? true,
  })
  const places = new Map(radarOf(all).map((place) => [place.slug, place]))
  for (const { project, momentum, status, level, use } of all) {
    const item = items.find((each) => at(each, 'project.slug') === project.slug)
    const place = places.get(project.slug)
    const ofPlace = {
      rank: place?.rank,
      score: place?.score,
      researchLevel: place && level,
      'parts.building.percentile': place?.building,
      'parts.building.buildMomentum': momentum,
      'parts.use.percentile': place?.use,
      'parts.use.calls': place && use?.value,
      'parts.use.assumedPoints': place?.use === undefined ? place?.assumed : undefined,
      'withoutUnknown.rank': place?.withoutUnknown?.rank,
      'withoutUnknown.score': place?.withoutUnknown?.score,
      status: place && status,
    }
    for (const [field, expected] of Object.entries(ofPlace))
      values.check({
        surface: 'radar',
        project: project.slug,
        field,
        rule: 'radar',
        expected,
        got: at(item, field),
      })
  }
}

async function itemsOf(state: State, path: string, query = '') {
  const items: Json[] = []
  for (let offset: Json | undefined = 0; typeof offset === 'number'; ) {
    const { body } = await state.get(`${path}?limit=${LIMIT}&offset=${offset}${query && `&${query}`}`)
    items.push(...listAt(body, 'items'))
    offset = at(body, 'nextOffset')
    if (typeof offset !== 'number')
      return { items, total: at(body, 'total'), available: at(body, 'available') }
  }
  return { items, total: undefined, available: undefined }
}

async function linesOf(state: State): Promise<readonly Json[]> {
  const { text } = await state.get('/api/export/projects')
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Json)
}
