import type { ShipKind } from '#contract/enums.ts'
import { known } from '#contract/known.ts'
import { addDays, type Instant, startOfDate } from '#contract/time.ts'
import type { RecordedShip } from '#domain/evidence.ts'
import { codeWeekTitle, isComplete, knownAt } from '#domain/ships/code-week.ts'
import type { ChangeFacts, UntypedDraft } from './draft.ts'
import type { LedgerEvidence } from './evidence.ts'
import { announcedMoves, draftMove } from './moves.ts'
import { type ShipWords, shipEvents } from './ship-events.ts'
import { oneLine } from './wording.ts'

const VERSION_AT_MOST = 80
const URL_AT_MOST = 2000

/**
 * One event for each release of the project's own repositories and packages. The facts have its title, not its body.
 */
export function released(evidence: LedgerEvidence, now: Instant): readonly UntypedDraft[] {
  return shipEvents('build.release', { evidence, now }, (ship) => shipWords('Release', ship, evidence))
}

/** One event for each other ship: features, integrations, documentation and prereleases. */
export function shipped(evidence: LedgerEvidence, now: Instant): readonly UntypedDraft[] {
  return shipEvents('build.ship', { evidence, now }, (ship) => shipWords(NAMES[ship.kind], ship, evidence))
}

/**
 * One event for each code week, with absolute dates. The first event of a running week stays unchanged until the week
 * has been read to its end. A finished week is revised only when its commits change.
 * A week without a human commit, or without a substantive change, is not announced.
 */
export function weeksWithCode(evidence: LedgerEvidence, now: Instant): readonly UntypedDraft[] {
  return shipEvents('build.code_activity', { evidence, now }, (ship) => {
    const week = ship.codeWeek
    if (week === null || week.humanCommits === 0 || week.substance === 'none') return undefined
    const announced = evidence.announced.get(ship.id)
    const complete = isComplete(week, now)
    if (announced !== undefined && !complete) return announced
    const readTo = complete ? startOfDate(addDays(week.weekStart, 7)) : week.readTo
    return {
      summary: codeWeekTitle(week, now),
      facts: { codeWeek: { ...week, readTo, complete } },
      detectedAt: knownAt(ship),
    }
  })
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

function shipWords(name: string, ship: RecordedShip, evidence: LedgerEvidence): ShipWords {
  const version = ship.version === null ? '' : oneLine(ship.version, VERSION_AT_MOST)
  const title = oneLine(ship.title)
  const words = [...new Set([version, title])].filter((part) => part !== '').join(': ')
  const facts = shipFacts(ship, { version, title })
  return { summary: oneLine(`${name} ${words}`), facts: announcedFacts(ship, facts, evidence) ?? facts }
}

function shipFacts(ship: RecordedShip, words: { version: string; title: string }): ChangeFacts {
  return known({
    kind: ship.kind,
    title: words.title === '' ? null : words.title,
    version: words.version === '' ? null : words.version,
    url: ship.url === null ? null : oneLine(ship.url, URL_AT_MOST),
  })
}

/**
 * The announced facts of a ship when only its address differs now; undefined otherwise. Renaming a repository moves
 * every address, and that is not a change worth a revision.
 */
function announcedFacts(
  ship: RecordedShip,
  facts: ChangeFacts,
  evidence: LedgerEvidence,
): ChangeFacts | undefined {
  const announced = evidence.announced.get(`${ship.id}:${ship.kind}`) ?? evidence.announced.get(ship.id)
  const isSame = ['kind', 'title', 'version'].every((key) => announced?.facts[key] === facts[key])
  const hasUrls = announced?.facts['url'] !== undefined && facts['url'] !== undefined
  return isSame && hasUrls ? announced.facts : undefined
}

/** Moves of the activity status to the statuses of one event type. */
export function statusMoves(
  evidence: LedgerEvidence,
  isOfType: (to: string) => boolean,
): readonly UntypedDraft[] {
  return announcedMoves('activity.status', evidence)
    .filter(({ to }) => isOfType(to))
    .map((known) => draftMove(known, evidence))
}
