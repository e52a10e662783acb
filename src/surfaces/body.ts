import type { Static } from 'typebox'
import { Failure } from '#contract/errors.ts'
import { isObject } from '#contract/json-object.ts'
import { LIMITS } from '#contract/limits.ts'
import type { BodySchema } from '#contract/operation.ts'
import { faultsOf, type SchemaFault } from '#contract/schema-faults.ts'

/**
 * Checks a parsed JSON body against its schema. Nothing is coerced or removed.
 * @throws Failure invalid_parameter with the first field that is unknown, missing or invalid, and what is expected
 */
export function checkBody<B extends BodySchema>(schema: B, body: unknown): Static<B> {
  for (const fault of faultsOf({ schema, value: body }, storableRule)) throw refusal(fault)
  return body as Static<B>
}

const { levels: LEVELS, values: VALUES } = LIMITS.openBody
const BOUNDED = `a JSON object of at most ${LEVELS} levels and ${VALUES} values`

/**
 * Takes any JSON object within the bounds, for an operation that answers the faults of its body.
 * @throws Failure invalid_parameter
 */
export function readOpenBody(body: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(body) || !isBounded(body)) throw refusal({ fault: 'Invalid', path: [], expected: BOUNDED })
  return body
}

/** Whether a body has few enough values and levels. They are counted level by level, without a deep stack. */
function isBounded(body: object): boolean {
  let values = 1
  let level: readonly unknown[] = [body]
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > LEVELS) return false
    const inside = level.flatMap((value) => Object.values(value as object))
    values += inside.length
    if (values > VALUES) return false
    level = inside.filter((value) => typeof value === 'object' && value !== null)
  }
  return true
}

const STORABLE = 'a text without NUL and without half a surrogate pair'

/** What is expected of a text with NUL or half a surrogate pair, which PostgreSQL cannot store; else undefined. */
function storableRule(text: string): string | undefined {
  return text.isWellFormed() && !text.includes('\0') ? undefined : STORABLE
}

function refusal({ fault, path, expected }: SchemaFault): Failure {
  const parameter = path.length === 0 ? 'body' : placeOf(path)
  const message = `${fault} \`${parameter}\`: expected ${expected}.`
  return new Failure('invalid_parameter', { message, detail: { parameter, expected } })
}

/** The name of a place, for example `projects[2]` or `place.lines`. */
export function placeOf(path: SchemaFault['path']): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === 'number') return `${name}[${part}]`
    return name === '' ? part : `${name}.${part}`
  }, '')
}
