import { OPERATIONS } from '#contract/operations/index.ts'
import { isList, type Parameter } from '#contract/parameters/parameter.ts'
import type { A2aQuestionPart } from '#contract/shapes/a2a.ts'
import { isOfMode, unsupportedType } from './modes.ts'
import { invalidParameters, type RpcError } from './rpc-error.ts'

type Texts = Readonly<Record<string, string>>
/** The question of a message: an object with a capability and its parameters as texts, or words. */
export type Question =
  | { readonly kind: 'data'; readonly place: string; readonly texts: Texts }
  | { readonly kind: 'words'; readonly words: string }

const CONTENTS = ['text', 'raw', 'url', 'data'] as const

/**
 * The question in the parts of a message. A part with data is the whole question; without one, the texts are.
 * @throws RpcError -32602 for parts that are not well formed, -32005 for a part that is not read
 */
export function questionOf(parts: readonly A2aQuestionPart[]): Question {
  const violations = parts.flatMap((part, index) =>
    contentsOf(part).length === 1
      ? []
      : [{ field: placeAt(index), description: `Invalid: expected exactly one of ${CONTENTS.join(', ')}` }],
  )
  if (violations.length > 0) throw invalidParameters(violations)
  if (!parts.every(isRead)) throw unsupportedType()
  const withData = parts.flatMap(({ data }, index) =>
    isGiven(data) ? [{ data, place: placeAt(index) }] : [],
  )
  const [first, second] = withData
  if (first === undefined) return { kind: 'words', words: parts.map(({ text }) => text).join('\n') }
  if (second !== undefined) throw invalidAt(second.place, 'at most one part with data')
  return { kind: 'data', place: `${first.place}.data`, texts: textsOf(first) }
}

function contentsOf(part: A2aQuestionPart): readonly string[] {
  return CONTENTS.filter((name) => isGiven(part[name]))
}

/** Whether a part is read: a text or data whose media type agrees. Files and addresses are not read. */
function isRead({ text, data, mediaType }: A2aQuestionPart): boolean {
  if (!isGiven(text) && !isGiven(data)) return false
  return !isGiven(mediaType) || mediaType === '' || isOfMode(mediaType, isGiven(data) ? 'data' : 'text')
}

const { path, query } = OPERATIONS.agentCapability.input
const PARAMETERS: Readonly<Record<string, Parameter>> = { ...path, ...query }

/**
 * The fields of a question as REST gets them. A field that names no parameter keeps its name, which the answer repeats.
 * @throws RpcError -32602 for each value that is neither text nor number, nor a list of them where the parameter takes
 * one
 */
function textsOf({ data, place }: { readonly data: unknown; readonly place: string }): Texts {
  if (typeof data !== 'object' || Array.isArray(data)) throw invalidAt(`${place}.data`, 'a JSON object')
  const fields = Object.entries(data as object)
    .filter(([, value]) => isGiven(value))
    .map(([name, value]) => {
      const parameter = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined
      return { name, parameter, text: parameter === undefined ? '' : textOf(value, parameter) }
    })
  const violations = fields.flatMap(({ name, parameter, text }) =>
    parameter === undefined || text !== undefined
      ? []
      : [violationAt(`${place}.data.${name}`, parameter.expected)],
  )
  if (violations.length > 0) throw invalidParameters(violations)
  return Object.fromEntries(fields.map(({ name, text = '' }) => [name, text]))
}

function textOf(value: unknown, parameter: Parameter): string | undefined {
  if (isScalar(value)) return String(value)
  return isList(parameter) && Array.isArray(value) && value.every(isScalar) ? value.join(',') : undefined
}

function isScalar(value: unknown): boolean {
  return ['string', 'number'].includes(typeof value)
}

function invalidAt(field: string, expected: string): RpcError {
  return invalidParameters([violationAt(field, expected)])
}

function violationAt(field: string, expected: string) {
  return { field, description: `Invalid: expected ${expected}` }
}

function placeAt(index: number): string {
  return `message.parts[${index}]`
}

/** Whether a field is given. A null is a field that was left out, as ProtoJSON has it. */
function isGiven<T>(value: T): value is NonNullable<T> {
  return value !== undefined && value !== null
}
