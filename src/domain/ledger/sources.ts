import type { SourceKind } from '#contract/enums.ts'
import { type Instant, msOf } from '#contract/time.ts'
import { type ChangeDraft, type UntypedDraft, undated } from './draft.ts'
import type { LedgerEvidence, WatchedSource, WatchedStream } from './evidence.ts'
import { firstReadAt } from './origin.ts'
import { line } from './wording.ts'

/** Kinds of sources that belong to the project itself; the others follow from its token. */
const OFFICIAL: readonly SourceKind[] = [
  'github_repository',
  'website',
  'npm_package',
  'deployer',
  'contract',
]
/** Kinds of sources that can stop answering by themselves. When a chain does not answer, its provider fails. */
const ANSWERING: readonly SourceKind[] = ['github_repository', 'website', 'npm_package']

/** Counted sources attached after the project was first published. Announced events stay. */
export function sourceAdded(evidence: LedgerEvidence): readonly UntypedDraft[] {
  const { firstPublishedAt } = evidence
  return evidence.sources.flatMap((source) => {
    const id = `${source.id}:added`
    const announced = evidence.announced.get(id)
    if (!source.counted || !OFFICIAL.includes(source.kind)) return []
    if (announced !== undefined) return [announced]
    if (source.detachedAt !== null || firstPublishedAt === null) return []
    if (msOf(source.attachedAt) <= msOf(firstPublishedAt)) return []
    return [draftSource(source, { id, summary: 'Source added', detectedAt: source.attachedAt })]
  })
}

/**
 * Outages of official sources: no stream of the source has answered since one began to fail, and two failed reads at
 * least an hour apart found it gone while its provider answered. Announced outages stay.
 */
export function sourceUnavailable(evidence: LedgerEvidence): readonly UntypedDraft[] {
  return evidence.sources.flatMap((source): readonly UntypedDraft[] => {
    const outages = announcedOutages(source, evidence)
    const open = outages.some((outage) => !isRestored(outage, source, evidence))
    const stream = open || !canFail(source) ? undefined : stoppedStream(source)
    if (stream === undefined) return outages
    const begun = draftOutage(source, stream)
    return evidence.announced.has(begun.id) ? outages : [...outages, begun]
  })
}

/** The end of each announced outage: the first successful reading after it. Announced ends stay. */
export function sourceRestored(evidence: LedgerEvidence): readonly UntypedDraft[] {
  return evidence.sources.flatMap((source) =>
    announcedOutages(source, evidence).flatMap((outage) => {
      const id = restoredId(outage)
      const announced = evidence.announced.get(id)
      if (announced !== undefined) return [announced]
      const at = answeredSince(begunBy(outage), source)
      return at === undefined ? [] : [draftSource(source, { id, summary: 'Source restored', detectedAt: at })]
    }),
  )
}

function canFail(source: WatchedSource): boolean {
  return source.counted && source.detachedAt === null && ANSWERING.includes(source.kind)
}

/** The stream whose failures show that the source stopped answering; undefined when it still answers. */
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

/** `seen` is a reading, so that the outage of a source that never answered is not `live`. */
function draftOutage(source: WatchedSource, { failingSince, gone }: FailingStream): UntypedDraft {
  const id = `${source.id}:unavailable:${Math.floor(msOf(failingSince) / 1000)}`
  const draft = draftSource(source, { id, summary: 'Source unavailable', detectedAt: gone.confirmedAt })
  return {
    ...draft,
    facts: { ...draft.facts, outcome: gone.outcome },
    seen: { by: 'reading', attachedAt: source.attachedAt, firstReadAt: firstReadAt(source) },
  }
}

function announcedOutages(source: WatchedSource, { announced }: LedgerEvidence): readonly ChangeDraft[] {
  const prefix = `${source.id}:unavailable:`
  return [...announced.values()].filter((draft) => draft.id.startsWith(prefix))
}

function isRestored(outage: ChangeDraft, source: WatchedSource, evidence: LedgerEvidence): boolean {
  return evidence.announced.has(restoredId(outage)) || answeredSince(begunBy(outage), source) !== undefined
}

function restoredId(outage: ChangeDraft): string {
  return outage.id.replace(':unavailable:', ':restored:')
}

/** The end of the second in which an outage began. Its id has no milliseconds: an answer in that second may be older. */
function begunBy(outage: ChangeDraft): number {
  return Number.parseInt(outage.id.slice(outage.id.lastIndexOf(':') + 1), 10) * 1000 + 999
}

/** The earliest of the streams' last successful readings after an instant; undefined when none answered since. */
function answeredSince(sinceMs: number, source: WatchedSource): Instant | undefined {
  return source.streams
    .flatMap(({ lastOkAt }) => (lastOkAt !== null && msOf(lastOkAt) > sinceMs ? [lastOkAt] : []))
    .toSorted((a, b) => msOf(a) - msOf(b))[0]
}

function draftSource(
  source: WatchedSource,
  words: { id: string; summary: string; detectedAt: Instant },
): UntypedDraft {
  const locator = line(source.locator)
  return undated({
    ...words,
    summary: line(`${words.summary}: ${locator}`),
    facts: { kind: source.kind, locator },
    evidence: [source.id],
  })
}
