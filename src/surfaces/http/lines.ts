import { stringify } from 'csv-stringify/sync'
import { type TObject, type TSchema, Type } from 'typebox'
import type { ExportFormat } from '#contract/operations/exports.ts'

/** Writes batches of items as text, one line for each item. `begin` is the text before the first line. */
export type Lines = {
  readonly begin: string
  readonly write: (items: readonly unknown[]) => string
}

/** The lines of a format. The columns of CSV are the fields of the items' schema. */
export function linesOf(format: ExportFormat, schema: TObject): Lines {
  if (format === 'jsonl') {
    return { begin: '', write: (items) => items.map((item) => `${JSON.stringify(item)}\n`).join('') }
  }
  const columns = csvColumnsOf(schema)
  return {
    begin: csv([columns.map((path) => path.join('.'))]),
    write: (items) => csv(items.map((item) => columns.map((path) => cellOf(item, path)))),
  }
}

type Column = readonly string[]

/** The path of every field with one value or a list of values. Notes by field name have no column. */
function csvColumnsOf(schema: TObject): readonly Column[] {
  return Object.entries(schema.properties).flatMap(([name, field]): readonly Column[] => {
    const own = plainForm(field)
    if (Type.IsRecord(own)) return []
    return Type.IsObject(own) ? csvColumnsOf(own).map((path) => [name, ...path]) : [[name]]
  })
}

/** A field's schema without null and without its description. */
function plainForm(field: TSchema): TSchema {
  const [described] = 'allOf' in field && Array.isArray(field.allOf) ? field.allOf : []
  if (described !== undefined) return plainForm(described)
  if (!Type.IsUnion(field)) return field
  const [form] = field.anyOf.filter((one) => !Type.IsNull(one))
  return form === undefined ? field : plainForm(form)
}

/** An unknown value is an empty cell; a list has spaces between its values. A number stays a number. */
function cellOf(item: unknown, path: Column): string | number {
  const value = path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
    item,
  )
  if (value === undefined || value === null) return ''
  if (typeof value === 'number') return value
  return Array.isArray(value) ? value.join(' ') : String(value)
}

/**
 * CSV by RFC 4180. The library puts an apostrophe before a text that a spreadsheet would run as a formula; numbers get
 * none.
 */
function csv(rows: readonly (readonly (string | number)[])[]): string {
  return stringify(rows as (string | number)[][], {
    escape_formulas: true,
    quoted_match: /[\r\n]/,
    record_delimiter: 'windows',
  })
}
