import { addMs, DAY_MS, dateOf, HOUR_MS, type Instant, mondayOf, toInstant } from '#contract/time.ts'
import type { BuildEvidence, CodeWeekFacts, RecordedShip, Source, Stream } from '#domain/evidence.ts'

const EPOCH = toInstant('2026-06-01T12:00:00Z')

/** A millisecond, as a part of a day. */
export const MS = 1 / DAY_MS

/** Noon of Monday, 1 June 2026, plus `offset` days; fractions are parts of a day. */
export function day(offset: number): Instant {
  return addMs(EPOCH, Math.round(offset * DAY_MS))
}

/** The build evidence of a project. */
export function building(sources: readonly Source[], ...ships: readonly RecordedShip[]): BuildEvidence {
  return { sources, ships }
}

/** A source that is kept for context. */
export function uncounted(source: Source, notCountedReason: string): Source {
  return { ...source, counted: false, notCountedReason }
}

/** A source that only the project itself declares. */
export function selfReported(source: Source): Source {
  return uncounted({ ...source, establishedBy: 'self_reported' }, 'Nobody else says so.')
}

/** A stream read successfully every hour from `from` to `okTo`. */
export function streamOf(stream: string, read: { from: number; okTo: number } & Partial<Stream>): Stream {
  const { from, okTo, ...rest } = read
  return {
    stream,
    provider: 'github',
    cadenceMs: HOUR_MS,
    coverage: 'dated_listing',
    firstOkAt: day(from),
    lastOkAt: day(okTo),
    lastTriedAt: day(okTo),
    lastOutcome: 'fresh',
    failingSince: null,
    coversFrom: day(from),
    providerOutageSince: null,
    ...rest,
  }
}

/** A stream that never answered; without `lastOutcome` it was never asked. */
export function unreadStream(stream: string, lastOutcome: Stream['lastOutcome'] = null): Stream {
  const tried = lastOutcome === null ? null : day(0)
  return {
    ...streamOf(stream, { from: 0, okTo: 0 }),
    firstOkAt: null,
    lastOkAt: null,
    coversFrom: null,
    lastTriedAt: tried,
    lastOutcome,
    failingSince: tried,
  }
}

/** A counted repository `name`, its releases and commits read from `from` to `okTo`. */
export function repositoryOf(
  name: string,
  read: {
    from: number
    okTo: number
    attached?: number
    stream?: Partial<Stream>
  } & Partial<Source>,
): Source {
  const { from, okTo, attached = from, stream = {}, ...rest } = read
  return {
    ...sourceOf(name, 'github_repository', attached),
    streams: [
      streamOf('releases', { from, okTo, ...stream }),
      streamOf('commits', { from, okTo, ...stream }),
    ],
    ...rest,
  }
}

/** A counted repository `repo` with separate spans for releases and commits; a null span was never read. */
export function unevenRepository(read: {
  releases: { from: number; okTo: number } | null
  commits: { from: number; okTo: number } | null
}): Source {
  const streams = (['releases', 'commits'] as const).map((stream) => {
    const span = read[stream]
    return span === null ? unreadStream(stream) : streamOf(stream, span)
  })
  return { ...sourceOf('repo', 'github_repository'), streams }
}

/** A counted source of any kind, without streams. */
export function sourceOf(name: string, kind: Source['kind'], attached = 0): Source {
  return countedSource({ id: `source:${name}`, kind, locator: `owner/${name}`, attachedAt: day(attached) })
}

/** A counted source with these fields, without streams unless they are given. */
export function countedSource(
  given: Partial<Source> & Pick<Source, 'id' | 'kind' | 'locator' | 'attachedAt'>,
): Source {
  return {
    establishedBy: 'mutual',
    establishedUrl: null,
    establishedOn: null,
    establishedStatement: null,
    counted: true,
    notCountedReason: null,
    detachedAt: null,
    streams: [],
    url: null,
    archived: null,
    ...given,
  }
}

/** A verified release of repository `repo` at a day; `rest` overrides its fields. */
export function shipOf(id: string, at: number, rest: Partial<RecordedShip> = {}): RecordedShip {
  return {
    id: `ship:${id}`,
    sourceId: 'source:repo',
    naturalKey: id,
    kind: 'release',
    title: `Release ${id}`,
    url: null,
    version: null,
    occurredAt: day(at),
    precision: 'EXACT',
    detectedAt: day(at),
    promotedAt: null,
    unchangedUntil: null,
    backing: 'source-verified',
    dimension: 'product',
    origin: 'owner/repo',
    contract: null,
    implementation: null,
    block: null,
    author: null,
    changes: null,
    commit: null,
    codeWeek: null,
    missingSince: null,
    withdrawn: false,
    ...rest,
  }
}

/** A week of commits with `humanCommits` on its first day. */
export function weekOf(at: number, rest: Partial<CodeWeekFacts> = {}): CodeWeekFacts {
  const weekStart = mondayOf(dateOf(day(at)))
  const humanCommits = rest.humanCommits === undefined ? 3 : rest.humanCommits
  return {
    weekStart,
    byDay: { [weekStart]: humanCommits },
    humanCommits,
    excludedCommits: 0,
    authors: 1,
    partial: false,
    substance: 'substantive',
    readTo: day(at),
    ...rest,
  }
}

/** A ship of a code week read at a day. */
export function codeWeekShipOf(id: string, at: number, rest: Partial<RecordedShip> = {}): RecordedShip {
  return shipOf(id, at, { kind: 'code_week', codeWeek: weekOf(at), ...rest })
}

/** Evidence of one repository `repo` with ships at the given days. */
export function repositoryWithShips(
  read: { from: number; okTo: number; stream?: Partial<Stream>; attached?: number },
  days: readonly number[],
): BuildEvidence {
  return { sources: [repositoryOf('repo', read)], ships: days.map((at) => shipOf(`day${at}`, at)) }
}
