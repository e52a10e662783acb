import { type Claim, Known, Unknown } from './claim.ts'
import { SHAPES } from './generated/operations.ts'
import type { ClaimNote } from './generated/types.ts'

/** The value of a JSON text; undefined when the text is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Fields = Readonly<Record<string, unknown>>
/** A field of a shape. With `choice`, `name` is a key instead: an object that has the key has the shape `of`. */
type Field = {
  readonly name: string
  readonly choice: boolean
  readonly canBeUnknown: boolean
  readonly of: number | undefined
}

/** The answer with a claim in place of each field that can be unknown by its shape. */
export function readClaims(answer: unknown, shape: number | undefined): unknown {
  if (shape === undefined || typeof answer !== 'object' || answer === null) return answer
  if (Array.isArray(answer)) return answer.map((item) => readClaims(item, shape))
  const object = answer as Fields
  const fields = FIELDS[shape] ?? []
  const chosen = fields.find(({ choice, name }) => choice && (name === '' || name in object))
  if (chosen !== undefined) return readClaims(object, chosen.of)
  const read: Record<string, unknown> = { ...object }
  for (const { name, canBeUnknown, of } of fields) {
    const value = readClaims(object[name], of)
    if (canBeUnknown) read[name] = claimOf(name, value, object)
    else if (name in object) read[name] = value
  }
  return read
}

/** The claim of a field. Null and absent mean unknown. @source contract, Rules that hold for all content, 2 */
function claimOf(field: string, value: unknown, object: Fields): Claim<unknown> {
  const { claims, reason } = object
  const note = (claims as Readonly<Record<string, ClaimNote>> | undefined)?.[field]
  const given = note?.reason ?? (typeof reason === 'string' ? reason : undefined)
  const isUnknown = value === undefined || value === null
  return (isUnknown ? new Unknown(given, field, note) : new Known(value, field, note)) as Claim<unknown>
}

const FIELD = /^(\|?)(\w*)(\??)(?::(\d*))?$/

const FIELDS = SHAPES.map((line) => line.split(' ').map(fieldOf))

function fieldOf(text: string): Field {
  const [, choice, name = '', mark, of] = FIELD.exec(text) ?? []
  const isUnknown = mark !== '' || of === undefined
  return { name, choice: choice === '|', canBeUnknown: isUnknown, of: of ? Number(of) : undefined }
}
