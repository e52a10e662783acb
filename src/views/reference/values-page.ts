import type { Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { webhookPayload } from '#contract/shapes/webhook-payload.ts'
import { REFERENCE_PAGE, valuesPage } from './addresses.ts'
import { schemaWithNames } from './named-schemas.ts'
import {
  asSentence,
  code,
  joined,
  type ReferencePage,
  type ReferenceRow,
  tablePart,
  type Words,
  wordsOf,
} from './parts.ts'
import { isObjectSchema, type Schema, typeWords } from './schema-words.ts'

/** Every id, time and closed list that has a name, from all operations. */
export function valuesReference(): ReferencePage {
  const named = namedValues()
  const lists = named.filter(([, { enum: values }]) => values !== undefined)
  const others = named.filter(([, { enum: values }]) => values === undefined)
  return {
    path: valuesPage(),
    title: 'Values of the API: the form of every id and time, and every closed list',
    heading: 'Values with a form of their own',
    says: 'Ids, times and closed lists that several answers share.',
    above: [{ href: REFERENCE_PAGE, words: 'Reference' }],
    sections: [
      {
        id: 'forms',
        title: 'Ids, times and texts',
        parts: [tablePart('Ids, times and texts', ['Name', 'Form'], others.map(formRow))],
      },
      {
        id: 'lists',
        title: 'Closed lists',
        answers: 'Values can be added: ignore one that you do not know.',
        parts: [tablePart('Closed lists', ['Name', 'Values'], lists.map(listRow))],
      },
    ],
  }
}

type NamedValue = readonly [name: string, schema: Schema]

function namedValues(): readonly NamedValue[] {
  const operations = Object.values<Operation>(OPERATIONS)
  const schemas = operations.flatMap(({ output, lines, input, protocol }) => [
    ...[output, lines, protocol, input.body].filter((schema) => schema !== undefined),
    ...Object.values({ ...input.path, ...input.query }).map(({ schema }) => schema),
  ])
  const all = new Map(
    [...schemas, webhookPayload({ marketIntegrity: true })].flatMap((schema) => [
      ...schemaWithNames(schema).named,
    ]),
  )
  const isValue = (schema: Schema) => !isObjectSchema(schema) && schema.anyOf === undefined && isText(schema)
  return [...all].filter(([, schema]) => isValue(schema)).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** Whether a schema is neither a list nor a record. These stand among the fields of the objects that have them. */
function isText({ type }: Schema): boolean {
  return type !== 'array' && type !== 'object'
}

function formRow([name, schema]: NamedValue): ReferenceRow {
  const { description, pattern } = schema
  const said: Words = description === undefined ? [] : wordsOf(`${asSentence(description)} `)
  const form: Words = pattern === undefined ? [] : [{ aside: ['Pattern ', code(pattern)] }]
  return [
    [{ code: name, id: name }, { aside: typeWords(schema, new Map()) }],
    [...said, ...form],
  ]
}

function listRow([name, { enum: values = [], description }]: NamedValue): ReferenceRow {
  const said: Words = description === undefined ? [] : [{ aside: wordsOf(asSentence(description)) }]
  return [[{ code: name, id: name }], [...joined(values.map((value) => code(String(value)))), ...said]]
}
