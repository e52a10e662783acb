import { domainOf } from '#contract/events.ts'
import { type Instant, laterOf, msOf } from '#contract/time.ts'
import type { ChangeDraft } from '#domain/ledger/draft.ts'
import { originOf, originOfReturn } from '#domain/ledger/origin.ts'
import type { ChangeHead, LedgerState, RetractedBecause, Revision } from '#records/ledger/changes.ts'
import { contentDigestOf } from './content.ts'

/** An event that follows from a project's current records. */
export type DraftedEvent = {
  readonly draft: ChangeDraft
  readonly projectId: string
  readonly publishedAt: Instant | null
}
/** An event that no longer follows from a project's records. */
export type Retraction = { readonly id: string; readonly because: RetractedBecause }

/** Revisions in the order of their positions, with what each does. */
type Planned = {
  readonly revision: Revision
  readonly does: 'upserts' | 'revisions' | 'retractions'
}

type Context = {
  readonly heads: ReadonlyMap<string, ChangeHead>
  readonly state: LedgerState
  readonly now: Instant
}

/**
 * The revisions that bring the ledger up to date; empty when nothing changed. When a project gets a new slug or name,
 * each of its events gets a revision with the same content, for which no webhook is sent. An event keeps the origin and
 * the first position of its first revision. It keeps the detection time too, unless its content now happened after that
 * time. An event that returns after a retraction is live only if it was first seen live and is still recent.
 */
export function planRevisions(
  input: { readonly events: readonly DraftedEvent[]; readonly retractions: readonly Retraction[] },
  context: Context,
): readonly Planned[] {
  const { state } = context
  const drafted = [
    ...input.retractions.flatMap((retraction) => retract(retraction, context)),
    ...input.events.toSorted(baselineFirst(context)).flatMap((event) => upsert(event, context)),
  ]
  const recordedAt = recordingTime(drafted, context)
  return drafted.map(({ does, revision }, index) => {
    const position = state.head + index + 1
    const first = revision.firstPosition === undefined ? position : revision.firstPosition
    return { does, revision: { ...revision, position, firstPosition: first, recordedAt } as Revision }
  })
}

/**
 * The time of the run, but never before an earlier entry or before the detection of a recorded event: readings go on
 * while the ledger runs.
 */
function recordingTime(steps: readonly Step[], { state: { lastRecordedAt: last }, now }: Context): Instant {
  const detected = steps.map(({ revision }) => revision.detectedAt)
  return [...detected, ...(last === null ? [] : [last])].reduce(laterOf, now)
}

/** Undated findings of a first reading existed before it. They come before dated events and are never live. */
function baselineFirst({ heads, state, now }: Context): (a: DraftedEvent, b: DraftedEvent) => number {
  const bootstrap = state.firstRunAt === null
  const rank = ({ draft, publishedAt }: DraftedEvent) =>
    draft.occurredAt === null &&
    !heads.has(draft.id) &&
    originOf(draft, { bootstrap, publishedAt, now }) !== 'live'
      ? 0
      : 1
  return (a, b) => rank(a) - rank(b)
}

type Unplaced = Omit<Revision, 'position' | 'recordedAt' | 'firstPosition'> & {
  readonly firstPosition: number | undefined
}
type Step = { readonly does: Planned['does']; readonly revision: Unplaced }

function retract({ id, because }: Retraction, { heads }: Context): readonly Step[] {
  const head = heads.get(id)
  if (head === undefined || head.op === 'retract') return []
  const { position: _, renamed: __, ...unchanged } = head
  const revision = {
    ...unchanged,
    revision: head.revision + 1,
    op: 'retract' as const,
    retractedBecause: because,
    contentDigest: because,
  }
  return [{ does: 'retractions', revision }]
}

function upsert(event: DraftedEvent, context: Context): readonly Step[] {
  const { draft, projectId } = event
  const head = context.heads.get(draft.id)
  const contentDigest = contentDigestOf(draft)
  if (head?.op === 'upsert' && head.contentDigest === contentDigest && !head.renamed) return []
  const content = {
    id: draft.id,
    op: 'upsert' as const,
    type: draft.type,
    domain: domainOf(draft.type),
    projectId,
    contract: draft.contract,
    occurredAt: draft.occurredAt,
    precision: draft.precision,
    summary: draft.summary,
    facts: draft.facts,
    evidence: draft.evidence,
    contentDigest,
  }
  if (head === undefined) return [{ does: 'upserts', revision: { ...content, ...arrival(event, context) } }]
  const unchanged = {
    revision: head.revision + 1,
    firstPosition: head.firstPosition,
    detectedAt: detectionOf(draft, head.detectedAt),
    firstSeenLive: head.firstSeenLive,
  }
  if (head.op === 'upsert') {
    return [{ does: 'revisions', revision: { ...content, ...unchanged, origin: head.origin } }]
  }
  const origin = originOfReturn({ ...draft, ...unchanged }, context.now)
  return [{ does: 'upserts', revision: { ...content, ...unchanged, origin } }]
}

/**
 * The first detection; a later one when the event as stated now happened after it. Only a scheduled event may happen
 * after its detection.
 */
function detectionOf({ occurredAt, detectedAt, precision }: ChangeDraft, first: Instant): Instant {
  if (occurredAt === null || precision === 'SCHEDULED' || msOf(first) >= msOf(occurredAt)) return first
  return laterOf(detectedAt, occurredAt)
}

function arrival({ draft, publishedAt }: DraftedEvent, { state, now }: Context) {
  const origin = originOf(draft, { bootstrap: state.firstRunAt === null, publishedAt, now })
  return {
    revision: 1,
    firstPosition: undefined,
    detectedAt: detectionOf(draft, draft.detectedAt),
    origin,
    firstSeenLive: origin === 'live',
  }
}
