import type { ClaimNote, UnknownReason } from './generated/claim-note.ts'

/**
 * A value that the service may not know. Ask `known` first: only a known claim has a `value`. A claim is never a
 * number, a text or a boolean, and using it as one throws.
 */
export type Claim<T> = (Known<T> & Uncoercible) | (Unknown & Uncoercible)

/** Makes TypeScript refuse a claim in sums and template strings, where other objects pass. A claim is no symbol. */
type Uncoercible = symbol

/** Why a value is unknown; undefined where the answer gives no reason. A later version may have further reasons. */
export type Reason = UnknownReason | (string & {}) | undefined

abstract class Stated {
  /** The name of the field. */
  readonly field: string
  /** Kind, rule, times and evidence of the claim; undefined where the answer has no claim notes. */
  readonly note: ClaimNote | undefined

  constructor(field: string, note: ClaimNote | undefined) {
    this.field = field
    this.note = note
  }

  [Symbol.toPrimitive](): never {
    throw new TypeError(`${this.field} is a claim: ask .known before .value, or use .or(fallback)`)
  }
}

/** A value that the service knows. */
export class Known<out T> extends Stated {
  readonly known = true
  readonly value: T

  constructor(value: T, field: string, note?: ClaimNote) {
    super(field, note)
    this.value = value
  }

  /** The value. Of an unknown claim the same call answers the fallback. */
  or(_fallback: unknown): T {
    return this.value
  }

  toJSON(): T {
    return this.value
  }
}

/** A value that the service does not know. It has no value unless the caller gives a fallback. */
export class Unknown extends Stated {
  readonly known = false
  readonly reason: Reason

  constructor(reason: Reason, field: string, note?: ClaimNote) {
    super(field, note)
    this.reason = reason
  }

  or<F>(fallback: F): F {
    return fallback
  }

  toJSON(): null {
    return null
  }
}
// Without types, undefined would become NaN, 'undefined' or false. So reading the value of an unknown throws.
Object.defineProperty(Unknown.prototype, 'value', { get: Unknown.prototype[Symbol.toPrimitive] })
