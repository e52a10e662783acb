import type { Dossier } from '#contract/shapes/dossier.ts'
import type { Instant } from '#contract/time.ts'
import { ageWords } from './clock-words.ts'

/** The title of a project's page, which is an answer: "Lumen: shipping, last ship 2 h ago". */
export function projectTitle(
  project: Pick<Dossier, 'name' | 'status' | 'statusLabel' | 'lastActivityAt'>,
  now: Instant,
) {
  const { name, status, statusLabel, lastActivityAt } = project
  if (status === 'UNKNOWN') return `${name}: not known whether it ships`
  const last = lastActivityAt === undefined ? '' : `, last ship ${ageWords(lastActivityAt, now)}`
  return `${name}: ${statusLabel.toLowerCase()}${last}`
}
