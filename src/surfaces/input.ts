import { type ErrorCode, fail } from '#contract/errors.ts'
import type { InputOf, Operation } from '#contract/operation.ts'
import { isList, type Parameter } from '#contract/parameters/parameter.ts'
import { checkBody, readOpenBody } from './body.ts'

/** The texts of a request by name. A name that was given twice appears twice. */
export type RawInput = {
  readonly path: Readonly<Record<string, string>>
  readonly query: Iterable<readonly [string, string]>
  readonly header: (name: string) => string | undefined
  /** The parsed JSON of an operation that has a body. */
  readonly body?: unknown
}

/** The parts of an operation by which a request is read. */
type Declared = Pick<Operation, 'input' | 'exclusive' | 'bodyFaults'>

/** Most ignored parameters that an answer names, and the longest part of a name that it repeats. */
const IGNORED_NAMES = 50
const IGNORED_LENGTH = 100

/**
 * Parses the texts and the body of a request into the operation's input, for every surface.
 * @throws Failure of the first parameter that is malformed, given twice or missing, or of the body's first such field
 */
export function readInput<O extends Declared>(operation: O, raw: RawInput): InputOf<O> {
  const { path, query, body } = operation.input
  const given = group(raw.query)
  refuseTogether(operation, given)
  const values: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries(path)) {
    const text = raw.path[name]
    assign(values, name, read(name, parameter, text === undefined ? [] : [text]))
  }
  for (const [name, parameter] of Object.entries(query)) {
    const texts = [name, ...parameter.aliases].flatMap((alias) => given.get(alias) ?? [])
    assign(values, name, readWithHeader({ name, parameter, texts }, raw))
  }
  refuseReversed(values)
  const ignored = [...given.keys()].filter((name) => !isRead(name, query))
  const ignoredParameters = ignored.slice(0, IGNORED_NAMES).map((name) => name.slice(0, IGNORED_LENGTH))
  values['ignoredParameters'] = ignoredParameters
  if (operation.bodyFaults === 'answered') values['body'] = readOpenBody(raw.body)
  else if (body !== undefined) values['body'] = checkBody(body, raw.body)
  return values as InputOf<O>
}

/** The parameters of a request that only a caller with a key may give. */
export function keyedNames({ needsKey = [] }: Operation, { query }: RawInput): readonly string[] {
  if (needsKey.length === 0) return []
  const given = group(query)
  return needsKey.filter((name) => given.has(name))
}

function isRead(name: string, query: Operation['input']['query']): boolean {
  return Object.hasOwn(query, name) || Object.values(query).some(({ aliases }) => aliases.includes(name))
}

function group(query: RawInput['query']): ReadonlyMap<string, readonly string[]> {
  const given = new Map<string, string[]>()
  for (const [name, text] of query) {
    const texts = given.get(name)
    if (texts === undefined) given.set(name, [text])
    else texts.push(text)
  }
  return given
}

function refuseTogether(operation: Declared, given: ReadonlyMap<string, unknown>): void {
  const names: readonly string[] = operation.exclusive ?? []
  const [, second] = names.filter((name) => given.has(name))
  if (second !== undefined) refuse('invalid_parameter', second, `only one of ${names.join(', ')}`)
}

/** The parameters of every operation that bound a span of time: its start and its end. */
const SPANS = [
  ['from', 'to'],
  ['since', 'until'],
] as const

/** Refuses a span that begins after its end. Days and instants are texts that sort by time. */
function refuseReversed(values: Readonly<Record<string, unknown>>): void {
  for (const [start, end] of SPANS) {
    const [first, last] = [values[start], values[end]]
    if (typeof first === 'string' && typeof last === 'string' && first > last)
      refuse('invalid_parameter', start, `a time not after \`${end}\` (${last})`)
  }
}

function readWithHeader(
  field: { name: string; parameter: Parameter; texts: readonly string[] },
  raw: RawInput,
): unknown {
  const { name, parameter, texts } = field
  const value = read(name, parameter, texts)
  if (value !== undefined || parameter.header === undefined) return value
  const text = raw.header(parameter.header)
  return read(name, parameter, text === undefined ? [] : [text])
}

function read(name: string, parameter: Parameter, texts: readonly string[]): unknown {
  // A list is comma-separated, given several times, or both.
  const [text, ...others] = isList(parameter) ? joined(texts) : texts
  const lenient = parameter.presence === 'lenient'
  if (text === undefined) {
    if (parameter.presence === 'required') refuseMissing(name, parameter)
    return parameter.fallback
  }
  if (others.length > 0)
    return lenient ? undefined : refuse('invalid_parameter', name, onceAs(name, parameter))
  const parsed = parameter.parse(text)
  if ('value' in parsed) return parsed.value
  if (lenient) return undefined
  return fail(parsed.refused, { detail: { parameter: name, expected: parameter.expected, ...parsed.fault } })
}

function onceAs(name: string, { aliases }: Parameter): string {
  const names = [name, ...aliases].map((one) => `\`${one}\``)
  return aliases.length === 0 ? 'one value, given once' : `one value, given once, as ${names.join(' or ')}`
}

function joined(texts: readonly string[]): readonly string[] {
  return texts.length > 1 ? [texts.join()] : texts
}

function refuse(code: ErrorCode, parameter: string, expected: string): never {
  fail(code, { detail: { parameter, expected } })
}

function refuseMissing(parameter: string, { absent, expected }: Parameter): never {
  fail(absent, {
    message: `Missing \`${parameter}\`: expected ${expected}.`,
    detail: { parameter, expected },
  })
}

function assign(values: Record<string, unknown>, name: string, value: unknown): void {
  if (value !== undefined) values[name] = value
}
