import type { ShipKind } from '#contract/enums.ts'
import { addDays, type Instant, startOfDate } from '#contract/time.ts'
import type { CodeWeekFacts, Ship } from '#domain/evidence.ts'
import { codeWeekTitle, isComplete } from '#domain/ships/code-week.ts'
import type { ChangeFacts, Saying } from './draft.ts'
import type { LedgerEvidence } from './evidence.ts'
import { sayFindings } from './findings.ts'
import { announcedMoves, sayMove, seenMove } from './moves.ts'
import { type ShipWords, saidOfShip, shipEvents } from './ship-events.ts'
import { known, line } from './wording.ts'

const VERSION_AT_MOST = 80

/** Every release of the project's own repositories and packages, each said once; its title is in the facts, its body is not. */
export function releases(evidence: LedgerEvidence, now: Instant): readonly Saying[] {
  return shipEvents('build.release', { evidence, now }, (ship) => shipWords('Release', ship, evidence))
}

/** Every other ship: features, integrations, documentation and each prerelease. */
export function ships(evidence: LedgerEvidence, now: Instant): readonly Saying[] {
  return shipEvents('build.ship', { evidence, now }, (ship) => shipWords(NAMES[ship.kind], ship, evidence))
}

/**
 * Weeks of code in absolute days. What was first said of a running week stands until the week was read to its end, and
 * reading a finished one again says nothing new unless its commits did.
 * A week without a change by a person's hand, or with none of substance, is not announced.
 */
export function codeWeeks(evidence: LedgerEvidence, now: Instant): readonly Saying[] {
  return shipEvents('build.code_activity', { evidence, now }, (ship) => {
    const week = ship.codeWeek
    if (week === null || week.humanCommits === 0 || week.substance === 'none') return undefined
    const held = saidOfShip(ship, evidence)
    const complete = isComplete(week, now)
    if (held !== undefined && !complete) return held
    const readTo = complete ? startOfDate(addDays(week.weekStart, 7)) : week.readTo
    return { summary: codeWeekTitle(week, now), facts: { codeWeek: { ...week, readTo, complete } } }
  })
}

/** The code week an event speaks of, for today's wording; undefined on any other event. */
export function saidCodeWeek(event: {
  readonly type: string
  readonly facts: Readonly<Record<string, unknown>>
}): CodeWeekFacts | undefined {
  const week = event.type === 'build.code_activity' ? event.facts['codeWeek'] : undefined
  return typeof week === 'object' && week !== null && 'weekStart' in week && 'readTo' in week
    ? (week as CodeWeekFacts)
    : undefined
}

/** Moves of the activity status to DORMANT. */
export function dormant(evidence: LedgerEvidence): readonly Saying[] {
  return statusMoves(evidence, (to) => to === 'DORMANT')
}

/** Moves of the activity status to RESUMED. */
export function resumed(evidence: LedgerEvidence): readonly Saying[] {
  return statusMoves(evidence, (to) => to === 'RESUMED')
}

/** Moves of the activity status that have no type of their own. */
export function statusChanged(evidence: LedgerEvidence): readonly Saying[] {
  return statusMoves(evidence, (to) => to !== 'DORMANT' && to !== 'RESUMED')
}

/** Findings that building went faster than in the window before. */
export function accelerating(evidence: LedgerEvidence): readonly Saying[] {
  return sayFindings('accelerating', evidence)
}

/** Findings that building went slower than in the window before. */
export function slowing(evidence: LedgerEvidence): readonly Saying[] {
  return sayFindings('slowing', evidence)
}

const NAMES: Readonly<Record<ShipKind, string>> = {
  release: 'Release',
  prerelease: 'Prerelease',
  feature: 'Feature',
  integration: 'Integration',
  docs: 'Documentation',
  code_week: 'Code',
  deployment: 'Deployment',
  upgrade: 'Upgrade',
}

function shipWords(name: string, ship: Ship, evidence: LedgerEvidence): ShipWords {
  const version = ship.version === null ? '' : line(ship.version, VERSION_AT_MOST)
  const title = line(ship.title)
  const words = [...new Set([version, title])].filter((part) => part !== '').join(': ')
  const facts = shipFacts(ship, { version, title })
  return { summary: line(`${name} ${words}`), facts: saidElsewhere(ship, facts, evidence) ?? facts }
}

function shipFacts(ship: Ship, words: { version: string; title: string }): ChangeFacts {
  return known({
    kind: ship.kind,
    title: words.title === '' ? null : words.title,
    version: words.version === '' ? null : words.version,
    url: ship.url === null ? null : line(ship.url, URL_AT_MOST),
  })
}

/** What was said of a ship, where only its address differs now: a renamed repository moves all of them, and is no news. */
function saidElsewhere(ship: Ship, facts: ChangeFacts, evidence: LedgerEvidence): ChangeFacts | undefined {
  const held = evidence.said.get(`${ship.id}:${ship.kind}`) ?? saidOfShip(ship, evidence)
  const isSame = ['kind', 'title', 'version'].every((key) => held?.facts[key] === facts[key])
  return isSame && held?.facts['url'] !== undefined && facts['url'] !== undefined ? held.facts : undefined
}

const URL_AT_MOST = 2000

function statusMoves(evidence: LedgerEvidence, isOfType: (to: string) => boolean): readonly Saying[] {
  return announcedMoves('activity.status', evidence)
    .filter(({ to }) => isOfType(to))
    .map((known) =>
      sayMove(known, {
        summary: `Activity status moved from ${known.from} to ${known.to}`,
        seen: seenMove(known.move, evidence),
      }),
    )
}
