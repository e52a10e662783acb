import { type RawBuilder, sql } from 'kysely'
import type { CoverageState } from '#contract/enums.ts'
import type { Instant } from '#contract/time.ts'
import { HELD_RULE } from '#domain/collecting/held.ts'
import { intervalOf } from '#records/interval.ts'

/** The name of a relation with rows of `evaluations` in a statement. */
type Row = 'evaluations' | 'standing' | 'stood'

/**
 * The instant until which a conclusion holds if nothing replaces it, as `heldUntil` gives it; null while it is unknown.
 */
function renewedTo(row: Row): RawBuilder<Instant | null> {
  const { afterReadingMs, afterEvaluationMs } = HELD_RULE
  return sql`greatest(${sql.ref(`${row}.supported_until`)} + ${intervalOf(afterReadingMs)},
    case when ${sql.ref(`${row}.supported_until`)} is not null
      then ${sql.ref(`${row}.confirmed_at`)} + ${intervalOf(afterEvaluationMs)} end)`
}

/** Whether a conclusion that nothing has replaced still holds at an instant; true while its end is unknown. */
export function isHeldAt(at: Instant, row: Row): RawBuilder<boolean> {
  return sql`coalesce(${renewedTo(row)} >= ${at}::timestamptz, true)`
}

/** The time for which a conclusion holds, as a range. */
export function heldTime(row: Row): RawBuilder<unknown> {
  return sql`tstzrange(${sql.ref(`${row}.evaluated_at`)},
    least(${sql.ref(`${row}.superseded_at`)}, ${renewedTo(row)}))`
}

/**
 * The conclusions that stood at an instant: they had begun and were not replaced. A conclusion that no longer held then
 * has the state STALE and no value.
 */
export function conclusionsAt(at: Instant): RawBuilder<StandingAt> {
  return sql`(
    select project_id, fact, rule, ${stateAt(at, 'stood')} as state, ${valueAt(at, 'stood')} as value
    from evaluations as stood
    where evaluated_at < ${at}::timestamptz and (superseded_at is null or superseded_at >= ${at}::timestamptz))`
}

type StandingAt = {
  project_id: string
  fact: string
  rule: string
  state: CoverageState
  value: unknown
}

/** The state of a conclusion at an instant: STALE once its readings and its evaluations are too old. */
export function stateAt(at: Instant, row: Row): RawBuilder<string> {
  return sql`case when ${isHeldAt(at, row)} then ${sql.ref(`${row}.state`)} else 'STALE' end`
}

/** The value of a conclusion at an instant; null when the conclusion no longer holds. */
export function valueAt(at: Instant, row: Row): RawBuilder<unknown> {
  return sql`case when ${isHeldAt(at, row)} then ${sql.ref(`${row}.value`)} end`
}
