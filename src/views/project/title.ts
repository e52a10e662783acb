import type { Dossier } from '#contract/shapes/dossier.ts'
import type { Instant } from '#contract/time.ts'
import { shortened } from '#domain/ledger/wording.ts'
import { drawnName } from '../cards/drawn-words.ts'
import type { SharedWords } from '../cards/share-picture.ts'
import { weekOfShip } from '../ships/week.ts'
import { noCountedShip, noValueWords } from '../words/building.ts'
import { ageWords, dayWords, instantWords, UNDATED, weekWords } from '../words/clocks.ts'
import { SILENT_STATUSES } from '../words/figures.ts'

/**
 * The title of a project's page. It states the answer: "Lumen: shipping, last ship 2 h ago". A code week has its week
 * instead of an age. A ship without a date has neither.
 */
export function projectTitle(
  project: Pick<Dossier, 'name' | 'status' | 'statusLabel' | 'lastShip'>,
  now: Instant,
) {
  const { name, status, statusLabel, lastShip } = project
  const shippedAt = lastShip?.occurredAt
  if (status === 'UNKNOWN') return `${name}: not known whether it ships`
  const none = lastShip === undefined && SILENT_STATUSES.includes(status) ? ', no counted ship known' : ''
  const week = lastShip === undefined ? undefined : weekOfShip(lastShip)
  if (week !== undefined) return `${name}: ${statusLabel.toLowerCase()}, last ship in the ${weekWords(week)}`
  const last = shippedAt === undefined ? none : `, last ship ${ageWords(shippedAt, now)}`
  return `${name}: ${statusLabel.toLowerCase()}${last}`
}

type Shared = Pick<
  Dossier,
  'slug' | 'name' | 'status' | 'statusLabel' | 'statusHelp' | 'asOf' | 'lastShip' | 'claims'
>

/** Maximum number of characters of the last ship, which has one line of the picture. */
const SHIP_LENGTH = 60

/** The words of the picture of a project. Sites keep a shared picture for long, so the words state a date. */
export function sharedProject(project: Shared): SharedWords {
  const { status, statusLabel, statusHelp, asOf } = project
  const when = asOf === undefined ? 'Not evaluated yet' : `As of ${instantWords(asOf)}`
  const ship = shortened(lastShipLine(project), SHIP_LENGTH)
  return {
    title: drawnName(project),
    status: { status, words: statusLabel },
    lines: [statusHelp, ship, when],
  }
}

/** The last ship with its day or its week, or why none is known. */
function lastShipLine({ lastShip, status, claims, asOf }: Shared): string {
  if (lastShip === undefined) {
    const reason = claims['lastShip']?.reason ?? 'NOT_RECORDED'
    return `Last ship: unknown, ${noCountedShip({ status, reason })?.words ?? noValueWords({ reason, asOf })}`
  }
  const week = weekOfShip(lastShip)
  if (week !== undefined) return `Last ship: code changes in the ${weekWords(week)}`
  const { occurredAt, title } = lastShip
  const when = occurredAt === undefined ? UNDATED : `on ${dayWords(occurredAt)}`
  return `Last ship ${when}: ${title}`
}
