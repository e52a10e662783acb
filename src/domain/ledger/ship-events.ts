import { ShipKind } from '#contract/enums.ts'
import type { ChangeType } from '#contract/events.ts'
import { type Instant, msOf } from '#contract/time.ts'
import { placedAt, type RecordedShip } from '#domain/evidence.ts'
import type { ChangeDraft, UntypedDraft } from './draft.ts'
import type { LedgerEvidence } from './evidence.ts'
import { seenThrough, sourceOf } from './origin.ts'

/** The event type of each kind of ship. Upgrades have none: their implementation records cause the events. */
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

/** The parts of a ship's event that depend on its type. */
export type ShipWords = Pick<UntypedDraft, 'summary' | 'facts'> &
  Partial<Pick<UntypedDraft, 'contract' | 'order' | 'evidence' | 'detectedAt'>>

/**
 * The events of one type about ships. Every ship of the project's own sources has an event, also a ship that collapses
 * with others when ships are counted. Withdrawn and self-reported ships have no event, and a ship dated ahead has none
 * before its time. When a ship's kind changes (a prerelease is promoted), its announced event stays and the new kind
 * gets an event with its own id. A release that becomes a prerelease keeps its first event and gets no other: nothing
 * shipped.
 */
export function shipEvents(
  type: ChangeType,
  input: { readonly evidence: LedgerEvidence; readonly now: Instant },
  wordsOf: (ship: RecordedShip) => ShipWords | undefined,
): readonly UntypedDraft[] {
  const { evidence, now } = input
  return evidence.ships.flatMap((ship) => {
    if (!isAnnounced(ship, evidence, now)) return []
    const isNamed = TYPE_OF[ship.kind] === type && !isDemoted(ship, evidence)
    const words = isNamed ? wordsOf(ship) : undefined
    const current = words === undefined ? [] : [draftShip(ship, words, { type, evidence })]
    const earlier = announcedEvents(ship, evidence).filter(
      (draft) => draft.type === type && TYPE_OF[ship.kind] !== type,
    )
    return [...current, ...earlier]
  })
}

function draftShip(
  ship: RecordedShip,
  words: ShipWords,
  context: { readonly type: ChangeType; readonly evidence: LedgerEvidence },
): UntypedDraft {
  return {
    id: eventId(ship, context),
    contract: null,
    occurredAt: ship.occurredAt,
    detectedAt: detectedAt(ship, context),
    precision: ship.precision,
    evidence: [ship.id, ship.sourceId],
    seen: seenThrough(ship.sourceId, context.evidence),
    order: [],
    ...words,
  }
}

/**
 * When the event was first known. A release that was announced keeps that time, also when it was a prerelease in
 * between.
 */
function detectedAt(
  ship: RecordedShip,
  context: { readonly type: ChangeType; readonly evidence: LedgerEvidence },
): Instant {
  if (ship.kind !== 'release' || ship.promotedAt === null) return ship.detectedAt
  return context.evidence.announced.get(eventId(ship, context))?.detectedAt ?? ship.promotedAt
}

function isDemoted(ship: RecordedShip, evidence: LedgerEvidence): boolean {
  return ship.kind === 'prerelease' && isAnnouncedRelease(ship, evidence)
}

function isAnnouncedRelease({ id }: RecordedShip, { announced }: LedgerEvidence): boolean {
  return announced.get(id)?.type === 'build.release'
}

function eventId(
  ship: RecordedShip,
  { type, evidence }: { readonly type: ChangeType; readonly evidence: LedgerEvidence },
): string {
  const announced = evidence.announced.get(ship.id)
  return announced === undefined || announced.type === type ? ship.id : `${ship.id}:${ship.kind}`
}

/**
 * The announced events of a ship. The event of a prerelease is left out when the prerelease had been announced as a
 * release.
 */
function announcedEvents(ship: RecordedShip, evidence: LedgerEvidence): readonly ChangeDraft[] {
  const kinds = ShipKind.enum.filter((kind) => kind !== 'prerelease' || !isAnnouncedRelease(ship, evidence))
  return [ship.id, ...kinds.map((kind) => `${ship.id}:${kind}`)]
    .map((id) => evidence.announced.get(id))
    .filter((draft) => draft !== undefined)
}

function isAnnounced(ship: RecordedShip, evidence: LedgerEvidence, now: Instant): boolean {
  const source = sourceOf(ship.sourceId, evidence)
  if (ship.withdrawn || ship.backing === 'self-reported' || source === undefined || !source.counted)
    return false
  return msOf(placedAt(ship)) <= msOf(now)
}
