import type { Operation } from '#contract/operation.ts'
import type { Parameter } from '#contract/parameters/parameter.ts'
import { numberWords } from '../words/figures.ts'
import { fieldParts } from './fields.ts'
import { schemaWithNames } from './named-schemas.ts'
import {
  asSentence,
  code,
  joined,
  type Part,
  type ReferenceRow,
  tablePart,
  textPart,
  type Words,
  wordsOf,
} from './parts.ts'
import { resolved, type Schema, typeWords } from './schema-words.ts'

/** The parameters of an operation with their limits, and the fields of its body. */
export function parameterParts(operation: Operation): readonly Part[] {
  const { input, exclusive = [], protocol } = operation
  const rows = [
    ...Object.entries(input.path).map(([name, one]) => rowOf(name, one, { place: 'path', operation })),
    ...Object.entries(input.query).map(([name, one]) => rowOf(name, one, { place: 'query', operation })),
  ]
  const apart = textPart(['Give at most one of ', ...joined(exclusive.map(code)), '.'])
  const body = input.body ?? protocol
  if (rows.length === 0 && body === undefined) return [textPart('It has no parameters.')]
  return [
    ...(rows.length === 0 ? [] : [tablePart('Parameters', ['Parameter', 'Meaning'], rows)]),
    ...(exclusive.length === 0 ? [] : [apart]),
    ...(body === undefined ? [] : bodyParts(body, operation)),
  ]
}

function bodyParts(body: object, { protocol }: Operation): readonly Part[] {
  const words =
    protocol === undefined
      ? 'The body is a JSON object. A field that is not listed is refused.'
      : 'The body is a message of the protocol, as JSON.'
  return [textPart(words), ...fieldParts(body, 'Fields of the body', 'body-')]
}

type Of = { readonly place: 'path' | 'query'; readonly operation: Operation }

function rowOf(name: string, parameter: Parameter, { place, operation }: Of): ReferenceRow {
  const { schema, presence, aliases, header } = parameter
  const { root, named } = schemaWithNames(schema)
  const own = resolved(root, named)
  const description = root.description ?? own.description
  const keyed = operation.needsKey?.includes(name) === true
  return [
    [{ code: name, id: `parameter-${name}` }, { aside: [`${place}, ${PRESENCE[presence]}`] }],
    [
      ...(description === undefined ? [] : wordsOf(`${asSentence(description)} `)),
      ...limitWords(parameter, { schema: own, type: typeWords(root, named) }),
      ...defaultWords(parameter),
      ...(aliases.length === 0 ? [] : [' Also as ', ...joined(aliases.map(code)), '.']),
      ...(header === undefined ? [] : [' Also as the header ', code(header), '.']),
      ...(keyed ? [' Needs a key.'] : []),
    ],
  ]
}

const PRESENCE: Readonly<Record<Parameter['presence'], string>> = {
  required: 'required',
  optional: 'optional',
  defaulted: 'optional',
  lenient: 'optional, a value of another form is ignored',
}

/** The limits of a parameter. A closed list is written out. Any other form has the words that a refusal has. */
function limitWords(
  { expected }: Parameter,
  { schema: { pattern, maxLength }, type }: { readonly schema: Schema; readonly type: Words },
): Words {
  const isPatterned = pattern !== undefined || expected.includes('comma-separated')
  const isListed = expected.startsWith('one of ') || expected.startsWith('one or more of ')
  const most =
    maxLength === undefined || /\bto [\d,]+/.test(expected)
      ? ''
      : `, at most ${numberWords(maxLength)} characters`
  if (isPatterned && !isListed) return [`Expected: ${expected}${most}.`]
  return ['Expected: ', ...type, '.']
}

function defaultWords({ fallback, presence }: Parameter): Words {
  return presence === 'defaulted' ? [' Default: ', code(String(fallback)), '.'] : []
}
