import { Refusal } from '../actions/refusal.ts'

type Body = Readonly<Record<string, unknown>>

/** Parses the JSON object of a request body; an empty body is an empty object. @throws Refusal for any other body */
export function read(body: Buffer): Body {
  if (body.length === 0) return {}
  return objectOf(parsed(body.toString('utf8')), 'the body')
}

export function objectIn(body: Body, name: string): Body {
  return objectOf(body[name], name)
}

export function textIn(body: Body, name: string): string {
  const value = body[name]
  if (typeof value !== 'string' || value.length === 0) throw invalid(name, 'a text')
  return value
}

export function optionalTextIn(body: Body, name: string): string | undefined {
  return body[name] === undefined ? undefined : textIn(body, name)
}

export function numberIn(body: Body, name: string): number {
  const value = body[name]
  if (typeof value !== 'number' || !Number.isFinite(value)) throw invalid(name, 'a number')
  return value
}

/** A whole number above zero; undefined when the field is missing. @throws Refusal for any other value */
export function optionalCountIn(body: Body, name: string): number | undefined {
  const value = optionalNumberIn(body, name)
  if (value !== undefined && !(Number.isSafeInteger(value) && value > 0))
    throw invalid(name, 'a whole number above 0')
  return value
}

export function optionalNumberIn(body: Body, name: string): number | undefined {
  return body[name] === undefined ? undefined : numberIn(body, name)
}

export function oneOf<const T extends string>(body: Body, name: string, options: readonly T[]): T {
  const found = options.find((option) => option === body[name])
  if (found === undefined) throw invalid(name, `one of ${options.join(', ')}`)
  return found
}

export function optionalOneOf<const T extends string>(
  body: Body,
  name: string,
  options: readonly T[],
): T | undefined {
  return body[name] === undefined ? undefined : oneOf(body, name, options)
}

function objectOf(value: unknown, name: string): Body {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid(name, 'a JSON object')
  return Object.fromEntries(Object.entries(value))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (cause instanceof SyntaxError) throw invalid('the body', 'JSON')
    throw cause
  }
}

function invalid(name: string, expected: string): Refusal {
  return new Refusal('invalid_input', `Invalid ${name}: expected ${expected}`)
}
