import type { ActivityStatus, CoverageState, ExplainFact } from '#contract/enums.ts'
import type { Slug } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { ClaimNote } from '#contract/shapes/claim-note.ts'
import type { LastShip } from '#contract/shapes/project-card.ts'
import type { Instant } from '#contract/time.ts'
import { explanationLink, type Site } from '../../site/links.ts'
import { noCountedShip } from '../../words/building.ts'
import { endWords } from '../../words/counts.ts'
import { restingOn, type Said, say } from '../say.ts'
import { quoteWords } from '../words.ts'

/** Maximum number of evidence ids of a claim, the most important first. The REST answer and explain_fact name more. */
export const EVIDENCE_SHOWN = 3

/** A field of an answer with its claim note, as it becomes a claim. */
export type FieldWithNote = {
  /** The name of the field as the beginning of a sentence: “Activity status”. */
  readonly name: Said | string
  readonly note: ClaimNote | undefined
  /** The rest of the sentence while the value is known. */
  readonly says: Said | string
  readonly value: unknown
  /** Why it is unknown, in words. */
  readonly because?: string
  readonly fact?: ExplainFact
  readonly freshness?: CoverageState
  readonly occurredAt?: Instant
  /** When the described state was read, where the claim note has no time. */
  readonly observedAt?: Instant | undefined
  readonly asOf?: Instant | undefined
}

/** The ships of a project, as a snapshot and a comparison have them. */
type Shipped = {
  readonly status: ActivityStatus
  readonly lastShip?: LastShip
  readonly meaningfulShips30d?: number
  readonly meaningfulShips30dAsOf?: Instant
  readonly buildMomentum?: number
  readonly claims: Readonly<Record<string, ClaimNote>>
  readonly asOf: Instant | undefined
}

/** The newest counted ship, the count of ships and the momentum, under the names that `nameOf` makes. */
export function shippedFields(
  { lastShip: ship, status, claims, asOf, ...of }: Shipped,
  nameOf: (name: string) => FieldWithNote['name'],
): readonly FieldWithNote[] {
  const title = ship === undefined ? undefined : quoteWords(ship.title)
  const none = noCountedShip({ status, reason: claims['lastShip']?.reason })
  return [
    {
      name: nameOf('last counted ship'),
      note: claims['lastShip'],
      asOf,
      value: title?.text,
      says: say`${ship?.kind} ${title}, ${ship?.occurredAt ?? 'of no dated time'}.`,
      ...known({ occurredAt: ship?.occurredAt, because: none?.words }),
    },
    {
      name: nameOf('meaningful ships in 30 days'),
      note: claims['meaningfulShips30d'],
      says: `${of.meaningfulShips30d}${endWords(of.meaningfulShips30dAsOf, asOf)}.`,
      value: of.meaningfulShips30d,
      asOf: of.meaningfulShips30dAsOf ?? asOf,
    },
    {
      name: nameOf('build momentum'),
      note: claims['buildMomentum'],
      fact: 'build.momentum',
      asOf,
      says: `${of.buildMomentum} of 100.`,
      value: of.buildMomentum,
    },
  ]
}

/** The fields that the claims of one project share. */
type ClaimSubject = { readonly slug: Slug; readonly site: Site }

/** The claim of a field. It is UNKNOWN and has no value when there is no note, or when the note says UNKNOWN. */
export function notedClaim(field: FieldWithNote, { slug, site }: ClaimSubject): AgentClaim {
  const { name, note, fact, freshness, because } = field
  const shared = {
    ...(fact === undefined ? {} : { explainUrl: explanationLink({ slug, fact }, site) }),
    ...known({ freshness }),
  }
  if (note === undefined || note.kind === 'UNKNOWN')
    return {
      ...say`${name}: unknown${because && ` (${because})`}.`,
      ...restingOn(note),
      ...shared,
      reason: note?.reason ?? 'NOT_ENOUGH_YET',
    }
  const { asOf = field.asOf, evidence, ...rest } = restingOn(note)
  return {
    ...say`${name}: ${field.says}`,
    ...rest,
    value: field.value,
    ...known({ occurredAt: field.occurredAt, observedAt: field.observedAt ?? rest.observedAt }),
    ...(note.kind === 'FACT' || asOf === undefined ? {} : { asOf }),
    ...shared,
    ...(evidence === undefined ? {} : { evidence: evidence.slice(0, EVIDENCE_SHOWN) }),
  }
}
