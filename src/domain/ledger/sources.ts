import type { SourceKind } from '#contract/enums.ts'
import { type Instant, msOf } from '#contract/time.ts'
import type { ChangeDraft, Saying } from './draft.ts'
import type { LedgerEvidence, WatchedSource, WatchedStream } from './evidence.ts'
import { firstReadAt } from './origin.ts'
import { line } from './wording.ts'

/** Sources a project is said to have; those that follow from its token are not the project's own. */
const OFFICIAL: readonly SourceKind[] = [
  'github_repository',
  'website',
  'npm_package',
  'deployer',
  'contract',
]
/** Sources that can stop answering by themselves; a chain's silence is its provider's. */
const ANSWERING: readonly SourceKind[] = ['github_repository', 'website', 'npm_package']

/** Counted sources attached after the project was first published; what was said of one stands. */
export function sourceAdded(evidence: LedgerEvidence): readonly Saying[] {
  const { firstPublishedAt } = evidence
  return evidence.sources.flatMap((source) => {
    const id = `${source.id}:added`
    const held = evidence.said.get(id)
    if (!source.counted || !OFFICIAL.includes(source.kind)) return []
    if (held !== undefined) return [held]
    if (source.detachedAt !== null || firstPublishedAt === null) return []
    if (msOf(source.attachedAt) <= msOf(firstPublishedAt)) return []
    return [saySource(source, { id, summary: 'Source added', detectedAt: source.attachedAt })]
  })
}

/**
 * Outages of official sources: no stream of the source answered since one began to fail, and two failed reads at least
 * an hour apart found it gone while its provider answered. What was said of an outage stands.
 */
export function sourceUnavailable(evidence: LedgerEvidence): readonly Saying[] {
  return evidence.sources.flatMap((source): readonly Saying[] => {
    const outages = saidOutages(source, evidence)
    const open = outages.some((outage) => !isRestored(outage, source, evidence))
    const stream = open || !canFail(source) ? undefined : stoppedStream(source)
    return stream === undefined ? outages : [...outages, sayOutage(source, stream)]
  })
}

/** The end of each outage that was announced: the first success after it. What was said of it stands. */
export function sourceRestored(evidence: LedgerEvidence): readonly Saying[] {
  return evidence.sources.flatMap((source) =>
    saidOutages(source, evidence).flatMap((outage) => {
      const id = restoredId(outage)
      const held = evidence.said.get(id)
      if (held !== undefined) return [held]
      const at = answeredSince(startOf(outage), source)
      return at === undefined ? [] : [saySource(source, { id, summary: 'Source restored', detectedAt: at })]
    }),
  )
}

function canFail(source: WatchedSource): boolean {
  return source.counted && source.detachedAt === null && ANSWERING.includes(source.kind)
}

/** The stream whose failures show that the source stopped answering; undefined while it has not. */
function stoppedStream(source: WatchedSource): FailingStream | undefined {
  return source.streams
    .filter(isFailing)
    .filter((stream) => answeredSince(msOf(stream.failingSince), source) === undefined)
    .toSorted((a, b) => msOf(a.failingSince) - msOf(b.failingSince))[0]
}

type FailingStream = WatchedStream & { failingSince: Instant; gone: NonNullable<WatchedStream['gone']> }

function isFailing(stream: WatchedStream): stream is FailingStream {
  return stream.failingSince !== null && stream.gone !== null && stream.providerOutageSince === null
}

/** A source that never answered was not seen to stop. */
function sayOutage(source: WatchedSource, { failingSince, gone }: FailingStream): Saying {
  const id = `${source.id}:unavailable:${Math.floor(msOf(failingSince) / 1000)}`
  const said = saySource(source, { id, summary: 'Source unavailable', detectedAt: gone.confirmedAt })
  return {
    ...said,
    facts: { ...said.facts, outcome: gone.outcome },
    seen: { by: 'reading', attachedAt: source.attachedAt, firstReadAt: firstReadAt(source) },
  }
}

function saidOutages(source: WatchedSource, { said }: LedgerEvidence): readonly ChangeDraft[] {
  const prefix = `${source.id}:unavailable:`
  return [...said.values()].filter((draft) => draft.id.startsWith(prefix))
}

function isRestored(outage: ChangeDraft, source: WatchedSource, evidence: LedgerEvidence): boolean {
  return evidence.said.has(restoredId(outage)) || answeredSince(startOf(outage), source) !== undefined
}

function restoredId(outage: ChangeDraft): string {
  return outage.id.replace(':unavailable:', ':restored:')
}

function startOf(outage: ChangeDraft): number {
  return Number.parseInt(outage.id.slice(outage.id.lastIndexOf(':') + 1), 10) * 1000
}

/** The earliest of the streams' last good readings after an instant; undefined when none answered since. */
function answeredSince(sinceMs: number, source: WatchedSource): Instant | undefined {
  return source.streams
    .flatMap(({ lastOkAt }) => (lastOkAt !== null && msOf(lastOkAt) > sinceMs ? [lastOkAt] : []))
    .toSorted((a, b) => msOf(a) - msOf(b))[0]
}

function saySource(
  source: WatchedSource,
  words: { id: string; summary: string; detectedAt: Instant },
): Saying {
  const locator = line(source.locator)
  return {
    id: words.id,
    contract: null,
    occurredAt: null,
    detectedAt: words.detectedAt,
    precision: 'OBSERVED',
    summary: line(`${words.summary}: ${locator}`),
    facts: { kind: source.kind, locator },
    evidence: [source.id],
    seen: { by: 'service' },
    order: [],
  }
}
