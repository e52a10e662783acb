import type { Expected } from '../expected.ts'
import { at, listAt, type Values } from '../values.ts'
import type { Json, State } from '../world/state.ts'
import { compareEnds, compareFields, type Fields } from './fields.ts'

/** A project in a list, and the head of a dossier. */
export const LISTED: Fields = {
  slug: 'slug',
  name: 'name',
  status: 'status',
  statusLabel: 'label',
  meaningfulShips30d: 'ships',
  lastActivityAt: 'lastAt',
  'lastShip.kind': 'shipKind',
  'lastShip.occurredAt': 'shipAt',
  'marketCap.value': 'valuation',
  'marketCap.kind': 'kind',
  'marketCap.provider': 'provider',
  'marketCap.observedAt': 'valuedAt',
  marketStatus: 'knownMarket',
  valuationWithheld: 'withheld',
}
const SNAPSHOT: Fields = {
  'identity.slug': 'slug',
  'build.status': 'status',
  'build.statusLabel': 'label',
  'build.lastActivityAt': 'lastAt',
  'build.lastShip.kind': 'shipKind',
  'build.lastShip.occurredAt': 'shipAt',
  'build.meaningfulShips30d': 'ships',
  'build.buildMomentum': 'momentum',
  'market.status': 'market',
  'market.observedAt': 'marketAt',
  'market.valuation.value': 'valuation',
  'market.valuation.kind': 'kind',
  'market.valuation.observedAt': 'valuedAt',
  'market.valuationWithheld': 'withheld',
  'market.marketDoubt': 'doubted',
  'onChainUse.calls': 'calls',
  'onChainUse.from': 'callsFrom',
}
const CARD: Fields = {
  status: 'partner',
  svc_status: 'status',
  svc_status_label: 'label',
  svc_project_name: 'name',
  last_activity_at: 'lastAt',
  meaningful_ships_30d: 'ships',
  'latest_meaningful_ship.kind': 'shipKind',
  'latest_meaningful_ship.timestamp': 'shipAt',
  'market_status.status': 'market',
  'market_status.observed_at': 'marketAt',
}
const SCAN: Fields = {
  status: 'partner',
  svc_status: 'status',
  status_label: 'label',
  'project.slug': 'slug',
  'activity.meaningful_ships_30d': 'ships',
  'activity.commits_30d': 'commits',
  'activity.last_activity_at': 'lastAt',
  'activity.last_ship_at': 'shipAt',
  'market.status': 'market',
  'market.observed_at': 'marketAt',
}
const TOKEN: Fields = {
  'project.slug': 'slug',
  activityStatus: 'status',
  activityLabel: 'label',
  'project.lastShip.kind': 'shipKind',
  'project.lastShip.occurredAt': 'shipAt',
}
/** Facts of `explain`, with the field of the value. */
const EXPLAINED: Readonly<Record<string, Fields>> = {
  'activity.status': { value: 'knownStatus' },
  'build.momentum': { value: 'momentum' },
  'market.status': { value: 'knownMarket' },
  'market.valuation': { 'value.value': 'valuation', 'value.kind': 'kind', 'value.observedAt': 'valuedAt' },
}

/** Compares every answer about one project. */
export async function compareProject(state: State, expected: Expected, values: Values): Promise<void> {
  const { slug, token } = expected.project
  const read = async (path: string, accept?: string) => (await state.get(path, accept)).body
  const path = `/api/projects/${slug}`
  const compare = (surface: string, body: Json | undefined, fields: Fields) =>
    compareFields(values, { surface, body, fields, expected })

  const dossier = await read(path)
  compare('dossier', dossier, LISTED)
  const dossierEnds = { evaluated: 'asOf', ships: 'meaningfulShips30dAsOf' }
  compareEnds(values, { surface: 'dossier', body: dossier, expected, ...dossierEnds })
  const snapshot = await read(`${path}/snapshot`)
  compare('snapshot', snapshot, token === undefined ? withoutMarket(SNAPSHOT) : SNAPSHOT)
  if (expected.unseen !== undefined) {
    compare('dossier', dossier, { 'coverage.building.state': 'unseen' })
    compare('snapshot', snapshot, { 'build.state': 'unseen' })
    if (expected.status === 'UNKNOWN')
      compare('explain activity.status', await read(`${path}/explain?fact=activity.status`), {
        reason: 'unseen',
      })
  }
  for (const [fact, fields] of Object.entries(EXPLAINED))
    if (token !== undefined || !fact.startsWith('market'))
      compare(`explain ${fact}`, await read(`${path}/explain?fact=${fact}`), fields)
  for (const capability of ['builder_status', 'research_project'])
    compareClaims(await read(`/api/agent/${capability}?project=${slug}`), {
      surface: `agent ${capability}`,
      expected,
      values,
    })
  const badge = (await state.get(`/badge/${slug}.svg`)).text
  const label = /<title[^>]*>[^<]*: ([^<]*)<\/title>/.exec(badge)?.[1]
  compare('badge', { label: label ?? null }, { label: 'label' })
  if (token === undefined) return

  const card = await read(`/api/v1/builder?token=${token}`)
  compare('card', card, CARD)
  const ends = { evaluated: 'as_of', ships: 'meaningful_ships_30d_as_of' }
  compareEnds(values, { surface: 'card', body: card, expected, ...ends })
  const scan = await read(`/api/v1/scan?token=${token}`)
  compare('scan', scan, SCAN)
  const scanned = { ships: 'activity.meaningful_ships_30d_as_of', commits: 'activity.commits_30d_as_of' }
  compareEnds(values, { surface: 'scan', body: scan, expected, evaluated: 'as_of', ...scanned })
  compare('token', await read(`/api/token/4663/${token}`), TOKEN)
  for (const accept of ['text/plain', 'text/markdown'])
    compareText((await state.get(`/api/v1/builder?token=${token}`, accept)).text, {
      surface: accept,
      expected,
      values,
    })
}

function withoutMarket(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !field.startsWith('market.')))
}

type Compared = { readonly surface: string; readonly expected: Expected; readonly values: Values }

/** Compares the claims of an agent answer. The statement of a claim names what it counts. */
function compareClaims(body: Json | undefined, { surface, expected, values }: Compared): void {
  const { slug } = expected.project
  const claims = listAt(body, 'claims')
  const claimOf = (begins: string) => {
    const found = claims.find((claim) => String(at(claim, 'statement')).startsWith(begins))
    return found === undefined || at(found, 'kind') === 'UNKNOWN' ? undefined : at(found, 'value')
  }
  const status = expected.status === 'UNKNOWN' ? undefined : expected.status
  for (const [field, rule, wanted] of [
    ['Activity status', 'activity.status', status],
    ['Meaningful ships in 30 days', 'ships.counted', expected.meaningful?.value],
    ['Build momentum', 'build.momentum', expected.momentum],
  ] as const)
    values.check({ surface, project: slug, field, rule, expected: wanted, got: claimOf(field) })
}

/** Compares the lines of the card as text with the fields of the card. */
function compareText(text: string, { surface, expected, values }: Compared): void {
  const { slug } = expected.project
  const said = (pattern: RegExp) => pattern.exec(text)?.[1]
  const numberOf = (pattern: RegExp) => {
    const found = said(pattern)
    return found === undefined ? undefined : Number(found)
  }
  for (const [field, rule, wanted, got] of [
    ['status', 'activity.status', expected.status, said(/Activity status:\W* (\w+)/)?.toUpperCase()],
    [
      'ships',
      'ships.counted',
      expected.meaningful?.value,
      numberOf(/Meaningful ships in 30 days[^:]*:\W* (\d+)/),
    ],
  ] as const)
    values.check({ surface, project: slug, field, rule, expected: wanted, got })
}
