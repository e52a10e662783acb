import { type ChangePrecision, SHIP_KINDS, type ShipKind } from '#contract/enums.ts'
import type { ChangeType } from '#contract/events.ts'
import { type Instant, msOf } from '#contract/time.ts'
import type { Ship } from '#domain/evidence.ts'
import { SHIPS_RULE } from '#domain/ships/ships.ts'
import type { ChangeDraft, Saying } from './draft.ts'
import type { LedgerEvidence } from './evidence.ts'
import { seenThrough, sourceOf } from './origin.ts'

/** The event type that speaks of a ship of each kind; an upgrade is said by its implementation record. */
const TYPE_OF: Readonly<Record<ShipKind, ChangeType | null>> = {
  release: 'build.release',
  prerelease: 'build.ship',
  feature: 'build.ship',
  integration: 'build.ship',
  docs: 'build.ship',
  code_week: 'build.code_activity',
  deployment: 'contract.followup_deployed',
  upgrade: null,
}

/** What is said of one ship beside its clocks; undefined when it is not announced. */
export type ShipWords = Pick<Saying, 'summary' | 'facts'> &
  Partial<Pick<Saying, 'contract' | 'order' | 'evidence'>>

/**
 * The events of one type about ships. Every ship of the project's own sources is said, also one that collapses with
 * others when ships are counted; not a withdrawn, self-reported or future-dated one. When a ship's kind changes
 * (a prerelease is promoted), what was said of it stands and the new kind is said under an id of its own.
 */
export function shipEvents(
  type: ChangeType,
  input: { readonly evidence: LedgerEvidence; readonly now: Instant },
  say: (ship: Ship) => ShipWords | undefined,
): readonly Saying[] {
  const { evidence, now } = input
  return evidence.ships.flatMap((ship) => {
    if (!isSaid(ship, evidence, now)) return []
    const words = TYPE_OF[ship.kind] === type ? say(ship) : undefined
    const current = words === undefined ? [] : [sayShip(ship, words, { type, evidence })]
    const earlier = saidOf(ship, evidence).filter(
      (draft) => draft.type === type && TYPE_OF[ship.kind] !== type,
    )
    return [...current, ...earlier]
  })
}

/** What the ledger says of a ship under its own id. */
export function saidOfShip(ship: Ship, evidence: LedgerEvidence): ChangeDraft | undefined {
  return evidence.said.get(ship.id)
}

function sayShip(
  ship: Ship,
  words: ShipWords,
  context: { readonly type: ChangeType; readonly evidence: LedgerEvidence },
): Saying {
  return {
    id: eventId(ship, context),
    contract: null,
    occurredAt: isDated(ship.precision) ? ship.occurredAt : null,
    detectedAt: ship.kind === 'release' && ship.promotedAt !== null ? ship.promotedAt : ship.detectedAt,
    precision: ship.precision,
    evidence: [ship.id, ship.sourceId],
    seen: seenThrough(ship.sourceId, context.evidence),
    order: [],
    ...words,
  }
}

function eventId(
  ship: Ship,
  { type, evidence }: { readonly type: ChangeType; readonly evidence: LedgerEvidence },
): string {
  const held = saidOfShip(ship, evidence)
  return held === undefined || held.type === type ? ship.id : `${ship.id}:${ship.kind}`
}

function saidOf(ship: Ship, { said }: LedgerEvidence): readonly ChangeDraft[] {
  return [ship.id, ...SHIP_KINDS.map((kind) => `${ship.id}:${kind}`)].flatMap((id) => {
    const draft = said.get(id)
    return draft === undefined ? [] : [draft]
  })
}

function isSaid(ship: Ship, evidence: LedgerEvidence, now: Instant): boolean {
  const source = sourceOf(ship.sourceId, evidence)
  if (ship.withdrawn || ship.backing === 'self-reported' || source === undefined || !source.counted)
    return false
  return msOf(ship.occurredAt) <= msOf(now) + SHIPS_RULE.futureToleranceMs
}

function isDated(precision: ChangePrecision): boolean {
  return precision !== 'OBSERVED'
}
