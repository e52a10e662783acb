import { createHash } from 'node:crypto'
import { countedOrZero } from '#contract/counted.ts'
import { evidenceId } from '#contract/ids.ts'
import { type Instant, msOf } from '#contract/time.ts'
import type { SiteChange } from '#domain/ledger/evidence.ts'
import { uuidOf } from '#domain/natural-key.ts'
import {
  baselineOf,
  compareDeclarations,
  DECLARATIONS_RULE,
  type PartCounts,
  type PartUnread,
  type ReadParts,
  SITE_PARTS,
  type SiteDifference,
  type SitePart,
  type StoredParts,
} from '#domain/site/declarations.ts'
import { anyOf } from '#records/any-of.ts'
import { type ByProject, byProject, type OfProjects } from '#records/by-project.ts'
import { fromColumns } from '#records/columns.ts'
import type { Reader, Writer } from '#records/database.ts'

/** The findings of one reading of an official site. */
type SiteReading = {
  readonly projectId: string
  /** The source's uuid. */
  readonly sourceId: string
  readonly attachedAt: Instant
  readonly parts: ReadParts
  readonly observedAt: Instant
}

/** The parts of a site that the last reading failed to get, with the reason. */
type UnreadParts = { readonly [P in SitePart]?: PartUnread }

/** The stored reading of a site: each part as last read, under one rule, and the number of recorded changes. */
type StoredSite = {
  readonly rule: string
  readonly digest: string
  readonly parts: StoredParts
  readonly unread: UnreadParts
  readonly changes: number
  readonly baselineAt: Instant
  readonly observedAt: Instant
}

/** The counts of a recorded change by part. */
type RecordedParts = { readonly [P in SitePart]?: Omit<PartCounts, 'changesInRow'> & Partial<PartCounts> }

/** The stored reading of a site by the uuid of its source; undefined while it was never read. */
export async function findStoredSite(
  input: { sourceId: string },
  reader: Reader,
): Promise<StoredSite | undefined> {
  const row = await reader
    .selectFrom('site_readings')
    .selectAll()
    .where('source_id', '=', input.sourceId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { source_id: _, ...stored } = row
  return fromColumns(stored)
}

/**
 * Saves a reading in place of the stored one, and a change if they differ. A first reading is a baseline, which is not
 * compared: the first of all, the first under another rule, and the first since the source was attached again. The
 * caller has leased the stream.
 */
export async function saveSiteReading(reading: SiteReading, writer: Writer): Promise<void> {
  const before = await findStoredSite(reading, writer)
  if (before === undefined || !isComparable(before, reading)) {
    const known = before?.rule === DECLARATIONS_RULE.id ? before.parts : {}
    const parts = baselineOf({ stored: known, read: reading.parts }, reading.observedAt)
    const changes = countedOrZero(before?.changes)
    await saveParts({ reading, parts, changes, baselineAt: reading.observedAt }, writer)
    return
  }
  const { stored, difference } = compareDeclarations(
    { stored: before.parts, read: reading.parts },
    reading.observedAt,
  )
  const changes = difference === null ? before.changes : before.changes + 1
  await saveParts({ reading, parts: stored, changes, baselineAt: before.baselineAt }, writer)
  if (difference !== null) await saveChange({ reading, before, parts: stored, difference }, writer)
}

/**
 * The changes of each project's sites. `official` is true when someone other than the site says that it belongs to the
 * project.
 */
export async function getSiteChanges(
  { projectIds }: OfProjects,
  reader: Reader,
): Promise<ByProject<SiteChange>> {
  const rows = await reader
    .selectFrom('site_changes as change')
    .innerJoin('sources', 'sources.id', 'change.source_id')
    .select(['change.id', 'change.project_id', 'change.source_id', 'change.added', 'change.removed'])
    .select(['change.parts', 'change.detected_at', 'sources.established_by'])
    .where('change.project_id', '=', anyOf(projectIds, 'uuid'))
    .orderBy('change.source_id')
    .orderBy('change.turn')
    .execute()
  return byProject(rows, (row) => ({
    id: evidenceId('sourcechange', row.id),
    sourceId: evidenceId('source', row.source_id),
    official: row.established_by !== 'self_reported',
    added: row.added,
    removed: row.removed,
    changesInRow: leastInRow(row.parts),
    detectedAt: row.detected_at,
  }))
}

/**
 * The least `changesInRow` of the changed parts. Null when a part has none, because its changes were recorded before
 * the service counted them.
 */
function leastInRow(parts: unknown): number | null {
  const rows = Object.values(parts as RecordedParts).map(({ changesInRow }) => changesInRow)
  const counted = rows.filter((row) => row !== undefined)
  const [least = null] = counted.toSorted((a, b) => a - b)
  return counted.length < rows.length ? null : least
}

function isComparable(before: StoredSite, { attachedAt }: SiteReading): boolean {
  return before.rule === DECLARATIONS_RULE.id && msOf(before.observedAt) >= msOf(attachedAt)
}

async function saveParts(
  input: {
    readonly reading: SiteReading
    readonly parts: StoredParts
    readonly changes: number
    readonly baselineAt: Instant
  },
  writer: Writer,
): Promise<void> {
  const { reading, parts, changes, baselineAt } = input
  const row = {
    rule: DECLARATIONS_RULE.id,
    digest: digestOf(parts),
    parts: JSON.stringify(parts),
    unread: JSON.stringify(unreadOf(reading.parts)),
    changes,
    baseline_at: baselineAt,
    observed_at: reading.observedAt,
  }
  await writer
    .insertInto('site_readings')
    .values({ source_id: reading.sourceId, ...row })
    .onConflict((conflict) => conflict.column('source_id').doUpdateSet(row))
    .execute()
}

async function saveChange(
  input: {
    readonly reading: SiteReading
    readonly before: StoredSite
    readonly parts: StoredParts
    readonly difference: SiteDifference
  },
  writer: Writer,
): Promise<void> {
  const { before, difference } = input
  const { projectId, sourceId, observedAt } = input.reading
  const turn = before.changes + 1
  const digest = digestOf(input.parts)
  await writer
    .insertInto('site_changes')
    .values({
      id: uuidOf('sourcechange', `${sourceId}:${turn}:${digest}`),
      turn,
      digest,
      project_id: projectId,
      source_id: sourceId,
      rule: DECLARATIONS_RULE.id,
      previous_digest: before.digest,
      added: difference.added,
      removed: difference.removed,
      parts: JSON.stringify(difference.parts satisfies { readonly [P in SitePart]?: PartCounts }),
      compared_with_at: difference.comparedWithAt,
      detected_at: observedAt,
    })
    .execute()
}

function digestOf(parts: StoredParts): string {
  const entries = SITE_PARTS.map((part) => [part, parts[part]?.entries])
  return createHash('sha256').update(JSON.stringify(entries)).digest('hex')
}

function unreadOf(parts: ReadParts): UnreadParts {
  return Object.fromEntries(
    SITE_PARTS.flatMap((part) => {
      const found = parts[part]
      return found.kind === 'unread' ? [[part, found.reason]] : []
    }),
  )
}
