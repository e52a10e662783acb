import type { SourceKind } from '#contract/enums.ts'
import { type Instant, msOf } from '#contract/time.ts'
import { codeStreams } from '#domain/collecting/watching.ts'
import { FACT_NAMES } from '#domain/project/evidence-words.ts'
import { type ChangeDraft, type UntypedDraft, undated } from './draft.ts'
import type { LedgerEvidence, MovingFact, WatchedSource, WatchedStream } from './evidence.ts'
import { firstReadAt } from './origin.ts'
import { oneLine } from './wording.ts'

/** Kinds of sources that belong to the project itself; the others follow from its token. */
const OFFICIAL: readonly SourceKind[] = [
  'github_repository',
  'website',
  'npm_package',
  'deployer',
  'contract',
]
/** Kinds of sources that can stop answering by themselves. When a chain does not answer, its provider fails. */
export const ANSWERING: readonly SourceKind[] = ['github_repository', 'website', 'npm_package']

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
 * least an hour apart found the source gone while its provider answered. Announced outages stay. The event of a running
 * outage names the stated facts that are not confirmed any more, so that a reader of the events alone knows of them.
 */
export function sourceUnavailable(evidence: LedgerEvidence): readonly UntypedDraft[] {
  return evidence.sources.flatMap((source): readonly UntypedDraft[] => {
    const outages = announcedOutages(source, evidence)
    const stated = outages.map((outage) =>
      isRestored(outage, source, evidence) ? outage : withUnconfirmed(outage, source, evidence),
    )
    const open = outages.some((outage) => !isRestored(outage, source, evidence))
    const stream = open || !canFail(source) ? undefined : stoppedStream(source)
    if (stream === undefined) return stated
    const begun = withUnconfirmed(draftOutage(source, stream), source, evidence)
    return evidence.announced.has(begun.id) ? stated : [...stated, begun]
  })
}

/**
 * The event at the end of each announced outage, detected at the first successful reading after it. An announced event
 * stays. While a fact is still not confirmed after the outage, the event names the fact.
 */
export function sourceRestored(evidence: LedgerEvidence): readonly UntypedDraft[] {
  return evidence.sources.flatMap((source) =>
    announcedOutages(source, evidence).flatMap((outage) => {
      const id = restoredId(outage)
      const announced = evidence.announced.get(id)
      if (announced !== undefined)
        return ['unconfirmed' in announced.facts ? withUnconfirmed(announced, source, evidence) : announced]
      const at = answeredSince(begunBy(outage), source)
      if (at === undefined) return []
      const ended = draftSource(source, { id, summary: 'Source restored', detectedAt: at })
      return ['unconfirmed' in outage.facts ? withUnconfirmed(ended, source, evidence) : ended]
    }),
  )
}

const UNCONFIRMED_WORDS = '; not confirmed any more: '

/** The event with the facts that rest on the source and are not confirmed now, in its facts and its summary. */
function withUnconfirmed(draft: UntypedDraft, source: WatchedSource, evidence: LedgerEvidence): UntypedDraft {
  const facts = RESTING.filter(({ fact, restsOn }) => restsOn(source) && isUnconfirmed(fact, evidence)).map(
    ({ fact }) => fact,
  )
  const { unconfirmed: _, ...others } = draft.facts
  const [summary = ''] = draft.summary.split(UNCONFIRMED_WORDS)
  if (facts.length === 0) return { ...draft, summary, facts: others }
  const named = facts.map((fact) => FACT_NAMES[fact]).join(', ')
  return {
    ...draft,
    summary: `${summary}${UNCONFIRMED_WORDS}${named}`,
    facts: { ...others, unconfirmed: facts },
  }
}

/** The facts with announced moves that rest on sources which can stop answering. */
const RESTING: readonly {
  readonly fact: MovingFact
  readonly restsOn: (source: WatchedSource) => boolean
}[] = [
  { fact: 'activity.status', restsOn: (source) => codeStreams(source).length > 0 },
  { fact: 'token.verification', restsOn: ({ kind }) => kind === 'website' },
]

/** Whether a value of the fact was stated, and the newest conclusion is unknown or no reading confirms it. */
function isUnconfirmed(fact: MovingFact, { concluded }: LedgerEvidence): boolean {
  const ofFact = concluded.filter((conclusion) => conclusion.fact === fact)
  const own = ofFact.filter(({ token }) => token === ofFact.at(-1)?.token)
  const isStated = ({ value, confirmed }: (typeof own)[number]) => value !== null && confirmed
  const newest = own.at(-1)
  return newest !== undefined && !isStated(newest) && own.some(isStated)
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

/**
 * The end of the second in which an outage began, in milliseconds since the Unix epoch. The event id has whole seconds,
 * so an answer within that second may be older than the outage.
 */
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
  const locator = oneLine(source.locator)
  return undated({
    ...words,
    summary: oneLine(`${words.summary}: ${locator}`),
    facts: { kind: source.kind, locator },
    evidence: [source.id],
  })
}
