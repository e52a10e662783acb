import type { Dossier } from '#contract/shapes/dossier.ts'
import type { Instant } from '#contract/time.ts'
import type { SharedWords } from '../cards/share-picture.ts'
import { weekOfShip } from '../ships/week.ts'
import { ageWords, instantWords, weekWords } from '../words/clocks.ts'
import { SILENT_STATUSES } from '../words/figures.ts'

/**
 * The title of a project's page, which is an answer: "Lumen: shipping, last ship 2 h ago". A code week
 * has its week instead of an age. A ship without a date has neither.
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

/**
 * The words of the picture of a project. Pictures are kept for long where they are shared, so that it states a date.
 */
export function sharedProject(
  project: Pick<Dossier, 'name' | 'statusLabel' | 'statusHelp' | 'asOf'>,
): SharedWords {
  const { name, statusLabel, statusHelp, asOf } = project
  const when = asOf === undefined ? 'Not evaluated yet' : `As of ${instantWords(asOf)}`
  return { title: name, lines: [statusLabel, statusHelp, when] }
}
