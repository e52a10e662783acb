import type { Operation } from '#contract/operation.ts'
import type { Parameter } from '#contract/parameters/parameter.ts'
import type { StoredAnswer } from './answers.ts'
import type { Tried, TriedField } from './parts.ts'
import { requestPath } from './requests.ts'

/** Whether a reader can try an operation: a read that anyone may make. An export is too long to look at. */
export function isTried({ method, caller, lines }: Operation): boolean {
  return method === 'GET' && caller === 'anyone' && lines === undefined
}

/**
 * The form that asks an operation. It is filled with values of the deployment, or else with the values of the stored
 * answer.
 */
export function tried(
  operation: Operation,
  of: { readonly stored: StoredAnswer; readonly known: Readonly<Record<string, string>> },
): Tried {
  const { input, path, media } = operation
  const { stored, known } = of
  const fieldsIn = (place: TriedField['place']) =>
    Object.entries(input[place]).map(([name, one]) => {
      const given = stored.input[name]
      return fieldOf(name, one, { place, value: given === undefined ? '' : (known[name] ?? given) })
    })
  const inPath = fieldsIn('path')
  const inQuery = fieldsIn('query')
  const filled = inQuery.filter(({ value }) => value !== '')
  return {
    template: path,
    action: requestPath(operation, valuesIn(inPath)),
    address: requestPath(operation, valuesIn([...inPath, ...filled])),
    isShown: media === undefined || /json|text|xml/.test(media),
    fields: [...inPath, ...filled, ...inQuery.filter((field) => !filled.includes(field))],
  }
}

function valuesIn(fields: readonly TriedField[]): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]))
}

function fieldOf(
  name: string,
  { schema, presence, expected }: Parameter,
  { place, value }: Pick<TriedField, 'place' | 'value'>,
): TriedField {
  const choices = place === 'path' ? undefined : valuesOf(schema)
  return {
    name,
    place,
    value,
    help: expected,
    isRequired: presence === 'required',
    ...(choices !== undefined && { choices: choices.map(String) }),
  }
}

/** The values of a closed list. A list that has a description of its own is wrapped in `allOf`. */
function valuesOf(schema: object): readonly unknown[] | undefined {
  const { enum: values, allOf } = schema as Readonly<Record<string, readonly unknown[] | undefined>>
  return values ?? (Reflect.get(Object(allOf?.[0]), 'enum') as readonly unknown[] | undefined)
}
