import type { ActivityStatus, CoverageState, ProjectKind } from '#contract/enums.ts'
import { known } from '#contract/known.ts'
import type { NoValueReason } from '#contract/shapes/history.ts'
import { dateOf, type Instant } from '#contract/time.ts'
import { shipsCode } from '#domain/evidence.ts'
import { dayWords } from './clocks.ts'
import {
  capitalised,
  NO_TOKEN_WORDS,
  NOT_APPLICABLE_WORDS,
  REASON_WORDS,
  SILENT_STATUSES,
} from './figures.ts'

/** Why a figure of building is unknown, where the words of its reason alone would mislead. */
export type UnknownWords = {
  readonly words: string
  readonly meaning: string
  /** Whether the question does not arise, so that nothing is unknown. */
  readonly isOutside?: true
}

/** How well building is read, with the last reading; null or undefined before the first. */
export type BuildingRead = { readonly state: CoverageState; readonly observedAt?: Instant | null | undefined }

/** The kind of a project; null where its answer does not have kinds, and undefined where nobody stated it. */
export type StatedKind = ProjectKind | null | undefined

/** The words for a figure of a token, where the project has no token. */
export const WITHOUT_TOKEN: UnknownWords = {
  words: NO_TOKEN_WORDS,
  meaning: 'The question does not arise: the project has no token.',
  isOutside: true,
}

/**
 * The words for a field before the first evaluation of its project, and for a fact that no evaluation has concluded.
 */
export const NOT_EVALUATED: UnknownWords = {
  words: 'not evaluated yet',
  meaning: 'It was not evaluated yet.',
}

/** Why a field has no value, with the last evaluation of its project; null or undefined before the first. */
type Unvalued = { readonly reason: NoValueReason; readonly asOf: Instant | null | undefined }

/** The words of a field that has no value because its project was never evaluated. Undefined for any other field. */
export function notEvaluated({ reason, asOf }: Unvalued): UnknownWords | undefined {
  return reason === 'NOT_ENOUGH_YET' && asOf == null ? NOT_EVALUATED : undefined
}

/** Why a field of a project has no value, in a few words. */
export function noValueWords(of: Unvalued): string {
  return notEvaluated(of)?.words ?? REASON_WORDS[of.reason]
}

type Measured = {
  readonly status: ActivityStatus
  readonly activityMeasured: boolean
  /** Why the status is unknown. */
  readonly statusReason: NoValueReason | undefined
  /** Why the count of ships is unknown. */
  readonly countReason: NoValueReason | undefined
  readonly building: BuildingRead
  readonly kind: StatedKind
  /** The last evaluation; null or undefined before the first. */
  readonly asOf: Instant | null | undefined
}

/**
 * Why there is no status, or why building was not measured beside a status that dated ships show. Undefined where both
 * are known.
 */
export function unmeasuredBuilding(of: Measured): string | undefined {
  const { status, activityMeasured, statusReason, countReason } = of
  if (status === 'UNKNOWN')
    return `${unreadWords(statusReason ?? countReason, of)}, so silence is no finding.`
  return activityMeasured ? undefined : `${unreadWords(countReason, of)}.`
}

function unreadWords(
  reason: NoValueReason | undefined,
  { building, kind, asOf }: Pick<Measured, 'building' | 'kind' | 'asOf'>,
): string {
  const { state, observedAt } = building
  const last = observedAt == null || state === 'MEASURED' ? undefined : dayWords(dateOf(observedAt))
  const also = last === undefined ? '' : `; it was last read in full on ${last}`
  switch (reason) {
    case 'STALE':
      return last === undefined
        ? 'Its building was read too long ago to describe now'
        : `Its building was last read in full on ${last}, too long ago to describe now`
    case 'SOURCE_UNAVAILABLE':
      return `Its building cannot be read in full now${also}`
    case 'ERROR':
      return `The source of its building refuses us, or cannot be parsed${also}`
    case 'NO_SOURCE':
      return 'No source that counts shows its building'
    case 'NOT_ENOUGH_YET':
      return asOf == null ? 'It was not evaluated yet' : 'Its building was not watched for long enough yet'
    case 'NOT_APPLICABLE':
      return capitalised(notAppliedWords(building, kind))
    case 'NOT_RESEARCHED':
    case 'WITHHELD':
    case 'NOT_RECORDED':
    case undefined:
      return 'Its building was not measured'
  }
}

/**
 * Why building does not apply. Its state can be another one, because a package that nothing reads can stand beside a
 * source on the chain that is read.
 */
function notAppliedWords({ state }: BuildingRead, kind: StatedKind): string {
  if (state === 'NOT_APPLICABLE') return 'nothing reads the kind of its sources yet'
  const unread = 'nothing reads one of the kinds of its sources yet'
  if (kind === null) return `its work is not code, or ${unread}`
  return shipsCode(known({ kind })) ? unread : 'its work is not code'
}

/** The fields of a dossier that rest on building alone. */
const FIELDS: readonly (string | undefined)[] = ['status', 'lastShip', 'meaningfulShips30d', 'buildMomentum']

/** Why a field of building does not apply. Undefined for another field or reason. */
export function notAppliedBuilding(of: {
  readonly field: string | undefined
  readonly reason: NoValueReason | undefined
  readonly building: BuildingRead | undefined
  readonly kind: StatedKind
}): UnknownWords | undefined {
  const { field, reason, building, kind } = of
  if (reason !== 'NOT_APPLICABLE' || building === undefined || !FIELDS.includes(field)) return undefined
  const words = notAppliedWords(building, kind)
  const { building: unreadKind = words } = NOT_APPLICABLE_WORDS
  return {
    words: building.state === 'NOT_APPLICABLE' ? unreadKind : words,
    meaning: `${capitalised(words)}, so silence is no finding.`,
  }
}

/**
 * Why no last ship is known, for a status that silence shows: the readings show no ship that counts. Undefined for any
 * other project. `from` is the time since which every source was read.
 */
export function noCountedShip(of: {
  readonly status: ActivityStatus
  readonly reason: NoValueReason | undefined
  readonly from?: Instant | undefined
}): UnknownWords | undefined {
  const { status, reason, from } = of
  if (reason !== 'NOT_ENOUGH_YET' || !SILENT_STATUSES.includes(status)) return undefined
  const since = from === undefined ? '' : ` since ${dayWords(dateOf(from))}`
  return {
    words: `none that counts${since}, as far back as it was read`,
    meaning: `What was read${since} shows no ship that counts. An earlier one is not known.`,
  }
}
