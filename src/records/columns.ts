import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Writer } from './database.ts'
import type { Tables } from './tables.ts'

type CamelCase<Column extends string> = Column extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Column

/** The columns of a row under the names that records use: `volume24hUsd` for `volume_24h_usd`. */
type NamedColumns<Row> = { [Column in keyof Row as CamelCase<Column & string>]: Row[Column] }

/**
 * A row under the names that records use. It has every selected column, so a query must select only the columns of the
 * record.
 */
export function fromColumns<Row extends object>(row: Row): NamedColumns<Row> {
  const camelCase = (column: string) => column.replace(/_(.)/g, (_, first: string) => first.toUpperCase())
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [camelCase(column), value]),
  ) as NamedColumns<Row>
}

/** The inverse of `fromColumns`. It has every value, so the caller of an insert must pass only columns of the table. */
export function toColumns<Row extends object>(values: NamedColumns<Row>): Row {
  const snakeCase = (name: string) =>
    name.replace(/[A-Z]|(?<=[a-z])\d/g, (first) => `_${first.toLowerCase()}`)
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [snakeCase(name), value])) as Row
}

/** Rows of a table as a relation. A value that is left out is null; a value without a column is ignored. */
export function rowsOf(table: keyof Tables, values: readonly object[]): RawBuilder<unknown> {
  const rows = JSON.stringify(values.map((row) => toColumns(row)))
  return sql`json_populate_recordset(null::${sql.table(table)}, ${rows}::json)`
}

/**
 * An insert of rows; a column that a row leaves out is null. All rows are one parameter. With a parameter for each
 * value, a provider that lists some thousand items would exceed PostgreSQL's limit of 65,535.
 */
export function insertAll<Table extends keyof Tables>(
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
  writer: Writer,
) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))] as (keyof Tables[Table] & string)[]
  const values = sql`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${rowsOf(table, rows)}`
  return writer.insertInto(table).columns(columns).expression(values)
}

/** Sets each of these columns of a stored row to the value of the row that an insert proposed in its place. */
export function excluded<Column extends string>(
  ...columns: readonly Column[]
): Readonly<Record<Column, RawBuilder<never>>> {
  const values = columns.map((column) => [column, sql.ref(`excluded.${column}`)])
  return Object.fromEntries(values)
}

/** The named columns of a relation, as a list. */
export function columnsOf(relation: string, columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(`${relation}.${column}`)))
}
