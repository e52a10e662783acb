import { Type } from 'typebox'
import { EVIDENCE_FORM, type EvidenceId, parseEvidenceId } from './ids.ts'
import { type Form, parsedBy } from './parameters/parameter.ts'

declare const timelineCursorBrand: unique symbol

/** An opaque cursor of a timeline. */
export type TimelineCursor = string & { readonly [timelineCursorBrand]: true }

/** The last entry of an answer: its time in microseconds since the Unix epoch, as digits, and its evidence id. */
export type TimelinePosition = { readonly micros: string; readonly id: EvidenceId }

const PATTERN = `^t1\\.(0|-?[1-9][0-9]{0,17})\\.(${EVIDENCE_FORM})$`
const FORM = new RegExp(PATTERN)

export const TimelineCursor = Type.Unsafe<TimelineCursor>(
  Type.String({ pattern: PATTERN, description: 'Opaque: pass it back unchanged' }),
)

/** The expected form of a timeline's cursor, for refusals. */
export const TIMELINE_CURSOR_EXPECTED = 'nextCursor of a page of this timeline'

/** The cursor after a position: the caller has every entry up to it. */
export function timelineCursorOf({ micros, id }: TimelinePosition): TimelineCursor {
  return `t1.${micros}.${id}` as TimelineCursor
}

/** A timeline's cursor from nextCursor of an answer. */
export function timelineCursor(description: string): Form<TimelinePosition> {
  return {
    schema: Type.String({ pattern: PATTERN, description }),
    expected: TIMELINE_CURSOR_EXPECTED,
    parse: parsedBy(parseTimelineCursor, 'invalid_cursor'),
  }
}

function parseTimelineCursor(text: string): TimelinePosition | undefined {
  const [, micros, id] = FORM.exec(text) ?? []
  const evidence = id === undefined ? undefined : parseEvidenceId(id)
  return micros === undefined || evidence === undefined ? undefined : { micros, id: evidence.id }
}
