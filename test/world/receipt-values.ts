import { type Body, bodyOf, listOf, readBody, type Shown } from './shown-answers.ts'
import type { World } from './world.ts'
import type { Change } from './world-reads.ts'

/** A value in an answer, and the value in the receipt that its claim cites. */
export type Compared = {
  /** The kind of the claim. */
  readonly kind: string
  readonly at: string
  readonly shown: unknown
  readonly held: unknown
}

type Receipts = (id: unknown) => Promise<Body>

/** Compares the shown values with the receipts that they cite. */
export async function compareReceipts(shown: Shown, world: World): Promise<readonly Compared[]> {
  const known = new Map<string, Promise<Body>>()
  const receiptOf: Receipts = (id) => {
    const path = `/api/evidence/${encodeURIComponent(String(id))}`
    const receipt = known.get(path) ?? readBody(path, world)
    known.set(path, receipt)
    return receipt
  }
  const compared: Compared[] = []
  for (const compare of [compareShips, compareFigures, compareStatuses, compareStatements, compareChanges])
    compared.push(...(await compare(shown, receiptOf)))
  return compared
}

/** The first evidence id that the claim about a field cites. */
export function citedBy(body: Body, field: string): unknown {
  return listOf(bodyOf(bodyOf(body['claims'])[field])['evidence'])[0]
}

async function compareShips({ cards, dossiers, ships }: Shown, receiptOf: Receipts) {
  const ofCards = cards.flatMap(([at, body]) =>
    ['latest_meaningful_ship', 'latest_release', 'latest_deployment'].flatMap((field) => {
      const ship = body[field] === null ? [] : [bodyOf(body[field])]
      return ship.map(({ evidence_id: id, kind, timestamp: time }) => ({
        at: `${at} ${field}`,
        id,
        kind,
        time,
      }))
    }),
  )
  const ofDossiers = dossiers.flatMap(([at, body]) =>
    [...listOf(body['newestShips']), ...listOf(body['lastShip'] && [body['lastShip']])].map((ship) => ({
      at,
      id: ship['evidenceId'],
      kind: ship['kind'],
      time: ship['occurredAt'],
    })),
  )
  const ofList = ships.map((ship) => ({
    at: '/api/ships',
    id: ship['evidenceId'],
    kind: ship['kind'],
    time: ship['occurredAt'],
  }))
  const compared: Compared[] = []
  for (const { at, id, kind, time = null } of [...ofCards, ...ofDossiers, ...ofList]) {
    const { occurredAt, recorded } = await receiptOf(id)
    const held = { time: occurredAt, kind: kind === undefined ? undefined : bodyOf(recorded)['shipKind'] }
    compared.push({ kind: 'ship', at: `${at} ${id}`, shown: { time, kind }, held })
  }
  return compared
}

/** The reading in a receipt, by its instant and provider. */
async function readingOf(
  id: unknown,
  of: { at: unknown; provider?: unknown },
  receiptOf: Receipts,
): Promise<Body | undefined> {
  const facts = bodyOf(bodyOf((await receiptOf(id))['recorded'])['facts'])
  return listOf(facts['readings']).find(
    ({ observedAt, provider }) => observedAt === of.at && (of.provider ?? provider) === provider,
  )
}

const FIGURES = { marketCap: 'valuation', liquidity: 'liquidityUsd', volume24h: 'volume24hUsd' } as const

async function compareFigures({ dossiers }: Shown, receiptOf: Receipts) {
  const compared: Compared[] = []
  for (const [at, body] of dossiers) {
    for (const [field, name] of Object.entries(FIGURES)) {
      if (body[field] === undefined) continue
      const { value, kind, observedAt, provider } = bodyOf(body[field])
      const reading = await readingOf(citedBy(body, field), { at: observedAt, provider }, receiptOf)
      const shown = field === 'marketCap' ? { usd: value, kind } : value
      compared.push({ kind: 'figure', at: `${at} ${field}`, shown, held: reading?.[name] })
    }
    for (const reading of listOf(bodyOf(body['market'] ?? {})['readings'])) {
      const { provider, observedAt, source } = reading
      const held = await readingOf(source, { at: observedAt, provider }, receiptOf)
      for (const name of ['priceUsd', 'liquidityUsd', 'volume24hUsd', 'trades24h'])
        if (reading[name] !== undefined)
          compared.push({
            kind: 'reading',
            at: `${at} ${provider} ${name}`,
            shown: reading[name],
            held: held?.[name],
          })
    }
  }
  return compared
}

/**
 * Compares the market statuses. A market status cites the reading that shows it. An activity status cites a ship or a
 * source, so it is not compared.
 */
async function compareStatuses({ cards, scans }: Shown, receiptOf: Receipts) {
  const compared: Compared[] = []
  for (const [at, body] of [...cards, ...scans]) {
    const field = 'market_status' in body ? 'market_status' : 'market'
    const { observed_at: observedAt } = bodyOf(body[field])
    if (observedAt === null) continue
    const reading = await readingOf(citedBy(body, field), { at: observedAt }, receiptOf)
    compared.push({ kind: 'market status', at, shown: observedAt, held: reading?.['observedAt'] })
  }
  return compared
}

async function compareStatements({ dossiers }: Shown, receiptOf: Receipts) {
  const compared: Compared[] = []
  for (const [at, body] of dossiers) {
    for (const { id, statement, by, names = null } of listOf(body['statements'])) {
      const recorded = bodyOf((await receiptOf(id))['recorded'])
      const held = { statement: recorded['statement'], by: recorded['by'], names: recorded['names'] }
      compared.push({ kind: 'statement', at: `${at} ${id}`, shown: { statement, by, names }, held })
    }
  }
  return compared
}

async function compareChanges({ changes }: Shown, receiptOf: Receipts) {
  const compared: Compared[] = []
  for (const change of changes.filter(({ op }) => op === 'upsert')) {
    const held = await HELD.find(([type]) => type.test(change.type))?.[1](change, receiptOf)
    if (held === undefined) continue
    const shown = Object.fromEntries(Object.keys(held).map((name) => [name, shownOf(change, name)]))
    compared.push({ kind: change.type, at: `${change.project?.slug} ${change.id}`, shown, held })
  }
  return compared
}

function shownOf({ occurredAt, facts }: Change, name: string): unknown {
  if (name === 'occurredAt') return occurredAt
  return name === 'weekStart' ? bodyOf(facts['codeWeek'])['weekStart'] : facts[name]
}

/** The values in the receipts that a change cites, in the form of its facts, by the type of the change. */
const HELD: readonly [type: RegExp, (change: Change, receiptOf: Receipts) => Promise<Body>][] = [
  [/^build\.(release|ship)$/, heldDate],
  [/^build\.code_activity$/, heldWeek],
  [/^contract\.deployed$/, heldDeployment],
  [/^contract\.implementation_changed$/, heldFirst(['implementation', 'previousImplementation'])],
  [/^contract\.method_first_observed$/, heldMethod],
  [
    /^contract\.(source_verified|interface_changed)$/,
    heldFirst(['provider', 'functions', 'events', 'match']),
  ],
  [/^research\.source_changed$/, heldFirst(['added', 'removed'])],
  [/^lock\./, heldFirst(['token', 'unlockAt'])],
  [/^build\.(accelerating|slowing)$/, heldFirst(['windowFrom', 'windowTo'])],
  [/\.(status_changed|dormant|resumed|verification_changed)$|^market_integrity/, heldSides],
]

async function recordedOf({ evidence }: Change, receiptOf: Receipts, place = 0): Promise<Body> {
  return bodyOf((await receiptOf(evidence[place]))['recorded'])
}

function heldFirst(names: readonly string[]) {
  return async (change: Change, receiptOf: Receipts): Promise<Body> => {
    const recorded = await recordedOf(change, receiptOf)
    return Object.fromEntries(names.map((name) => [name, recorded[name] ?? undefined]))
  }
}

async function heldDate({ evidence }: Change, receiptOf: Receipts): Promise<Body> {
  return { occurredAt: (await receiptOf(evidence[0]))['occurredAt'] }
}

/** The receipt of a running week has the commits that were read since the event. */
async function heldWeek(change: Change, receiptOf: Receipts): Promise<Body> {
  const { facts } = await recordedOf(change, receiptOf)
  return { weekStart: bodyOf(bodyOf(facts)['codeWeek'])['weekStart'] }
}

async function heldDeployment(change: Change, receiptOf: Receipts): Promise<Body> {
  const { facts } = await recordedOf(change, receiptOf)
  const deployment = listOf(bodyOf(facts)['contracts']).find(
    ({ contract }) => contract === change.facts['contract'],
  )
  return { block: deployment?.['block'], transaction: deployment?.['transaction'] ?? undefined }
}

async function heldMethod(change: Change, receiptOf: Receipts): Promise<Body> {
  const { firstBlock: block, firstTransaction: transaction, method } = await recordedOf(change, receiptOf)
  return { block, transaction, method }
}

/** Both sides of a move. Each is in the receipt of the conclusion that the change cites. */
async function heldSides(change: Change, receiptOf: Receipts): Promise<Body> {
  const [to, from] = [await recordedOf(change, receiptOf, 0), await recordedOf(change, receiptOf, 1)]
  return { to: statusOf(to['value']), from: statusOf(from['value']) }
}

function statusOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'status' in value ? value.status : value
}
