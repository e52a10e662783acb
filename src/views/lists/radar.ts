import type { Listed } from '#contract/broken-item.ts'
import { derived, nonEmpty, orNull, type RuleId, unknown } from '#contract/claim.ts'
import { DISCLAIMERS } from '#contract/disclaimers.ts'
import { type Ignoring, ignoredField } from '#contract/ignored.ts'
import { known } from '#contract/known.ts'
import type { RadarItem, RadarLine, RadarList } from '#contract/shapes/radar.ts'
import type { RadarPart } from '#domain/attention/radar.ts'
import type { DayRank, RadarEntry, RadarRanking } from '#domain/attention/radar-record.ts'
import { ACTIVITY_WORDS } from '#domain/ships/activity-words.ts'
import { activityStatusField } from '../cards/card-fields.ts'
import { lastShipField } from '../cards/project-card.ts'
import { projectReference } from '../project/reference.ts'
import type { ViewDeps } from '../site/links.ts'
import { claimNote } from '../words/claim-note.ts'
import { listItems } from './list-items.ts'
import { nextOffset, unavailableList } from './list-places.ts'

/** The ranking that the claim notes of an item name, and whether the item has claim notes. */
type Noted = { readonly ranking: RadarRanking; readonly claims: 'none' | undefined }

/** A list of the Radar, without claim notes when `claims` is none. The next list starts where this one ends. */
export function radarList(
  list: Ignoring &
    Noted & {
      readonly entries: readonly RadarEntry[]
      readonly total: number
      readonly offset: number
    },
  deps: ViewDeps,
): RadarList {
  const { ranking, entries, total } = list
  return {
    ...listItems(entries, { name: slugOf, build: (entry) => radarItem(entry, list, deps) }),
    available: true,
    total,
    nextOffset: nextOffset({ ...list, shown: entries.length }),
    asOf: ranking.rankedAt,
    rule: ranking.rule,
    ...ignoredField(list),
    disclaimer: DISCLAIMERS.radar,
  }
}

/** The projects of a ranking as lines of a file, without claim notes when `claims` is none. */
export function radarLines(
  list: Noted & { readonly entries: readonly RadarEntry[] },
  deps: ViewDeps,
): Listed<RadarLine> {
  const { rankedAt: asOf, rule } = list.ranking
  const build = (entry: RadarEntry) => ({ ...radarItem(entry, list, deps), asOf, rule })
  return listItems(list.entries, { name: slugOf, build })
}

/** A list of the Radar that cannot be produced; its total is unknown. */
export function unavailableRadar(reason: NonNullable<RadarList['reason']>, ignoring: Ignoring): RadarList {
  return { ...unavailableList(reason, ignoring), disclaimer: DISCLAIMERS.radar }
}

function slugOf({ project }: RadarEntry): string {
  return project.slug
}

function radarItem(entry: RadarEntry, { ranking, claims }: Noted, deps: ViewDeps): RadarItem {
  const { evidence, rank, sevenDaysAgo, thirtyDaysAgo } = entry
  const { withoutUnknown } = entry.parts
  const status = activityStatusField(evidence.activity)
  const level = orNull(evidence.researchLevel)
  return {
    project: projectReference(entry.project, deps.site),
    rank,
    score: entry.score,
    parts: partsOf(entry),
    ...known({ withoutUnknown }),
    ...(sevenDaysAgo === null ? {} : { sevenDaysAgo: earlier(sevenDaysAgo, rank) }),
    ...(thirtyDaysAgo === null ? {} : { thirtyDaysAgo: earlier(thirtyDaysAgo, rank) }),
    status,
    statusLabel: ACTIVITY_WORDS[status].label,
    activityMeasured: evidence.activityMeasured,
    ...known({ researchLevel: level }),
    ...(level === null ? {} : { verifiedBuilder: level === 'VERIFIED_BUILDER' }),
    ...lastShipField(evidence.latestMeaningfulShip, deps.now),
    ...(claims === 'none' ? {} : { claims: radarClaims(entry, ranking.rule) }),
  }
}

/** The parts of a score. A known use has the coverage state that the snapshot gives it. */
function partsOf({ parts, evidence: { momentumAsOf, useState } }: RadarEntry): RadarItem['parts'] {
  const { building, use, research } = parts
  return {
    building: {
      ...shareOf(building),
      percentile: building.points,
      buildMomentum: figureOf(building),
      ...known({ asOf: momentumAsOf }),
    },
    use: {
      ...shareOf(use),
      ...(use.state === 'MEASURED' ? known({ state: useState }) : {}),
      ...assumedOf(use),
      percentile: use.points,
      calls: figureOf(use),
    },
    research: {
      ...shareOf(research),
      ...assumedOf(research),
      points: research.points,
      level: typeof research.value === 'string' ? research.value : null,
    },
  }
}

function shareOf({ state, weight }: RadarPart) {
  return { state, weight }
}

function assumedOf({ assumedPoints }: RadarPart) {
  return assumedPoints === undefined ? {} : { assumedPoints }
}

function figureOf({ value }: RadarPart): number | null {
  return typeof value === 'number' ? value : null
}

function earlier({ day, rank }: DayRank, now: number): NonNullable<RadarItem['sevenDaysAgo']> {
  return { day, rank, change: rank - now }
}

function radarClaims({ evidence, score }: RadarEntry, rule: RuleId): NonNullable<RadarItem['claims']> {
  const rests = nonEmpty(evidence.grounds)
  return {
    radar: claimNote(rests === undefined ? unknown('NOT_ENOUGH_YET') : derived(score, rule, rests)),
    status: claimNote(evidence.activity),
    researchLevel: claimNote(evidence.researchLevel),
    lastShip: claimNote(evidence.latestMeaningfulShip),
  }
}
